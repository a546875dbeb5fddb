import COpenSSL
import CTLS

/// What a certificate is to say; X.509 version 3 (RFC 5280 §4.1).
struct CertificateDraft {
    /// What the certificate's key may do.
    enum Role {
        /// Signs certificates for these hosts and no others, over so many further authorities at most.
        case authority(of: WatchList, pathLength: Int)
        /// Serves TLS as these hosts.
        case server([WatchedHost])
    }

    var role: Role
    /// The subject's attributes by OpenSSL's number of their type.
    ///
    /// No common name: clients hold one against the constraints of DNS names, whatever the certificate is for.
    var subject: [(type: CInt, text: String)]
    var validity: Validity

    init(_ role: Role, unit: String, validity: Validity) {
        self.role = role
        subject = [(NID_organizationName, "session-console"), (NID_organizationalUnitName, unit)]
        self.validity = validity
    }

    /// Signs with the key of the certificate itself.
    func selfSigned(_ key: borrowing PrivateKey) throws(InterceptionError) -> SignedCertificate {
        let certificate = try unsigned(for: key)
        try Self.check(X509_set_issuer_name(certificate.pointer, X509_get_subject_name(certificate.pointer)))
        return try sign(certificate, with: key)
    }

    func signed(
        for key: borrowing PrivateKey, by issuer: borrowing SignedCertificate, with issuerKey: borrowing PrivateKey
    ) throws(InterceptionError) -> SignedCertificate {
        let certificate = try unsigned(for: key)
        try Self.check(X509_set_issuer_name(certificate.pointer, X509_get_subject_name(issuer.pointer)))
        try Self.check(console_x509_add_authority_key_id(certificate.pointer, issuer.pointer))
        return try sign(certificate, with: issuerKey)
    }

    private func sign(
        _ certificate: consuming SignedCertificate, with key: borrowing PrivateKey
    ) throws(InterceptionError) -> SignedCertificate {
        try Self.check(X509_sign(certificate.pointer, key.pointer, EVP_sha256()))
        return certificate
    }

    private func unsigned(for key: borrowing PrivateKey) throws(InterceptionError) -> SignedCertificate {
        guard let pointer = X509_new() else { throw .takeOpenSSL() }
        let certificate = SignedCertificate(owning: pointer)
        try Self.check(X509_set_version(pointer, 2))
        try setSerial(of: pointer)
        try setTimes(of: pointer)
        let name = X509_get_subject_name(pointer)
        for (type, text) in subject {
            let bytes = Array(text.utf8)
            try Self.check(
                X509_NAME_add_entry_by_NID(name, type, MBSTRING_UTF8, bytes, CInt(clamping: bytes.count), -1, 0))
        }
        try Self.check(X509_set_pubkey(pointer, key.pointer))
        try addExtensions(to: pointer)
        return certificate
    }

    /// RFC 5280 §4.1.2.2: positive, and at most 20 bytes; 127 random bits here.
    private func setSerial(of certificate: OpaquePointer) throws(InterceptionError) {
        guard let number = BN_new() else { throw .takeOpenSSL() }
        defer { BN_free(number) }
        try Self.check(BN_rand(number, 127, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY))
        guard BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil else { throw .takeOpenSSL() }
    }

    private func setTimes(of certificate: OpaquePointer) throws(InterceptionError) {
        guard ASN1_TIME_set(X509_getm_notBefore(certificate), validity.notBefore) != nil,
            ASN1_TIME_set(X509_getm_notAfter(certificate), validity.notAfter) != nil
        else { throw .takeOpenSSL() }
    }

    private func addExtensions(to certificate: OpaquePointer) throws(InterceptionError) {
        switch role {
        case .authority(let hosts, let pathLength):
            try Self.check(console_x509_add_basic_constraints(certificate, pathLength))
            try Self.check(console_x509_add_key_usage(certificate, 1))
            if !hosts.isOfAll {
                let constraints = try NameConstraints.allowing(hosts)
                try Self.check(console_x509_add_constraints(certificate, constraints.pointer))
            }
        case .server(let hosts):
            try Self.check(console_x509_add_basic_constraints(certificate, -1))
            try Self.check(console_x509_add_key_usage(certificate, 0))
            if !hosts.isEmpty {
                let names = try SubjectNames.of(hosts)
                try Self.check(console_x509_add_names(certificate, names.pointer))
            }
        }
        try Self.check(console_x509_add_server_authentication(certificate))
        try Self.check(console_x509_add_subject_key_id(certificate))
    }

    private static func check(_ result: CInt) throws(InterceptionError) {
        guard result > 0 else { throw .takeOpenSSL() }
    }
}
