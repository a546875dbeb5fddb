import FoundationEssentials
import JOSE

extension Provider {
    /// Sends a request with a proof where tokens are bound to a key, and once more where the answer helps to a better one.
    ///
    /// `make` is called for each attempt: client assertions are unique as well.
    func send(
        for purpose: SessionError.Purpose, token: Secret? = nil, _ make: () async throws(SessionError) -> HTTPRequest
    ) async throws(SessionError) -> HTTPResponse {
        let request = try await make()
        guard let proofs = directory.proofs else { return try await channel.send(request, for: purpose) }
        let response = try await channel.send(try proved(request, token: token, by: proofs), for: purpose)
        guard proofs.learn(from: response, now: channel.clock.now) else { return response }
        let second = try await channel.send(try proved(try await make(), token: token, by: proofs), for: purpose)
        proofs.learn(from: second, now: channel.clock.now)
        return second
    }

    /// The request with a proof in place of any other.
    func proved(
        _ request: HTTPRequest, token: Secret?, by proofs: ProofIssuer
    ) throws(SessionError) -> HTTPRequest {
        var request = request
        let id = try randomText(byteCount: 16)
        do {
            request.headers["DPoP"] = try proofs.proof(for: request, token: token, id: id, now: channel.clock.now)
        } catch {
            throw .invalidConfiguration(setting: .proofKey, reason: error.clause)
        }
        return request
    }
}
