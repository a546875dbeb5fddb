import Addresses
import FoundationEssentials
import SessionCore

extension Model {
    /// Shows how far the way from the resource's URL has come, and goes on with it.
    mutating func apply(_ message: DiscoveryMessage) -> [Effect] {
        switch message {
        case .stepEnded(let step): scene.chain?.observe(step)
        case .serverFound(_, isConfirmed: true): return [.discovery(.findClient)]
        case .serverFound(let issuer, isConfirmed: false): scene.chain?.stage = .confirming(issuer: issuer)
        case .clientFound: scene.chain?.stage = .opening
        case .refused(let reason, let advice): scene.chain?.stage = .refused(reason: reason, advice: advice)
        }
        return []
    }

    /// Begins what the person asked the checklist for.
    mutating func discover(_ effect: DiscoveryEffect) -> [Effect] {
        guard let chain = scene.chain else { return [] }
        switch effect {
        case .findServer: scene.chain = ResourceChain(chain.url)
        case .useClient: scene.chain?.repeats(.client, as: .discovering)
        case .findClient, .cancel: break
        }
        scene.chain?.stage = .discovering
        return [.discovery(effect)]
    }

    /// Does again what failed: the discovery from its start, or else the sign-in or the call.
    mutating func repeatChain() -> [Effect] {
        guard let chain = scene.chain, chain.canRepeat else { return [] }
        if !chain.hasClient { return discover(.findServer(choosing: nil)) }
        return chain.awaitsSignIn ? signInForChain() : callForChain(RequestDraft(chain.firstQuestion))
    }

    /// Shows the checklist of the session's URL, or opens a session for another URL.
    mutating func openChain(for url: String) -> [Effect] {
        guard let chain = scene.chain, chain.url == url else { return [.terminal(.showSession(.show(url)))] }
        if chain.hasClient, !scene.isSignedIn { return signInForChain() }
        shell.dialog = ChainDialog()
        return []
    }

    /// Goes on when the session is open: it may be signed in from before.
    mutating func continueChain(after status: SessionStatus) -> [Effect] {
        guard scene.chain?.stage == .opening, status.state != .unknown else { return [] }
        return status.state.isAuthenticated ? applySignIn(.success(())) : signInForChain()
    }

    private mutating func signInForChain() -> [Effect] {
        scene.chain?.repeats(.signIn, as: .signingIn)
        var dialog = SignInDialog(flows: scene.context.flows)
        let outputs = dialog.begin(.browser, in: scene)
        shell.dialog = dialog
        return outputs.flatMap { carryOut($0) }
    }

    /// Applies the end of a sign-in that the chain awaited, shows the checklist, and calls the resource.
    mutating func applySignIn(_ result: Result<Void, SessionError>) -> [Effect] {
        guard let chain = scene.chain, chain.awaitsSignIn else { return [] }
        shell.dialog = ChainDialog()
        switch result {
        case .success:
            scene.chain?.observe(DiscoveryStep(.signIn, .done, .signedIn, .rfc(6749, "4.1")))
            return callForChain(RequestDraft(chain.firstQuestion))
        case .failure(let error):
            scene.chain?.observe(DiscoveryStep(.signIn, .failed, .failed(error), .rfc(6749, "4.1")))
            return []
        }
    }

    // MARK: - The call

    /// An event stream has no end.
    private static let patience = Duration.seconds(10)

    private mutating func callForChain(_ draft: RequestDraft) -> [Effect] {
        screens.session.request.draft = draft
        let effects = carryOut([.call(draft, count: 1)])
        return effects.map { effect in
            guard case .call(.send(let calls, var request, let authorization)) = effect, let call = calls.first else {
                return effect
            }
            scene.chain?.repeats(.call, as: .calling(call))
            (request.timeout, request.maximumTime) = (Self.patience, Self.patience)
            return .call(.send(calls, request, authorization))
        }
    }

    /// Applies the answer to the call that the sign-in was made for; where it takes no GET, it is sent as POST.
    mutating func applyAnswerForChain(
        _ call: CallID, _ result: Result<AuthorizedResponse, SessionError>
    ) -> [Effect] {
        guard let chain = scene.chain, chain.stage == .calling(call) else { return [] }
        let draft = screens.session.request.draft
        let status: Int
        switch result {
        case .success(let answer): status = answer.response.status
        case .failure(let error):
            guard let answer = error.partialAnswer?.answer else {
                scene.chain?.observe(DiscoveryStep(.call, .failed, .failed(error), .rfc(6750, "2.1")))
                return []
            }
            status = answer.status
        }
        if [405, 406].contains(status), draft.method == "GET", let question = chain.firstQuestion {
            return callForChain(RequestDraft(.initialize(at: question.url)))
        }
        let attempts = (try? draft.url(against: nil)).map {
            [DiscoveryStep.Attempt(method: draft.method, url: $0, result: .answered(status))]
        }
        scene.chain?.observe(
            DiscoveryStep(
                .call, [401, 403].contains(status) ? .failed : .done, .called(status: status), .rfc(6750, "2.1"),
                attempts: attempts ?? []))
        return []
    }
}

extension ResourceChain {
    /// What the resource was asked when it wanted a token; `nil` for what is no URL.
    fileprivate var firstQuestion: ResourceQuestion? {
        step(.resource)?.decisive?.question ?? URL(given: url).map { .page(at: $0) }
    }
}

extension RequestDraft {
    /// The first call of a resource.
    fileprivate init(_ question: ResourceQuestion?) {
        self.init()
        guard let question else { return }
        (method, target) = (question.method, question.url.absoluteString)
        headers = question.headers.fields
        body = question.body ?? ""
    }
}
