// MD2 (RFC 1319) and HMAC (RFC 2104), which the runtime's compatibility handshake asks for.
#include <string.h>

#include "ferry.h"

// A permutation of 0 to 255 made from the digits of pi (RFC 1319, 3.2).
static const unsigned char S[256] = {
	41, 46, 67, 201, 162, 216, 124, 1, 61, 54, 84, 161, 236, 240, 6, 19,
	98, 167, 5, 243, 192, 199, 115, 140, 152, 147, 43, 217, 188, 76, 130, 202,
	30, 155, 87, 60, 253, 212, 224, 22, 103, 66, 111, 24, 138, 23, 229, 18,
	190, 78, 196, 214, 218, 158, 222, 73, 160, 251, 245, 142, 187, 47, 238, 122,
	169, 104, 121, 145, 21, 178, 7, 63, 148, 194, 16, 137, 11, 34, 95, 33,
	128, 127, 93, 154, 90, 144, 50, 39, 53, 62, 204, 231, 191, 247, 151, 3,
	255, 25, 48, 179, 72, 165, 181, 209, 215, 94, 146, 42, 172, 86, 170, 198,
	79, 184, 56, 210, 150, 164, 125, 182, 118, 252, 107, 226, 156, 116, 4, 241,
	69, 157, 112, 89, 100, 113, 135, 32, 134, 91, 207, 101, 230, 45, 168, 2,
	27, 96, 37, 173, 174, 176, 185, 246, 28, 70, 97, 105, 52, 64, 126, 15,
	85, 71, 163, 35, 221, 81, 175, 58, 195, 92, 249, 206, 186, 197, 234, 38,
	44, 83, 13, 110, 133, 40, 132, 9, 211, 223, 205, 244, 65, 129, 77, 82,
	106, 220, 55, 200, 108, 193, 171, 250, 36, 225, 123, 8, 12, 189, 177, 74,
	120, 136, 149, 139, 227, 99, 232, 109, 233, 203, 213, 254, 59, 0, 29, 57,
	242, 239, 183, 14, 102, 88, 208, 228, 166, 119, 114, 248, 235, 117, 75, 10,
	49, 68, 80, 180, 143, 237, 31, 26, 219, 153, 141, 51, 159, 17, 131, 20,
};

struct md2 {
	unsigned char x[48], checksum[16], buf[16];
	unsigned n;
};

static void block(struct md2 *m, const unsigned char *in)
{
	for (int i = 0; i < 16; i++) {
		m->x[16 + i] = in[i];
		m->x[32 + i] = m->x[i] ^ in[i];
	}
	unsigned t = 0;
	for (unsigned round = 0; round < 18; round++) {
		for (int i = 0; i < 48; i++)
			t = m->x[i] ^= S[t];
		t = (t + round) & 0xff;
	}
	t = m->checksum[15];
	for (int i = 0; i < 16; i++)
		t = m->checksum[i] ^= S[in[i] ^ t];
}

static void add(struct md2 *m, const void *data, size_t len)
{
	const unsigned char *p = data;
	while (len-- > 0) {
		m->buf[m->n++] = *p++;
		if (m->n == 16) {
			m->n = 0;
			block(m, m->buf);
		}
	}
}

static void finish(struct md2 *m, unsigned char out[16])
{
	unsigned char pad = (unsigned char)(16 - m->n), fill[16], sum[16];
	memset(fill, pad, sizeof fill);
	add(m, fill, pad);
	memcpy(sum, m->checksum, 16);
	block(m, sum);
	memcpy(out, m->x, 16);
}

void ferry_hmac_md2(const unsigned char *key, size_t key_len, const void *data, size_t len, unsigned char out[16])
{
	unsigned char inner[16] = {0}, outer[16] = {0}, hash[16]; // MD2's block is 16 bytes
	memcpy(inner, key, key_len);
	memcpy(outer, key, key_len);
	for (int i = 0; i < 16; i++) {
		inner[i] ^= 0x36;
		outer[i] ^= 0x5c;
	}
	struct md2 m = {0};
	add(&m, inner, 16);
	add(&m, data, len);
	finish(&m, hash);
	struct md2 o = {0};
	add(&o, outer, 16);
	add(&o, hash, 16);
	finish(&o, out);
}
