public import FoundationEssentials

/// The authorization code flow with PKCE (RFC 6749 §4.1, RFC 7636, RFC 8252), through a browser.
///
/// Every sign-in makes up its own `state`, `nonce` and code verifier. Redirects that belong to another attempt are
/// ignored. The receivers are closed, and their ports free, when the sign-in has ended in whatever way.
public struct AuthorizationCodeFlow: SignInFlow {
    /// `code`.
    public let name = SignInFlowName.code.rawValue
    /// How many strays of one receiver become events: any program on this machine can send them without end.
    private static let toldStrays = 16
    /// Where the redirect may arrive; the first names the redirect URI, and the first to get the response wins.
    public var receivers: [any RedirectReceiver]
    /// Receives the authorization URL, to open it in a browser or to show it; its task is cancelled with the sign-in.
    ///
    /// Called a second time where the provider refuses the request as it is, and no receiver can send the browser on
    /// to another one: see ``prompt``.
    public var present: @Sendable (URL) async -> Void
    /// The `prompt` values; empty leaves the parameter out.
    ///
    /// `nil`, the default, asks for `consent` where `offline_access` is in the scope, without which many providers
    /// issue no refresh token (OpenID Connect Core §11), and for `login` with ``asksAgain``. Where a provider calls
    /// both together an invalid request, another attempt asks for `login` alone. A value is left out where the provider
    /// lists those that it knows, and not this one.
    public var prompt: [String]?
    /// Whether the provider asks the person to sign in again, whatever session the browser has there; off by default.
    ///
    /// Meant for a sign-in after a sign-out. Adds `login` to the default of ``prompt``.
    public var asksAgain = false
    /// How long ago the person may have signed in at the provider; what comes back is checked against it.
    public var maxAge: Duration?
    /// The authentication contexts asked for, best first (RFC 9470 for those that an API demands).
    public var acrValues: [String] = []
    /// Scope values asked for besides those of the configuration, as where an API demands more (RFC 6750 §3.1).
    public var additionalScope: [String] = []
    /// Whom to sign in (`login_hint`, OpenID Connect Core §3.1.2.1); `nil` leaves the parameter out.
    public var loginHint: String?
    /// Further parameters of the authorization request; those of ``reservedParameters`` are left out.
    public var extraParameters: FormParameters = [:]
    /// How long to wait for the redirect; 5 minutes by default.
    public var timeout = Self.defaultTimeout

    /// How long a flow waits for the redirect unless ``timeout`` says otherwise: 5 minutes.
    public static let defaultTimeout = Duration.seconds(300)
    /// The parameters that make the protocol safe, or say what the flow can read: the caller can't set them.
    public static let reservedParameters: Set<String> = [
        "response_type", "response_mode", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge",
        "code_challenge_method", "dpop_jkt", "request", "request_uri",
    ]

    /// Creates a flow.
    /// - Parameters:
    ///   - receivers: At least one; all are opened, and the first names the redirect URI.
    ///   - present: Given the authorization URL; its task is cancelled when the sign-in ends.
    public init(receivers: [any RedirectReceiver], present: @escaping @Sendable (URL) async -> Void) {
        self.receivers = receivers
        self.present = present
    }

    /// Signs in through a browser.
    public func signIn(_ context: SignInContext) async throws -> SignInResult {
        try await closingReceivers {
            let grant = try await receive(context)
            let tokens = try await grant.redeem(at: context.provider).tokens()
            return try await context.validated(
                tokens, requestedScope: grant.scope,
                expecting: IDTokenExpectation(nonce: grant.nonce, maxAge: maxAge))
        }
    }

    /// Signs in as far as a code, which is left to be redeemed.
    package func grant(_ context: SignInContext) async throws -> CodeGrant {
        try await closingReceivers { try await receive(context) }
    }

    private func closingReceivers<Result>(_ work: () async throws -> Result) async throws -> Result {
        do {
            let result = try await work()
            await close(succeeded: true)
            return result
        } catch {
            await close(succeeded: false)
            throw error is CancellationError ? SessionError.cancelled : error
        }
    }

