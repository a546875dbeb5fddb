import Addresses
import FoundationEssentials
import SessionCore

extension Experiment {
    /// What an authorization code is good for; left out where the sign-in has none.
    static let code = [
        Experiment(
            "code-verifier", "a code without its verifier", .rfc(7636, "4.6"),
            "Without this check, whoever sees the redirect has the user's session.",
            mend: "Redeem no code without the verifier of its challenge.",
            announcing: "signs in and redeems the code without its verifier, then with it"
        ) { (ward) async throws(Halt) in
            guard let attempt = try await ward.grant() else { return nil }
            guard let grant = try? attempt.get() else { return .unknown(attempt.words) }
            let without = try await ward.redeem(grant, sendingVerifier: false)
            if let tokens = without.granted {
                ward.adopt(tokens, requestedScope: grant.scope)
                return .fault("redeemed without it")
            }
            guard without.isRefused else { return .unknown(without.words) }
            // Some providers spend a code at the first try, whatever comes of it.
            if let tokens = try await ward.redeem(grant).granted {
                ward.adopt(tokens, requestedScope: grant.scope)
            }
            return .sound("refused: \(without.words)")
        },

        Experiment(
            "code-twice", "a code that is used twice", .rfc(9700, "4.5"),
            "A code that is used again was stolen, so the tokens of its first use should die.",
            mend: "Redeem a code once; at a second time end what the first one brought.",
            announcing: "signs in and redeems the code twice", endsSession: true
        ) { (ward) async throws(Halt) in
            guard let attempt = try await ward.grant() else { return nil }
            guard let grant = try? attempt.get() else { return .unknown(attempt.words) }
            let first = try await ward.redeem(grant)
            guard let tokens = first.granted else { return .unknown(first.words) }
            let second = try await ward.redeem(grant)
            if let more = second.granted {
                ward.adopt(more, requestedScope: grant.scope)
                return .fault("redeemed twice")
            }
            guard second.isRefused else { return .unknown(second.words) }
            let isDead = await ward.isDead(tokens)
            if isDead == true { return .sound("refused the second time, and the first tokens are dead") }
            ward.adopt(tokens, requestedScope: grant.scope)
            return isDead == nil
                ? .sound("refused the second time") : .remark("refused the second time; the first tokens live on")
        },

        // A page that refuses may keep the browser, so it comes last.
        Experiment(
            "code-challenge", "a sign-in without PKCE", .rfc(9700, "2.1.1"),
            "Where the challenge can be removed from the link unnoticed, the verifier proves nothing.",
            mend: "Refuse a request without code_challenge, and a verifier without one.",
            announcing: "signs in without PKCE, and once more where a refusal may have spent the code; a page that "
                + "refuses is an answer too, within a minute each"
        ) { (ward) async throws(Halt) in
            if await ward.pushesRequests { return .unknown("the request is pushed, and not changed on the way") }
            guard let attempt = try await ward.grant(withoutChallenge: true) else { return nil }
            let grant: CodeGrant
            switch attempt {
            case .success(let granted): grant = granted
            case .failure(.signInDenied(let error)): return .sound("refused: \(Shown.cut(error.code, to: 80))")
            case .failure: return .unknown(attempt.words)
            }
            let outcome = try await ward.redeem(grant)
            if let tokens = outcome.granted {
                ward.adopt(tokens, requestedScope: grant.scope)
                return .fault("a code without a challenge is redeemed with a verifier")
            }
            guard outcome.isRefused else { return .unknown(outcome.words) }
            // No code is left behind: some providers take one of a client's codes for another.
            if let sight = try await ward.redeemedWithoutVerifier(grant).sight { return sight }
            guard let attempt = try await ward.grant(withoutChallenge: true) else { return nil }
            guard let fresh = try? attempt.get() else { return .unknown(attempt.words) }
            let last = try await ward.redeemedWithoutVerifier(fresh)
            if let sight = last.sight { return sight }
            let words = last.outcome.words
            return last.outcome.isRefused ? .sound("its code is refused: \(words)") : .unknown(words)
        },
    ]
}

extension Ward {
    /// Whether the authorization request goes to the provider ahead of the browser (RFC 9126).
    fileprivate var pushesRequests: Bool {
        get async {
            if provider.configuration.pushesAuthorizationRequests { return true }
            return (try? await provider.metadata().requiresPushedAuthorization) ?? false
        }
    }

    /// What comes of a code that was got without a challenge, where no verifier is sent either; with what that means
    /// where it is redeemed.
    fileprivate mutating func redeemedWithoutVerifier(
        _ grant: CodeGrant
    ) async throws(Halt) -> (outcome: TokenOutcome, sight: Sight?) {
        let outcome = try await redeem(grant, sendingVerifier: false)
        guard let tokens = outcome.granted else { return (outcome, nil) }
        adopt(tokens, requestedScope: grant.scope)
        return (outcome, .remark("it may be left out; a verifier without its challenge is refused"))
    }

    /// A code, or why none came; `nil` where the sign-in has none.
    fileprivate func grant(
        withoutChallenge: Bool = false
    ) async throws(Halt) -> Result<CodeGrant, SessionError>? {
        do {
            guard var flow = try makeFlow() as? AuthorizationCodeFlow else { return nil }
            if withoutChallenge {
                // A page of the provider sends nobody back.
                flow.timeout = min(flow.timeout, .seconds(60))
                flow.present = { [present = flow.present] url in await present(url.withoutChallenge ?? url) }
            }
            return .success(try await flow.grant(SignInContext(provider: provider)))
        } catch {
            let halt = Halt(error)
            guard case .noSession(let failure) = halt else { throw halt }
            return .failure(failure)
        }
    }
}

extension Result<CodeGrant, SessionError> {
    /// Why no code came: a clause.
    fileprivate var words: String {
        switch self {
        case .success: "granted"
        case .failure(let error): "no code came: \(error.wordsOfSignIn)"
        }
    }
}

extension TokenOutcome {
    /// Whether the code was refused, with whatever words.
    fileprivate var isRefused: Bool {
        switch self {
        case .rejected, .refused, .doubtful: true
        case .failed(.server(let status, _, _, _)): StatusMeaning(status) == .refusal
        default: false
        }
    }
}

extension URL {
    /// The link of a sign-in as it is after somebody removed its PKCE.
    fileprivate var withoutChallenge: URL? {
        let names = ["code_challenge", "code_challenge_method"]
        let items = FormParameters(decoding: query(percentEncoded: true) ?? "").items
        let rest = FormParameters(items.filter { !names.contains($0.name) })
        return URL(given: absoluteString.prefix { $0 != "?" } + "?" + rest.query)
    }
}
