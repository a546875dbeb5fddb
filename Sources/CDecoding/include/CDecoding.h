#pragma once
#include <stddef.h>

/* The two libraries come with libcurl. They are opened when they are needed, as libcurl is, and have no headers here. */

/// Decodes gzip, or zlib's own form, as far as the bytes go and there is room; returns how many bytes came out, or -1
/// where the library is missing or what came first is something else.
long console_decode_gzip(const unsigned char *bytes, size_t count, unsigned char *decoded, size_t capacity);
/// The same for brotli.
long console_decode_brotli(const unsigned char *bytes, size_t count, unsigned char *decoded, size_t capacity);
