#pragma once
#if !__has_include(<openssl/evp.h>)
#error "<openssl/evp.h> is missing: install libssl-dev (Debian, Ubuntu) or openssl-devel (Fedora)"
#endif
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>

// Swift imports neither variadic functions nor the macros that call them.
static inline EVP_PKEY *console_generate_rsa(size_t bits) { return EVP_PKEY_Q_keygen(NULL, NULL, "RSA", bits); }
static inline EVP_PKEY *console_generate_ec(const char *curve) { return EVP_PKEY_Q_keygen(NULL, NULL, "EC", curve); }
static inline EVP_PKEY *console_generate_ed25519(void) { return EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"); }

// Nor macros that combine others.
static const int console_public_key = EVP_PKEY_PUBLIC_KEY;
static const int console_key_pair = EVP_PKEY_KEYPAIR;

// The old interface hashes without a provider, which costs OpenSSL half a millisecond to load: a program that only
// names a token by its hash is done by then.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
static inline int console_sha256(const unsigned char *bytes, size_t count, unsigned char *hash) {
    SHA256_CTX context;
    return SHA256_Init(&context) && SHA256_Update(&context, bytes, count) && SHA256_Final(hash, &context);
}
#pragma GCC diagnostic pop
