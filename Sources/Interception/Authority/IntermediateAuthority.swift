/// The intermediate authority, which signs the hosts' certificates, below a root that can sign nothing more.
///
/// Clients trust the root, whose key signed this one and was freed. The root alone would not do: a client need not hold
/// the constraints of a trust anchor against anything (RFC 5280 §6.1.1), and Java accepts any host from it.
struct IntermediateAuthority: ~Copyable {
    let root: RootCertificate
    let certificate: SignedCertificate
    private let key: PrivateKey

    init(for hosts: WatchList, validity: Validity) throws(InterceptionError) {
        // It is freed when this function returns.
        let rootKey = try PrivateKey()
        let root = try CertificateDraft(
            .authority(of: hosts, pathLength: 1), unit: "root of one watch", validity: validity
        ).selfSigned(rootKey)
        let key = try PrivateKey()
        let draft = CertificateDraft(
            .authority(of: hosts, pathLength: 0), unit: "signer of one watch", validity: validity)
        let certificate = try draft.signed(for: key, by: root, with: rootKey)
        self.root = RootCertificate(der: try root.der())
        self.certificate = certificate
        self.key = key
    }

    /// Signs whatever it is given, for a key of its own.
    func leaf(_ draft: CertificateDraft) throws(InterceptionError) -> Leaf {
        let key = try PrivateKey()
        return Leaf(certificate: try draft.signed(for: key, by: certificate, with: self.key), key: key)
    }

    func serverContext(for host: WatchedHost, _ draft: CertificateDraft) throws(InterceptionError) -> ServerContext {
        let leaf = try leaf(draft)
        return try ServerContext(for: host, certificate: leaf.certificate, issuer: certificate, key: leaf.key)
    }
}

/// A host's certificate and its key.
struct Leaf: ~Copyable {
    let certificate: SignedCertificate
    let key: PrivateKey
}
