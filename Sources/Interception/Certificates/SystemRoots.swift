import FoundationEssentials

/// The file with the root certificates that programs of this system trust.
enum SystemRoots {
    /// Where distributions keep it.
    static let usualPaths = [
        // Debian, Ubuntu, Alpine, Arch.
        "/etc/ssl/certs/ca-certificates.crt",
        // Fedora, RHEL.
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
        // openSUSE.
        "/etc/ssl/ca-bundle.pem",
        // Alpine without ca-certificates.
        "/etc/ssl/cert.pem",
    ]

    /// The content of the file that `SSL_CERT_FILE` names, or of the first of the usual ones that has certificates.
    static func read(
        _ environment: [String: String], usualPaths: [String] = usualPaths
    ) throws(InterceptionError) -> Roots {
        if let path = named(environment) {
            guard let roots = Roots(path: path) else { throw .noSystemCertificates(path) }
            return roots
        }
        for path in usualPaths {
            if let roots = Roots(path: path) { return roots }
        }
        throw .noSystemCertificates(nil)
    }

    /// The file that is read, if there is one.
    static func path(_ environment: [String: String], usualPaths: [String] = usualPaths) -> String? {
        named(environment) ?? usualPaths.first { FileManager.default.fileExists(atPath: $0) }
    }

    private static func named(_ environment: [String: String]) -> String? {
        environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The root certificates of a file.
struct Roots: Sendable, Hashable {
    /// The file as it is, with its comments.
    let text: [UInt8]
    /// In DER.
    let certificates: [[UInt8]]

    /// `nil` where the file has no certificate in PEM.
    init?(path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        text = Array(data)
        certificates = PEM.certificates(in: text)
        guard !certificates.isEmpty else { return nil }
    }
}