    private func receive(_ context: SignInContext) async throws -> CodeGrant {
        let provider = context.provider
        let metadata = try await provider.metadata()
        // Missing from the metadata it is still sent: a provider that does not know PKCE ignores it (RFC 7636 §5).
        if let methods = metadata.codeChallengeMethods, !methods.contains("S256") {
            throw SessionError.unsupported("PKCE with S256")
        }
        let scope = metadata.scope(of: provider.configuration, adding: additionalScope)
        let redirectURI = try await openReceivers()
        let attempts = AuthorizationAttempts(prompts: prompts(for: scope, metadata: metadata)) {
            (prompt) async throws(SessionError) in
            let attempt = try AuthorizationAttempt(
                redirectURI: redirectURI, asksForIDToken: scope.contains("openid"), prompt: prompt, provider: provider)
            return (attempt, try await authorizationURL(for: attempt, provider: provider, metadata: metadata))
        }
        let (code, attempt) = try await code(
            for: attempts, presenting: try await attempts.first(), metadata: metadata, channel: provider.channel)
        return CodeGrant(
            code: code, redirectURI: attempt.redirectURI, verifier: attempt.verifier.secret, nonce: attempt.nonce,
            scope: scope)
    }

    private func openReceivers() async throws -> URL {
        var redirectURI: URL?
        for receiver in receivers {
            let uri = try await receiver.open()
            redirectURI = redirectURI ?? uri
        }
        guard let redirectURI else {
            throw SessionError.invalidConfiguration(setting: .redirectURI, reason: "nothing can receive the redirect")
        }
        return redirectURI
    }

    private func close(succeeded: Bool) async {
        for receiver in receivers { await receiver.close(succeeded: succeeded) }
    }

    /// The code of the first redirect that belongs to the present attempt, from whichever receiver.
    ///
    /// Presenting may take as long as the person sits in front of a browser in the foreground: it is in the race too.
    private func code(
        for attempts: AuthorizationAttempts, presenting first: URL, metadata: ProviderMetadata, channel: Channel
    ) async throws -> (Secret, AuthorizationAttempt) {
        let links = AsyncStream.makeStream(of: URL.self)
        return try await withThrowingTaskGroup(of: (Secret, AuthorizationAttempt)?.self) { group in
            defer { group.cancelAll() }
            channel.report(.authorizationRequested(AuthorizationMessage(first)))
            links.continuation.yield(first)
            group.addTask { [present] in
                await withDiscardingTaskGroup { visits in
                    for await url in links.stream { visits.addTask { await present(url) } }
                }
                return nil
            }
            for receiver in receivers {
                group.addTask {
                    try await receive(from: receiver, for: attempts, metadata, channel) {
                        links.continuation.yield($0)
                    }
                }
            }
            for receiver in receivers {
                group.addTask {
                    for await stray in receiver.unreadable().prefix(Self.toldStrays) {
                        channel.report(.strayRedirect(stray))
                    }
                    return nil
                }
            }
            group.addTask { [timeout] in
                try await channel.clock.sleep(untilOver: timeout)
                throw SessionError.signInTimedOut
            }
            for try await code in group {
                if let code { return code }
            }
            throw SessionError.signInTimedOut
        }
    }

    /// The code that one receiver gets; `nil` where its stream ends, which leaves the attempt to the others and to the
    /// deadline.
    private func receive(
        from receiver: any RedirectReceiver, for attempts: AuthorizationAttempts, _ metadata: ProviderMetadata,
        _ channel: Channel, presenting: (URL) -> Void
    ) async throws(SessionError) -> (Secret, AuthorizationAttempt)? {
        var strays = 0
        for await url in receiver.responses() {
            let next: URL?
            if let attempt = attempts.attempt(answeredBy: url) {
                channel.report(.authorizationAnswered(AuthorizationMessage(url)))
                do throws(SessionError) {
                    return (try attempt.code(in: url, metadata: metadata), attempt)
                } catch {
                    next = try await attempts.next(after: error, of: attempt)
                }
            } else {
                let stray = StrayRedirect(FormParameters(ofResponse: url), from: receiver.source)
                strays += 1
                if strays <= Self.toldStrays { channel.report(.strayRedirect(stray)) }
                next = await attempts.next(beside: stray)
            }
            guard let next else {
                receiver.dismiss(url)
                continue
            }
            channel.report(.authorizationRequested(AuthorizationMessage(next)))
            if !receiver.forward(url, to: next) { presenting(next) }
        }
        return nil
    }
}
