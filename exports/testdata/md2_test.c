// MD2 against the vectors of RFC 1319, A.5, and HMAC against its definition (RFC 2104).
#include "md2.c"
#include <stdio.h>

static int hex_is(const unsigned char h[16], const char *want)
{
	char s[33];
	for (int i = 0; i < 16; i++) sprintf(s + 2 * i, "%02x", h[i]);
	if (strcmp(s, want) != 0) printf("%s, %s wanted\n", s, want);
	return strcmp(s, want) == 0;
}

static void md2(const void *p, size_t n, unsigned char out[16])
{
	struct md2 m = {0};
	add(&m, p, n);
	finish(&m, out);
}

int main(void)
{
	static const struct { const char *text, *hash; } v[] = {
		{"", "8350e5a3e24c153df2275c9f80692773"},
		{"a", "32ec01ec4a6dac72c0ab96fb34c0b5d1"},
		{"abc", "da853b0d3f88d99b30283a69e6ded6bb"},
		{"message digest", "ab4f496bfb2a530b219ff33031fe06b0"},
		{"abcdefghijklmnopqrstuvwxyz", "4e8ddff3650292ab5a4108c3aa47940b"},
		{"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "da33def2a42df13975352846c30338cd"},
		{"12345678901234567890123456789012345678901234567890123456789012345678901234567890", "d5976f79d83d3a0dc9806c3c66f3efd8"},
	};
	unsigned char h[16], w[16], buf[64];
	int ok = 1;
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		md2(v[i].text, strlen(v[i].text), h);
		ok &= hex_is(h, v[i].hash);
	}
	memset(buf, 0, sizeof buf);
	memcpy(buf, "key", 3);
	for (int i = 0; i < 16; i++) buf[i] ^= 0x36;
	memcpy(buf + 16, "some data", 9);
	md2(buf, 25, h);
	memset(buf, 0, 16);
	memcpy(buf, "key", 3);
	for (int i = 0; i < 16; i++) buf[i] ^= 0x5c;
	memcpy(buf + 16, h, 16);
	md2(buf, 32, w);
	ferry_hmac_md2((const unsigned char *)"key", 3, "some data", 9, h);
	ok &= memcmp(h, w, 16) == 0;
	puts(ok ? "ok" : "bad");
	return !ok;
}
