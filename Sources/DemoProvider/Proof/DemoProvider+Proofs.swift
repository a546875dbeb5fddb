import HTTPServer
import JOSE

extension DemoProvider {
    /// Puts other nonces in the place of those that proofs hold; the ones before may stay good until the next time.
    package func rotateProofNonces(keepingPrevious: Bool = false) throws(DemoProviderError) {
        do throws(JOSEError) {
            try proofNonces.rotate(keepingPrevious: keepingPrevious)
        } catch {
            throw .cryptographyFailed(String(describing: error))
        }
    }

    /// The thumbprint of the key that a token request proves to hold (RFC 9449 §5); `nil` for a request without proof.
    func proofKey(ofTokenRequest request: ServerRequest) throws(ErrorAnswer) -> String? {
        guard let policy = configuration.proofs else { return nil }
        guard request.headers[Proof.headerName] != nil else {
            guard !policy.isRequired else { throw ErrorAnswer(.invalidDPoPProof, "the request brings no proof") }
            return nil
        }
        do throws(Proof.Refusal) {
            return try prove(request, at: .issuer, token: nil, policy)
        } catch .invalid(let reason) {
            throw ErrorAnswer(.invalidDPoPProof, reason)
        } catch {
            throw ErrorAnswer(.useDPoPNonce, "the proof needs the nonce of this answer")
        }
    }

    /// Checks that the request proves to hold the key that its access token is bound to (RFC 9449 §7.1).
    func proofKey(of request: ServerRequest, with token: String, at server: Server) throws(BearerError) -> String {
        guard let policy = configuration.proofs else { throw .tokenMissing }
        guard request.headers[Proof.headerName] != nil else { throw .invalidProof("the request brings no proof") }
        do throws(Proof.Refusal) {
            return try prove(request, at: server, token: token, policy)
        } catch .invalid(let reason) {
            throw .invalidProof(reason)
        } catch {
            throw .proofNonceWanted
        }
    }

    private func prove(
        _ request: ServerRequest, at server: Server, token: String?, _ policy: ProofPolicy
    ) throws(Proof.Refusal) -> String {
        let proof = try Proof(of: request)
        let origin =
            switch server {
            case .issuer: issuer
            case .api: api
            }
        let purpose = Proof.Purpose(
            method: request.method, url: origin + request.path, token: token,
            nonces: policy.wantsNonce ? proofNonces.accepted(by: server) : nil)
        try proof.check(purpose, used: &usedProofs, at: clock.now)
        return proof.thumbprint
    }

    /// Lets whoever proves something know the nonce for the next time (RFC 9449 §8.2).
    func withProofNonce(_ response: ServerResponse, to request: ServerRequest, by server: Server) -> ServerResponse {
        guard configuration.proofs?.wantsNonce == true, request.headers[Proof.headerName] != nil else {
            return response
        }
        var response = response
        response.headers["DPoP-Nonce"] = proofNonces.current(of: server)
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}
