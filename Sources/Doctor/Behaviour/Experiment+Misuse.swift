import Addresses
import FoundationEssentials
import JOSE
import SessionCore

extension Experiment {
    /// What the resource makes of tokens that are none for it.
    ///
    /// A refresh token and an ID token are dead by then. Two access tokens are alive: one that is narrow, and one for
    /// another resource, which is revoked at once; it comes last, for some providers end other sessions with it.
    package static let misuse = [
        Experiment(
            "narrow-scope", "a token without the scope", .rfc(6750, "3.1"),
            "A client asks for more scope at a 403 with insufficient_scope, and learns from it for which.",
            mend: "Answer a token that lacks the scope with 403, error=\"insufficient_scope\" and the scope.",
            announcing: "refreshes for less scope, and uses that token at the resource", of: .resourceServer
        ) { (ward) async throws(Halt) in
            let named = await ward.demandedScope
            let demanded = named.isEmpty ? ward.listedScope : named
            guard !demanded.isEmpty else { return nil }
            let session = try await ward.live()
            guard let token = session.refreshToken, let granted = session.tokens.scope ?? session.requestedScope,
                await ward.reception(of: session.tokens.accessToken).isOpen
            else { return .unknown("no token that it takes was had") }
            guard named.allSatisfy(granted.contains) else {
                return .unknown("it takes a token without \(demanded.filter { !granted.contains($0) }.listed)")
            }
            let rest = granted.filter { !demanded.contains($0) }
            guard !rest.isEmpty else { return .unknown("no scope is left without \(demanded.listed)") }
            ward.session = nil
            let outcome = try await ward.refresh(token, scope: rest)
            guard let narrow = outcome.granted else { return .unknown("the provider narrows none: \(outcome.words)") }
            let left = demanded.filter { granted.contains($0) && narrow.scope?.contains($0) != false }
            guard left.isEmpty else { return .unknown("the provider grants \(left.listed) all the same") }
            switch await ward.reception(of: narrow.accessToken) {
            case .taken(let answer) where answer.lacksScope, .refused(let answer) where answer.lacksScope:
                return answer.judged(for: narrow.scope)
            case .taken:
                return named.isEmpty
                    ? .unknown("taken without \(demanded.listed), which it lists and may not need")
                    : .fault("taken without \(demanded.listed)")
            case .refused(let answer):
                return .remark("\(answer.refusalInWords), where 403 insufficient_scope belongs")
            case .otherwise(let words): return .remark("it answers \(words), where 403 insufficient_scope belongs")
            case .unknown(let words): return .unknown(words)
            }
        },

        Experiment(
            "refresh-token-as-access", "a revoked refresh token as access token", .rfc(9068, "4"),
            "A resource that takes any token of its provider takes those that were made for others.",
            mend: "Take access tokens alone: look at typ, or ask the provider what a token is.",
            announcing: "revokes a refresh token, and sends it to the resource", endsSession: true, of: .resourceServer
        ) { (ward) async throws(Halt) in
            let session = try await ward.live()
            guard let token = session.refreshToken else { return nil }
            guard await ward.reception(of: session.tokens.accessToken).isOpen else {
                return .unknown("no token that it takes was had")
            }
            ward.session = nil
            do { try await ward.revoke(token, .refresh) } catch {
                return .unknown("not sent: it can't be revoked: \(error)")
            }
            let outcome = try await ward.refresh(token)
            // A refresh token that may be alive is sent to nobody but the provider.
            guard case .rejected(let error) = outcome, error.code == "invalid_grant" else {
                return .unknown("not sent: it is not known to be dead: \(outcome.words)")
            }
            return await ward.reception(of: token).sight
        },

        Experiment(
            "id-token-as-access", "an expired ID token as access token", .rfc(9068, "4"),
            "An ID token is for the client alone: where a resource takes it, every client's can be used there.",
            mend: "Take access tokens alone: look at typ and aud.",
            announcing: "sends an ID token to the resource, where it has expired", of: .resourceServer
        ) { (ward) async throws(Halt) in
            guard let token = ward.firstIDToken else { return nil }
            let end = (try? JWT.parse(token.reveal()))?.claims.expirationTime
            guard let end, end < ward.provider.channel.clock.now else {
                return .unknown("not sent: it has not expired")
            }
            let session = try await ward.live()
            guard await ward.reception(of: session.tokens.accessToken).isOpen else {
                return .unknown("no token that it takes was had")
            }
            return await ward.reception(of: token).sight
        },

        Experiment(
            "foreign-audience", "a token for another resource", .rfc(9068, "4"),
            "Where it is taken, every other resource of the provider can use its users' tokens here.",
            mend: "Refuse a token whose aud lacks this resource.",
            announcing: "signs in for the other resource, sends its living token to this one, and revokes it",
            of: .resourceServer
        ) { (ward) async throws(Halt) in
            guard let other = ward.otherResource else { return nil }
            guard ward.provider.configuration.proofKey == nil else { return .unknown("not sent: it is bound to a key") }
            let session = try await ward.live()
            guard await ward.reception(of: session.tokens.accessToken).isOpen else {
                return .unknown("no token that it takes was had")
            }
            let foreign: OwnSession
            do throws(Halt) {
                foreign = try await ward.signIn(for: other, asking: await ward.leastScope(of: session))
            } catch .noSession(let error) {
                return .unknown("no token for it was had: \(Halt.noSession(error))")
            }
            var sight = await ward.sight(ofForeign: foreign, besides: session)
            do { try await ward.endNow(foreign) } catch {
                sight = Sight(sight.verdict, "\(sight.seen); the token could not be revoked: \(error)")
            }
            return sight
        },
    ]
}

