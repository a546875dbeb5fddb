import FoundationEssentials
import JOSE

extension ProviderChannel {
    /// Sends a request with a proof where tokens are bound to a key, and once more where the answer helps to a better
    /// one.
    ///
    /// `make` is called for each attempt: client assertions are unique as well.
    func send(
        for purpose: SessionError.Purpose, token: Secret? = nil, _ make: () async throws(SessionError) -> HTTPRequest
    ) async throws(SessionError) -> HTTPResponse {
        let request = try await make()
        guard let proofs = directory.proofs else { return try await channel.send(request, for: purpose) }
        let proved = try await self.proved(request, for: purpose, token: token, by: proofs)
        let response = try await channel.send(proved, for: purpose)
        guard proofs.learn(from: response, now: channel.clock.now) else { return response }
        let again = try await self.proved(try await make(), for: purpose, token: token, by: proofs)
        let second = try await channel.send(again, for: purpose)
        proofs.learn(from: second, now: channel.clock.now)
        return second
    }

    /// The request with a proof in place of any other.
    nonisolated(nonsending) func proved(
        _ request: HTTPRequest, for purpose: SessionError.Purpose, token: Secret?, by proofs: ProofIssuer
    ) async throws(SessionError) -> HTTPRequest {
        var request = request
        let id = try randomText(byteCount: 16)
        do {
            request.headers["DPoP"] = try await proofs.proof(
                for: request, token: token, id: id, now: channel.clock.now)
        } catch {
            throw SessionError(ofSigning: error, .proofKey, during: purpose)
        }
        return request
    }
}
