import JOSE

extension Session {
    /// Verifies the signature of a token with the provider's keys, which are fetched anew; the token itself is not
    /// sent.
    ///
    /// Of an SD-JWT (RFC 9901) that is the issuer's signature. The claims are not checked, but for the issuer, whose
    /// keys they are.
    package func verifySignature(of token: Secret) async -> TokenTrust {
        let jws: JWS
        let issuer: String?
        do throws(JOSEError) {
            jws = try JWS.parse(issuerSignedPartOf: token.reveal())
            issuer = try jws.payloadObject()["iss"]?.string
        } catch {
            return .notChecked(error.clause)
        }
        let provider = provider(scope(generation: machine.generation, cause: nil))
        guard issuer?.hasSameBytes(as: provider.configuration.issuer) == true else {
            let found = issuer.map { "its issuer \(Shown.cut($0))" } ?? "a token without iss"
            return .notChecked("no keys are known for \(found)")
        }
        do throws(SessionError) {
            return try await SignatureVerifier(provider).trustByFetchedKeys(in: jws)
        } catch {
            return .notChecked("cancelled")
        }
    }
}
