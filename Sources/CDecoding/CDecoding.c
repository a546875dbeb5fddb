#include "CDecoding.h"
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>

/* zlib.h: the layout of z_stream is part of its binary interface, and inflateInit2_ checks its size. */
struct stream {
    const unsigned char *next_in;
    unsigned avail_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *message;
    void *state, *(*allocate)(void *, unsigned, unsigned);
    void (*release)(void *, void *), *opaque;
    int data_type;
    unsigned long adler, reserved;
};

static struct {
    int (*begin)(struct stream *, int window, const char *version, int size);
    int (*inflate)(struct stream *, int flush);
    int (*end)(struct stream *);
    const char *(*version)(void);
} zlib;

static struct {
    void *(*create)(void *, void *, void *);
    int (*decode)(void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
    void (*destroy)(void *);
} brotli;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_libraries(void) {
    void *file = dlopen("libz.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (file) {
        zlib.begin = (__typeof__(zlib.begin)) dlsym(file, "inflateInit2_");
        zlib.inflate = (__typeof__(zlib.inflate)) dlsym(file, "inflate");
        zlib.end = (__typeof__(zlib.end)) dlsym(file, "inflateEnd");
        zlib.version = (__typeof__(zlib.version)) dlsym(file, "zlibVersion");
    }
    file = dlopen("libbrotlidec.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (file) {
        brotli.create = (__typeof__(brotli.create)) dlsym(file, "BrotliDecoderCreateInstance");
        brotli.decode = (__typeof__(brotli.decode)) dlsym(file, "BrotliDecoderDecompressStream");
        brotli.destroy = (__typeof__(brotli.destroy)) dlsym(file, "BrotliDecoderDestroyInstance");
    }
}

long console_decode_gzip(const unsigned char *bytes, size_t count, unsigned char *decoded, size_t capacity) {
    pthread_once(&once, open_libraries);
    if (!zlib.begin || !zlib.inflate || !zlib.end || !zlib.version || count > UINT_MAX || capacity > UINT_MAX) return -1;
    struct stream stream = {
        .next_in = bytes, .avail_in = (unsigned) count, .next_out = decoded, .avail_out = (unsigned) capacity,
    };
    /* 15 is the largest window, and 32 tells gzip from zlib by its head. */
    if (zlib.begin(&stream, 15 + 32, zlib.version(), (int) sizeof stream) != 0) return -1;
    int result = zlib.inflate(&stream, 2);
    long size = (long) (capacity - stream.avail_out);
    zlib.end(&stream);
    return result < 0 && size == 0 && count > 0 ? -1 : size;
}

long console_decode_brotli(const unsigned char *bytes, size_t count, unsigned char *decoded, size_t capacity) {
    pthread_once(&once, open_libraries);
    if (!brotli.create || !brotli.decode || !brotli.destroy) return -1;
    void *state = brotli.create(NULL, NULL, NULL);
    if (!state) return -1;
    size_t left = capacity;
    /* 0 is an error; what follows is the end, the need for more bytes, and the need for more room. */
    int result = brotli.decode(state, &count, &bytes, &left, &decoded, NULL);
    brotli.destroy(state);
    return result == 0 && left == capacity ? -1 : (long) (capacity - left);
}
