package fatbin

import (
	"encoding/binary"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// packedEntry makes an entry of compressed data with a header of 64 bytes.
func packedEntry(kind, arch int, flags, unpacked uint64, payload []byte) []byte {
	h := make([]byte, minEntryHead)
	le := binary.LittleEndian
	le.PutUint16(h[offKind:], uint16(kind))
	le.PutUint32(h[offHeader:], minEntryHead)
	le.PutUint64(h[offPadded:], uint64(len(payload)))
	le.PutUint32(h[offPacked:], uint32(len(payload)))
	le.PutUint32(h[offArch:], uint32(arch))
	le.PutUint64(h[offFlags:], flags)
	le.PutUint64(h[offUnpacked:], unpacked)
	return append(h, payload...)
}

func container(entries ...[]byte) []byte {
	b := make([]byte, headSize)
	binary.LittleEndian.PutUint32(b, Magic)
	binary.LittleEndian.PutUint16(b[6:], headSize)
	for _, e := range entries {
		b = append(b, e...)
	}
	binary.LittleEndian.PutUint64(b[8:], uint64(len(b)-headSize))
	return b
}

const bombText = ".version 7.0\n.target sm_52\n.address_size 64\n.visible .entry k(){ret;}\n"

func packZSTD(b []byte) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		panic(err)
	}
	defer w.Close()
	return w.EncodeAll(b, nil)
}

func packLZ4(b []byte) []byte {
	out := make([]byte, lz4.CompressBlockBound(len(b)))
	n, err := lz4.CompressBlock(b, out, nil)
	if err != nil || n == 0 {
		panic("lz4 did not compress")
	}
	return out[:n]
}

func manyTexts() []byte {
	var b []byte
	for range 100 {
		b = append(b, bombText...)
	}
	return b
}

// TestBomb reads back what was packed, and refuses what unpacks to other than it announces (bombs).
func TestBomb(t *testing.T) {
	b := manyTexts()
	n := uint64(len(b))
	z, l := packZSTD(b), packLZ4(b)
	bomb := packZSTD(make([]byte, 64<<20))
	for _, c := range []struct {
		name string
		fat  []byte
		ok   bool
	}{
		{"plain", container(packedEntry(KindPTX, 52, 0, 0, b)), true},
		{"zstd", container(packedEntry(KindPTX, 52, flagZSTD, n, z)), true},
		{"lz4", container(packedEntry(KindPTX, 52, flagLZ4, n, l)), true},
		{"zstd of more than announced", container(packedEntry(KindPTX, 52, flagZSTD, n-1, z)), false},
		{"lz4 of more than announced", container(packedEntry(KindPTX, 52, flagLZ4, n-1, l)), false},
		{"zstd bomb", container(packedEntry(KindPTX, 52, flagZSTD, 1000, bomb)), false},
		{"zstd bomb that announces nothing", container(packedEntry(KindPTX, 52, flagZSTD, 0, bomb)), false},
		{"lz4 announces a GiB", container(packedEntry(KindPTX, 52, flagLZ4, 1<<30, make([]byte, 20000))), false},
		{"zstd announces an exabyte", container(packedEntry(KindPTX, 52, flagZSTD, 1<<60, z)), false},
		{"many GiB in all", container(packedEntry(KindPTX, 90, flagZSTD, 1<<30, make([]byte, 20000)), packedEntry(KindPTX, 90, flagZSTD, 1<<30, make([]byte, 20000))), false},
		{"zstd garbage", container(packedEntry(KindPTX, 52, flagZSTD, 100, []byte("garbage"))), false},
		{"lz4 garbage", container(packedEntry(KindPTX, 52, flagLZ4, 100, []byte("\xff\xff\xff"))), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			es, err := Parse(c.fat)
			var got []byte
			if err == nil {
				got, err = es[0].Data()
			}
			if (err == nil) != c.ok || c.ok && string(got) != string(b) {
				t.Errorf("%d bytes, %v", len(got), err)
			}
		})
	}
}
