#include "CTLS.h"
#include <openssl/evp.h>
#include <openssl/x509v3.h>

static GENERAL_NAME *name_of(enum console_name_form form, const unsigned char *bytes, size_t count) {
    GENERAL_NAME *name = GENERAL_NAME_new();
    ASN1_STRING *text = ASN1_STRING_type_new(form == console_name_dns ? V_ASN1_IA5STRING : V_ASN1_OCTET_STRING);
    if (!name || !text || !ASN1_STRING_set(text, bytes, (int) count)) {
        GENERAL_NAME_free(name);
        ASN1_STRING_free(text);
        return NULL;
    }
    GENERAL_NAME_set0_value(name, form == console_name_dns ? GEN_DNS : GEN_IPADD, text);
    return name;
}

GENERAL_NAMES *console_names_new(void) { return GENERAL_NAMES_new(); }
void console_names_free(GENERAL_NAMES *names) { GENERAL_NAMES_free(names); }
int console_names_add(GENERAL_NAMES *names, enum console_name_form form, const unsigned char *bytes, size_t count) {
    GENERAL_NAME *name = name_of(form, bytes, count);
    if (name && sk_GENERAL_NAME_push(names, name)) return 1;
    GENERAL_NAME_free(name);
    return 0;
}

NAME_CONSTRAINTS *console_constraints_new(void) { return NAME_CONSTRAINTS_new(); }
void console_constraints_free(NAME_CONSTRAINTS *constraints) { NAME_CONSTRAINTS_free(constraints); }
int console_constraints_add(
    NAME_CONSTRAINTS *constraints, int is_excluded, enum console_name_form form, const unsigned char *bytes,
    size_t count)
{
    STACK_OF(GENERAL_SUBTREE) **subtrees =
        is_excluded ? &constraints->excludedSubtrees : &constraints->permittedSubtrees;
    if (!*subtrees && !(*subtrees = sk_GENERAL_SUBTREE_new_null())) return 0;
    GENERAL_SUBTREE *subtree = GENERAL_SUBTREE_new();
    GENERAL_NAME *name = name_of(form, bytes, count);
    if (!subtree || !name) {
        GENERAL_SUBTREE_free(subtree);
        GENERAL_NAME_free(name);
        return 0;
    }
    GENERAL_NAME_free(subtree->base);
    subtree->base = name;
    if (sk_GENERAL_SUBTREE_push(*subtrees, subtree)) return 1;
    GENERAL_SUBTREE_free(subtree);
    return 0;
}

static int add(X509 *certificate, int kind, void *value, int is_critical) {
    return X509_add1_ext_i2d(certificate, kind, value, is_critical, X509V3_ADD_DEFAULT) == 1;
}

int console_x509_add_names(X509 *certificate, GENERAL_NAMES *names) {
    return add(certificate, NID_subject_alt_name, names, 0);
}

int console_x509_add_constraints(X509 *certificate, NAME_CONSTRAINTS *constraints) {
    return add(certificate, NID_name_constraints, constraints, 1);
}

int console_x509_add_basic_constraints(X509 *certificate, long path_length) {
    BASIC_CONSTRAINTS *constraints = BASIC_CONSTRAINTS_new();
    if (!constraints) return 0;
    int is_set = 1;
    if (path_length >= 0) {
        constraints->ca = 0xff;
        constraints->pathlen = ASN1_INTEGER_new();
        is_set = constraints->pathlen && ASN1_INTEGER_set(constraints->pathlen, path_length);
    }
    int is_added = is_set && add(certificate, NID_basic_constraints, constraints, 1);
    BASIC_CONSTRAINTS_free(constraints);
    return is_added;
}

int console_x509_add_key_usage(X509 *certificate, int signs_certificates) {
    /* RFC 5280 §4.2.1.3: bit 0 is digitalSignature, bit 5 keyCertSign. */
    ASN1_BIT_STRING *usage = ASN1_BIT_STRING_new();
    int is_added = usage && ASN1_BIT_STRING_set_bit(usage, signs_certificates ? 5 : 0, 1)
        && add(certificate, NID_key_usage, usage, 1);
    ASN1_BIT_STRING_free(usage);
    return is_added;
}

int console_x509_add_server_authentication(X509 *certificate) {
    EXTENDED_KEY_USAGE *usage = EXTENDED_KEY_USAGE_new();
    /* OpenSSL's own objects of this kind are constants, which the list's release leaves alone. */
    int is_added = usage && sk_ASN1_OBJECT_push(usage, OBJ_nid2obj(NID_server_auth))
        && add(certificate, NID_ext_key_usage, usage, 0);
    EXTENDED_KEY_USAGE_free(usage);
    return is_added;
}

/* RFC 5280 §4.2.1.2: the SHA-1 hash of the public key, as a name of the key and no proof of anything. */
static ASN1_OCTET_STRING *key_id(X509 *certificate) {
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned count = 0;
    ASN1_OCTET_STRING *id = ASN1_OCTET_STRING_new();
    if (id && X509_pubkey_digest(certificate, EVP_sha1(), hash, &count) && ASN1_OCTET_STRING_set(id, hash, (int) count))
        return id;
    ASN1_OCTET_STRING_free(id);
    return NULL;
}

int console_x509_add_subject_key_id(X509 *certificate) {
    ASN1_OCTET_STRING *id = key_id(certificate);
    int is_added = id && add(certificate, NID_subject_key_identifier, id, 0);
    ASN1_OCTET_STRING_free(id);
    return is_added;
}

int console_x509_add_authority_key_id(X509 *certificate, X509 *issuer) {
    AUTHORITY_KEYID *authority = AUTHORITY_KEYID_new();
    int is_added = authority && (authority->keyid = key_id(issuer))
        && add(certificate, NID_authority_key_identifier, authority, 0);
    AUTHORITY_KEYID_free(authority);
    return is_added;
}
