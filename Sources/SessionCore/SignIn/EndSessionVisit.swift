package import FoundationEssentials
import JOSE

/// A browser's visit to the page that ends the provider's own session, and its return (OpenID Connect RP-Initiated
/// Logout 1.0).
package struct EndSessionVisit: Sendable {
    /// What became of the visit, and so of the provider's session in the browser.
    package enum Outcome: Sendable, Hashable {
        /// The browser came back, and the provider would ask for a login.
        case ended
        /// The browser came back, and the provider would sign in without a login: its page may keep the session.
        case goesOn
        /// The browser came back; what the provider would do next could not be found out.
        case returned
        /// The browser did not come back in time.
        case silent
        /// The page was opened without an address to come back to: nothing receives it here, or the provider answers
        /// with that status to the one there is.
        case unawaited(refusal: Int?)
        case notOpened
    }

    private enum Arrival: Sendable {
        case back(URL)
        case none(Outcome)
    }

    private static let patience = Duration.seconds(60)
    /// How long the provider has for an answer that needs no page.
    private static let silentPatience = Duration.seconds(10)

    private let provider: ProviderChannel
    private let idToken: Secret?
    /// The address of the page, from which the browser does not come back.
    package let page: URL

    package init(_ provider: ProviderChannel, idToken: Secret?) async throws(SessionError) {
        self.provider = provider
        self.idToken = idToken
        page = try await EndSessionEndpoint(provider).url(idToken: idToken)
    }

    /// Opens the page, and waits for the browser's return where a receiver can get it.
    ///
    /// `awaiting` is called once the browser has the page, if that is before its return.
    func run(
        _ receiver: (any RedirectReceiver)?, open: @escaping @Sendable (URL) async -> Bool,
        awaiting report: @escaping @Sendable () async -> Void
    ) async -> Outcome {
        guard let receiver, let uri = try? await receiver.open(), let state = try? provider.randomText() else {
            return await open(page) ? .unawaited(refusal: nil) : .notOpened
        }
        let outcome = await outcome(of: receiver, at: uri, state, open, awaiting: report)
        await receiver.close(succeeded: outcome == .ended)
        return outcome
    }

    private func outcome(
        of receiver: any RedirectReceiver, at uri: URL, _ state: String,
        _ open: @escaping @Sendable (URL) async -> Bool, awaiting report: @escaping @Sendable () async -> Void
    ) async -> Outcome {
        if let status = await refusal(of: uri, state) {
            return await open(page) ? .unawaited(refusal: status) : .notOpened
        }
        guard let url = try? await url(idToken, returningTo: uri, state) else { return .notOpened }
        let openings = AsyncStream.makeStream(of: Bool.self)
        // Some browser commands return only when the window is closed.
        Task {
            openings.continuation.yield(await open(url))
            openings.continuation.finish()
        }
        let isReturn = { @Sendable (url: URL) in
            FormParameters(ofResponse: url)["state"]?.hasSameBytes(as: state) == true
        }
        let arrival = await withTaskGroup(of: Arrival?.self) { group in
            defer { group.cancelAll() }
            group.addTask { await Self.arrival(at: receiver, isReturn).map { Arrival.back($0) } }
            group.addTask {
                for await isOpened in openings.stream {
                    guard isOpened else { return Arrival.none(.notOpened) }
                    await report()
                }
                return nil
            }
            group.addTask { [clock = provider.channel.clock] in
                try? await clock.sleep(untilOver: Self.patience)
                return Arrival.none(.silent)
            }
            for await arrival in group { if let arrival { return arrival } }
            return Arrival.none(.silent)
        }
        switch arrival {
        case .back(let url): return await standing(after: url, of: receiver, at: uri)
        case .none(let outcome): return outcome
        }
    }

    private static func arrival(
        at receiver: any RedirectReceiver, _ isAwaited: @Sendable (URL) -> Bool
    ) async -> URL? {
        for await url in receiver.responses() {
            if isAwaited(url) { return url }
            receiver.dismiss(url)
        }
        return nil
    }

    private func url(
        _ idToken: Secret?, returningTo uri: URL, _ state: String
    ) async throws(SessionError) -> URL {
        try await EndSessionEndpoint(provider).url(idToken: idToken, redirectURI: uri.absoluteString, state: state)
    }

    /// The status by which the provider refuses to send browsers back there.
    ///
    /// Asked without an ID token and as no browser, so that it ends nothing.
    private func refusal(of uri: URL, _ state: String) async -> Int? {
        guard let url = try? await url(nil, returningTo: uri, state) else { return nil }
        let request = HTTPRequest(url: url, redirects: .doNotFollow, timeout: .seconds(10))
        let answer = try? await provider.channel.send(request, for: .endSession)
        return answer?.status == 400 ? 400 : nil
    }

    /// What the provider's session is by its answer to a sign-in without a page (`prompt=none`).
    ///
    /// The browser that came back is sent on for it; a code is left to expire (OpenID Connect Core §3.1.2.1).
    private func standing(after url: URL, of receiver: any RedirectReceiver, at uri: URL) async -> Outcome {
        guard let (attempt, next) = try? await silentSignIn(at: uri), let metadata = try? await provider.metadata(),
            receiver.forward(url, to: next)
        else { return .returned }
        return await withTaskGroup(of: Outcome.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                guard let answer = await Self.arrival(at: receiver, attempt.isAnswered(by:)) else { return .returned }
                do throws(SessionError) {
                    _ = try attempt.code(in: answer, metadata: metadata)
                    return .goesOn
                } catch .signInDenied(let error) {
                    return switch error.code {
                    case "login_required": .ended
                    // The person is known, who may not have agreed yet.
                    case "consent_required": .goesOn
                    default: .returned
                    }
                } catch {
                    return .returned
                }
            }
            group.addTask { [clock = provider.channel.clock] in
                try? await clock.sleep(untilOver: Self.silentPatience)
                return .returned
            }
            return await group.next() ?? .returned
        }
    }

    private func silentSignIn(at uri: URL) async throws(SessionError) -> (AuthorizationAttempt, URL)? {
        let metadata = try await provider.metadata()
        guard metadata.promptValues?.contains("none") ?? true else { return nil }
        // A prompt means something with openid alone; without a consent some providers refuse offline_access (§11).
        var client = provider.configuration
        client.scope = ["openid"]
        guard !metadata.scope(of: client, adding: []).isEmpty else { return nil }
        let silent = ProviderChannel(
            configuration: client, directory: provider.directory, channel: provider.channel)
        let attempt = try AuthorizationAttempt(
            redirectURI: uri, asksForIDToken: true, prompt: ["none"], provider: silent)
        let flow = AuthorizationCodeFlow(receivers: []) { _ in }
        return (attempt, try await flow.authorizationURL(for: attempt, provider: silent, metadata: metadata))
    }
}
