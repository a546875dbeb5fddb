/// A signed JWT (RFC 7519) taken apart.
///
/// Decoding only: nothing about it is trusted before its `jws` verifies.
package struct JWT: Sendable, Hashable {
    package let jws: JWS
    package let claims: JWTClaims

    /// Throws a ``JOSEError`` that names the part or claim at fault.
    ///
    /// Where a claim is malformed, `JWS.parse` and `payloadObject` still show what was written.
    package static func parse(_ compact: some StringProtocol) throws(JOSEError) -> JWT {
        let jws = try JWS.parse(compact)
        return JWT(jws: jws, claims: try JWTClaims(try jws.payloadObject()))
    }
}
