import COpenSSL
import Glibc
@testable import Interception
import Testing

/// Verifies a server's certificate as an OpenSSL client does that trusts one root, and is sent the signer's
/// certificate.
///
/// Returns OpenSSL's `X509_V_…`, which is 0 where the certificate is accepted.
func verification(
    of leaf: borrowing Leaf, for host: WatchedHost, by signer: borrowing IntermediateAuthority, at now: Int = time(nil)
) throws -> CInt {
    let root = SignedCertificate(owning: try #require(decoded(signer.root.der)))
    let store = X509_STORE_new()
    defer { X509_STORE_free(store) }
    X509_STORE_add_cert(store, root.pointer)
    let chain = OPENSSL_sk_new_null()
    defer { OPENSSL_sk_free(chain) }
    OPENSSL_sk_push(chain, UnsafeRawPointer(signer.certificate.pointer))
    let context = X509_STORE_CTX_new()
    defer { X509_STORE_CTX_free(context) }
    X509_STORE_CTX_init(context, store, leaf.certificate.pointer, chain)
    X509_STORE_CTX_set_default(context, "ssl_server")
    X509_STORE_CTX_set_time(context, 0, now)
    let parameters = X509_STORE_CTX_get0_param(context)
    switch host {
    case .name(let name): X509_VERIFY_PARAM_set1_host(parameters, name, name.utf8.count)
    case .address(let bytes): X509_VERIFY_PARAM_set1_ip(parameters, bytes, bytes.count)
    }
    return X509_verify_cert(context) == 1 ? X509_V_OK : X509_STORE_CTX_get_error(context)
}

func decoded(_ der: [UInt8]) -> OpaquePointer? {
    der.withUnsafeBufferPointer { bytes in
        var position = bytes.baseAddress
        return d2i_X509(nil, &position, bytes.count)
    }
}

/// What `openssl x509 -text` prints.
func text(of certificate: borrowing SignedCertificate) -> String {
    let memory = BIO_new(BIO_s_mem())
    defer { BIO_free(memory) }
    X509_print(memory, certificate.pointer)
    var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(memory))
    BIO_read(memory, &bytes, CInt(bytes.count))
    return String(decoding: bytes, as: UTF8.self)
}
