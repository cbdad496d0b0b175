package cache

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

func open(t *testing.T, c Config) *Cache {
	t.Helper()
	x, err := Open(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

func TestGetPut(t *testing.T) {
	dir := t.TempDir()
	c := open(t, Config{Dir: dir, MaxSize: 1 << 20})
	k := KeyOf([]byte("a"), []byte("b"))
	if c.Get(k) != nil {
		t.Fatal("an empty cache answers")
	}
	c.Put(k, []byte("value"))
	if got := c.Get(k); string(got) != "value" {
		t.Fatalf("got %q", got)
	}
	if KeyOf([]byte("ab")) == k || KeyOf([]byte("a"), []byte("b"), nil) == k {
		t.Fatal("parts run into each other")
	}
	again := open(t, Config{Dir: dir, MaxSize: 1 << 20})
	if got := again.Get(k); string(got) != "value" {
		t.Fatalf("reopened: got %q", got)
	}
}

func TestOff(t *testing.T) {
	for _, c := range []Config{{}, {Dir: t.TempDir(), Disabled: true, MaxSize: 1}, {Dir: t.TempDir()}} {
		x, err := Open(c)
		if x != nil || err != nil {
			t.Fatalf("%+v: %v, %v", c, x, err)
		}
		x.Put(Key{}, []byte("x"))
		if x.Get(Key{}) != nil {
			t.Fatal("nil cache answers")
		}
	}
	// A folder that cannot be made is an error to log, not a cache.
	f := filepath.Join(t.TempDir(), "file")
	os.WriteFile(f, nil, 0o600)
	if x, err := Open(Config{Dir: filepath.Join(f, "sub"), MaxSize: 1}); x != nil || err == nil {
		t.Fatal("a cache under a file")
	}
}

func TestEviction(t *testing.T) {
	c := open(t, Config{Dir: t.TempDir(), MaxSize: 1000})
	for i := range 20 {
		c.Put(KeyOf([]byte{byte(i)}), bytes.Repeat([]byte{byte(i)}, 100))
	}
	n := 0
	for i := range 20 {
		if c.Get(KeyOf([]byte{byte(i)})) != nil {
			n++
		}
	}
	if n != 10 {
		t.Fatalf("%d values of 100 bytes in 1000", n)
	}
	if c.Get(KeyOf([]byte{19})) == nil {
		t.Fatal("the newest is gone")
	}
	c.Put(KeyOf([]byte("big")), make([]byte, 1001))
	if c.Get(KeyOf([]byte("big"))) != nil {
		t.Fatal("a value larger than the cache is kept")
	}
}

func TestDamage(t *testing.T) {
	k := KeyOf([]byte("k"))
	for name, spoil := range map[string]func(file string){
		"garbage":   func(f string) { os.WriteFile(f, bytes.Repeat([]byte("garbage!"), 4096), 0o600) },
		"truncated": func(f string) { os.Truncate(f, 100) },
		"empty":     func(f string) { os.Truncate(f, 0) },
		"header": func(f string) {
			b, _ := os.ReadFile(f)
			for i := 100; i < len(b); i++ {
				b[i] ^= 0x5a
			}
			os.WriteFile(f, b, 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			c := open(t, Config{Dir: dir, MaxSize: 1 << 20})
			c.Put(k, []byte("value"))
			c.Close()
			os.Remove(filepath.Join(dir, "objects.sqlite-wal"))
			spoil(filepath.Join(dir, "objects.sqlite"))
			c = open(t, Config{Dir: dir, MaxSize: 1 << 20})
			if got := c.Get(k); got != nil && string(got) != "value" {
				t.Fatalf("got %q", got)
			}
			c.Put(k, []byte("again"))
			if got := c.Get(k); string(got) != "again" {
				t.Fatalf("after damage: got %q", got)
			}
		})
	}
}

// TestValueDamage changes a stored value behind the cache's back: its sum finds it.
func TestValueDamage(t *testing.T) {
	c := open(t, Config{Dir: t.TempDir(), MaxSize: 1 << 20})
	k := KeyOf([]byte("k"))
	c.Put(k, []byte("value"))
	if _, err := c.db.Exec("UPDATE object SET value = ?", []byte("valuf")); err != nil {
		t.Fatal(err)
	}
	if got := c.Get(k); got != nil {
		t.Fatalf("got %q", got)
	}
}

// TestProcesses has several processes write and read the same file.
func TestProcesses(t *testing.T) {
	if dir := os.Getenv("FERRY_CACHE_TEST_DIR"); dir != "" {
		c, err := Open(Config{Dir: dir, MaxSize: 1 << 20})
		if err != nil {
			fmt.Println("open:", err)
			os.Exit(1)
		}
		for i := range 50 {
			k := KeyOf([]byte{byte(i)})
			c.Put(k, []byte{byte(i), 1, 2})
			if got := c.Get(k); got != nil && !bytes.Equal(got, []byte{byte(i), 1, 2}) {
				fmt.Println("wrong value", got)
				os.Exit(1)
			}
		}
		os.Exit(0)
	}
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			cmd := exec.Command(os.Args[0], "-test.run=TestProcesses")
			cmd.Env = append(os.Environ(), "FERRY_CACHE_TEST_DIR="+dir)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		}()
	}
	wg.Wait()
	c := open(t, Config{Dir: dir, MaxSize: 1 << 20})
	for i := range 50 {
		if c.Get(KeyOf([]byte{byte(i)})) == nil {
			t.Errorf("value %d is not there", i)
		}
	}
}

func TestEnvironment(t *testing.T) {
	for _, x := range []struct {
		env  map[string]string
		want Config
	}{
		{map[string]string{"HOME": "/h"}, Config{Dir: "/h/.cache/ferry", MaxSize: DefaultMaxSize}},
		{map[string]string{"HOME": "/h", "XDG_CACHE_HOME": "/x"}, Config{Dir: "/x/ferry", MaxSize: DefaultMaxSize}},
		{map[string]string{"CUDA_CACHE_PATH": "/c", "CUDA_CACHE_MAXSIZE": "100"}, Config{Dir: "/c", MaxSize: 100}},
		{map[string]string{"CUDA_CACHE_PATH": "/c", "FERRY_CACHE_PATH": "/f"}, Config{Dir: "/f", MaxSize: DefaultMaxSize}},
		{map[string]string{"CUDA_CACHE_DISABLE": "1"}, Config{MaxSize: DefaultMaxSize, Disabled: true}},
		{map[string]string{"CUDA_CACHE_DISABLE": "0", "CUDA_CACHE_MAXSIZE": "x"}, Config{MaxSize: DefaultMaxSize}},
	} {
		got, err := FromEnvironment(func(n string) string { return x.env[n] })
		if got != x.want {
			t.Errorf("%v: got %+v, want %+v", x.env, got, x.want)
		}
		if wrong := x.env["CUDA_CACHE_MAXSIZE"] == "x"; wrong != (err != nil) {
			t.Errorf("%v: complaint %v", x.env, err)
		}
	}
}
