import FoundationEssentials
import SessionCore

/// A place where access tokens are tried, which was seen to tell a good token from a made-up one.
struct TokenWitness: Sendable {
    enum Place: Sendable {
        case userInfo
        case resource(ResourceQuestion)
    }

    let place: Place
    /// The status of its answer to a new token.
    let accepted: Int
    /// The status of its answer to a made-up one.
    let refused: Int

    /// Whether an answer of that status accepts the token; `nil` where it says nothing of it.
    func accepts(_ status: Int) -> Bool? {
        if status == accepted || StatusMeaning(status) == .success { return true }
        return status == refused || status == 401 ? false : nil
    }
}

extension Ward {
    /// Where tokens may be tried, the best first.
    private var places: [TokenWitness.Place] {
        get async {
            let userInfo: [TokenWitness.Place] = (try? await provider.url(of: .userInfo)) == nil ? [] : [.userInfo]
            // A resource's question has no proof of a key.
            guard let resource, provider.configuration.proofKey == nil else { return userInfo }
            return userInfo + [.resource(resource)]
        }
    }

    /// Looks for the witness of a new token; returns `nil` where there is one, else why nothing tells.
    mutating func findWitness(for tokens: TokenResponse, scope: [String]) async -> Sight? {
        var refusal: Sight?
        for place in await places {
            guard let status = await status(of: tokens.accessToken, at: place) else { continue }
            if case .userInfo = place, StatusMeaning(status) != .success {
                // Userinfo is for those who asked for openid.
                if status == 401, scope.contains("openid") { refusal = .fault("refused by userinfo") }
                continue
            }
            if status == 401 {
                refusal = .fault("refused by the resource")
                continue
            }
            guard let other = await self.status(of: Secret(Probe.madeUpToken), at: place) else { continue }
            guard other != status, !(StatusMeaning(other) == .success && StatusMeaning(status) == .success) else {
                continue
            }
            witness = TokenWitness(place: place, accepted: status, refused: other)
            return nil
        }
        return refusal ?? .unknown("neither userinfo nor a resource tells it from a made-up one")
    }

    /// Whether an access token is accepted now; `nil` where that can't be seen.
    func accepts(_ token: Secret) async -> Bool? {
        guard let witness, let status = await status(of: token, at: witness.place) else { return nil }
        return witness.accepts(status)
    }

    /// Whether an access token that should be dead by now is; `nil` where that can't be seen, as when it has expired.
    func isDead(_ tokens: TokenResponse) async -> Bool? {
        let hasExpired = tokens.endsAt.map { $0 <= provider.channel.clock.uptime } ?? false
        return hasExpired ? nil : await accepts(tokens.accessToken).map { !$0 }
    }

    /// The status of a place's answer to a token; `nil` where none came, or one of the moment.
    private func status(of token: Secret, at place: TokenWitness.Place) async -> Int? {
        switch place {
        case .userInfo:
            switch await UserInfoEndpoint(provider).fetch(accessToken: token, subject: nil) {
            case .fetched: return 200
            case .unauthorized: return 401
            case .tokenRejected: return 403
            case .failed(.server(let status, _, _, _)): return StatusMeaning(status) == .temporary ? nil : status
            case .failed(.refused(let error, _)): return error.status
            case .failed: return nil
            }
        case .resource(let question):
            var request = question.request
            request.headers["Authorization"] = "Bearer \(token.reveal())"
            request.timeout = .seconds(10)
            request.endsAtEventStream = true
            guard let status = await resourceChannel.answer(to: request)?.status else { return nil }
            return StatusMeaning(status) == .temporary ? nil : status
        }
    }
}

extension Channel {
    /// A resource's answer to a request, and not one that is about what its connection had left.
    func answer(to request: HTTPRequest) async -> HTTPResponse? {
        let answer = try? await send(request, for: .request)
        guard answer?.mayBeOfItsConnection == true else { return answer }
        return try? await send(request, for: .request)
    }
}
