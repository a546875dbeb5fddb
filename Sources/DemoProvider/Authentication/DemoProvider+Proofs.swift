import HTTPServer
import JOSE

extension DemoProvider {
    /// Replaces the nonces for proofs; the previous ones may stay valid until the next rotation.
    package func rotateProofNonces(keepingPrevious: Bool = false) throws(DemoProviderError) {
        do throws(JOSEError) {
            try proofs.nonces.rotate(keepingPrevious: keepingPrevious)
        } catch {
            throw .cryptographyFailed(String(describing: error))
        }
    }

    /// The thumbprint of the key that a token request proves to hold (RFC 9449 §5); `nil` if it has no proof.
    func proofKey(ofTokenRequest request: ServerRequest) throws(ErrorAnswer) -> String? {
        guard let policy = configuration.proofs else { return nil }
        guard request.headers[KeyProof.headerName] != nil else {
            guard !policy.isRequired else { throw ErrorAnswer(.invalidDPoPProof, "the request has no DPoP proof") }
            return nil
        }
        do throws(KeyProof.Refusal) {
            return try prove(request, at: .issuer, token: nil, policy)
        } catch .invalid(let reason) {
            throw ErrorAnswer(.invalidDPoPProof, reason)
        } catch {
            throw ErrorAnswer(.useDPoPNonce, "the proof must contain the nonce of this answer")
        }
    }

    /// The thumbprint of the key that a request with this access token proves to hold (RFC 9449 §7.1).
    func proofKey(of request: ServerRequest, with token: String, at server: Server) throws(BearerError) -> String {
        guard let policy = configuration.proofs else { throw .tokenMissing }
        guard request.headers[KeyProof.headerName] != nil else { throw .invalidProof("the request has no DPoP proof") }
        do throws(KeyProof.Refusal) {
            return try prove(request, at: server, token: token, policy)
        } catch .invalid(let reason) {
            throw .invalidProof(reason)
        } catch {
            throw .proofNonceWanted
        }
    }

    private func prove(
        _ request: ServerRequest, at server: Server, token: String?, _ policy: ProofPolicy
    ) throws(KeyProof.Refusal) -> String {
        let proof = try KeyProof(of: request)
        let origin =
            switch server {
            case .issuer: issuer
            case .api: api
            }
        let purpose = KeyProof.Purpose(
            method: request.method, url: origin + request.path, token: token,
            nonces: policy.wantsNonce ? proofs.nonces.accepted(by: server) : nil)
        try proof.check(purpose, used: &proofs.used, at: clock.now)
        return proof.thumbprint
    }

    /// Adds the nonce for the next proof to the answer (RFC 9449 §8.2).
    func withProofNonce(_ response: ServerResponse, to request: ServerRequest, by server: Server) -> ServerResponse {
        guard configuration.proofs?.wantsNonce == true, request.headers[KeyProof.headerName] != nil else {
            return response
        }
        var response = response
        response.headers["DPoP-Nonce"] = proofs.nonces.current(of: server)
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