extension TokenReception {
    /// Of a token that the resource should refuse for what it is.
    fileprivate var sight: Sight {
        switch self {
        case .taken(let answer) where answer.lacksScope:
            .unknown("refused for its scope, so not known whether for what it is")
        case .taken(let answer): .fault("taken: it answers \(answer.status)")
        case .refused(let answer): .sound("refused: \(answer.refusalInWords)")
        case .otherwise(let words): .remark("it answers \(words), where 401 belongs")
        case .unknown(let words): .unknown(words)
        }
    }
}

/// By what an audience means the examined resource.
struct ExaminedAudience: Sendable {
    let url: URL
    /// What a token for it names, and what one asks the provider for.
    private let names: [String]
    /// What a provider may add to any token: userinfo, itself, the client.
    private let ofProvider: [String]

    init(url: URL, names: [String], ofProvider: [String]) {
        (self.url, self.ofProvider) = (url, ofProvider)
        let own = names.filter { !ofProvider.contains($0) }
        self.names = own.isEmpty ? names : own
    }

    /// Whether a token with that audience may be one for the resource, or for all below an address that has it.
    func isMeant(by audience: String) -> Bool {
        if names.contains(audience) || audience == url.absoluteString { return true }
        return !ofProvider.contains(audience) && URL(given: audience)?.covers(url) == true
    }
}

extension HTTPResponse {
    /// Whether a refusal for want of scope says which; `granted` is what the token has.
    fileprivate func judged(for granted: [String]?) -> Sight {
        guard let wanted = AuthenticationChallenge.token(in: headers)?.scope, !wanted.isEmpty else {
            return .remark("403 insufficient_scope, without the scope")
        }
        return wanted.allSatisfy { granted?.contains($0) == true }
            ? .remark("403 insufficient_scope, which asks for \(wanted.listed): the token has that")
            : .sound("403 insufficient_scope, with the scope")
    }

    /// Whether a token was refused for what it is: one that lacks scope may be refused for that alone.
    func isRefusal(ofTokenWith scope: [String]?, inPlaceOf right: [String]?) -> Bool {
        switch AuthenticationChallenge.token(in: headers)?.error {
        case "invalid_token": return true
        case "insufficient_scope": return false
        default:
            guard status != 401 else { return true }
            guard let scope, let right else { return false }
            return right.allSatisfy(scope.contains)
        }
    }
}

extension Ward {
    fileprivate func reception(of token: Secret) async -> TokenReception {
        let madeUp = await answer(to: Secret(Probe.madeUpToken))
        return TokenReception(await answer(to: token), besides: madeUp)
    }

    /// A session whose access token is for another resource (RFC 8707 §2).
    fileprivate mutating func signIn(for other: URL, asking scope: [String]) async throws(Halt) -> OwnSession {
        var client = provider.configuration
        (client.resources, client.scope) = ([other.absoluteString], scope)
        return try await signIn(
            ProviderChannel(configuration: client, directory: provider.directory, channel: provider.channel))
    }

    /// As little as a token needs at the resource, so that it is not refused for its scope.
    fileprivate func leastScope(of session: OwnSession) async -> [String] {
        let demanded = await demandedScope
        let granted = (session.grantedScope ?? []).filter { $0 != "offline_access" }
        return demanded.isEmpty ? granted : demanded
    }

    /// What the resource makes of a token that is seen to be for another one; no other is sent.
    fileprivate func sight(ofForeign foreign: OwnSession, besides right: OwnSession) async -> Sight {
        func audience(_ session: OwnSession) -> [String] {
            (try? JWT.parse(session.tokens.accessToken.reveal()))?.claims.audience ?? []
        }
        let named = audience(foreign)
        guard !named.isEmpty, let url = tokenQuestion?.url else { return .unknown("not sent: it names no audience") }
        let userInfo = try? await provider.url(of: .userInfo)
        let client = provider.configuration
        let examined = ExaminedAudience(
            url: url, names: audience(right) + client.resources,
            ofProvider: [client.issuer, client.clientID] + [userInfo?.absoluteString].compactMap(\.self))
        guard !named.contains(where: examined.isMeant) else {
            return .unknown("not sent: the provider issues it for \(named.listed) all the same")
        }
        let reception = await reception(of: foreign.tokens.accessToken)
        guard case .refused(let answer) = reception else { return reception.sight }
        guard answer.isRefusal(ofTokenWith: foreign.grantedScope, inPlaceOf: right.grantedScope) else {
            return .unknown("refused, perhaps for its scope, so not known whether its audience is looked at")
        }
        return reception.sight
    }

    /// Revokes a session of one experiment alone: the access token also where the other one can't be revoked.
    fileprivate func endNow(_ session: OwnSession) async throws(SessionError) {
        var failure: SessionError?
        if let token = session.refreshToken {
            do throws(SessionError) { try await revoke(token, .refresh) } catch { failure = error }
        }
        do throws(SessionError) { try await revoke(session.tokens.accessToken, .access) } catch {
            failure = failure ?? error
        }
        if let failure { throw failure }
    }

    /// The scope by which the resource refuses a token for want of it.
    fileprivate var demandedScope: [String] {
        get async {
            let refusal = await answer(to: Secret(Probe.madeUpToken))
            return refusal.flatMap { AuthenticationChallenge.token(in: $0.headers)?.scope } ?? []
        }
    }

    private func answer(to token: Secret) async -> HTTPResponse? {
        guard let tokenQuestion else { return nil }
        var request = tokenQuestion.request
        request.headers["Authorization"] = "Bearer \(token.reveal())"
        request.timeout = .seconds(10)
        request.endsAtEventStream = true
        return await resourceChannel.answer(to: request)
    }
}
