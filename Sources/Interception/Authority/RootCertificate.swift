/// The certificate that the programs of a run have to trust, besides the system's.
package struct RootCertificate: Sendable, Hashable {
    package let der: [UInt8]

    /// As PEM, with its lines of 64 characters (RFC 7468 §3).
    package var pem: String { PEM.text(of: der) }
}
