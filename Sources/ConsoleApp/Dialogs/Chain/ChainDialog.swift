import ConsoleKit
import SessionCore
import TerminalUI

/// The checklist of a sign-in from a resource's URL: a line for each step, with the message behind it.
struct ChainDialog: Dialog {
    /// The line that was selected; `nil` follows the newest one.
    private var chosen: Int?
    /// The message of a line, over the checklist.
    private(set) var message = MessageOverlay()
    /// A client identifier that is being typed.
    private var field: TextField?

    enum Action: String, KeyAction {
        case message
        case confirm
        case tryAgain = "try-again"
        case otherFlow = "other-flow"
        case clientID = "client-id"
        case close

        var binding: Binding {
            switch self {
            case .message: Binding([.enter], "message", "the selected step's message", .dialogs)
            case .confirm: Binding(["y", "Y"], "sign in there", "signs in at this issuer", .dialogs)
            case .tryAgain: Binding(["r"], "try again", "repeats the step that failed", .dialogs)
            case .otherFlow: Binding(["l"], "another way", "the list of ways to sign in", .dialogs)
            case .clientID: Binding(["c"], "client id", "names the client to sign in with", .dialogs)
            case .close: Binding([.escape, "q", "n"], "close", "closes the dialog", .dialogs)
            }
        }
    }

    /// The steps, as the lines are.
    static let kinds = DiscoveryStep.Kind.allCases

    /// The line that the keys act on.
    func selection(_ chain: ResourceChain) -> Int { chosen ?? Self.kinds.firstIndex(of: chain.newest) ?? 0 }

    var hasField: Bool { field != nil }
    var prompt: Prompt? { field.map { Prompt(title: "Client ID:", verb: "use", field: $0) } }

    // MARK: - Keys

    mutating func press(_ key: Key, in scene: Scene) -> [DialogOutput] {
        if let outputs = message.press(key, in: scene) { return outputs }
        if field != nil { return type(key) }
        guard let chain = scene.chain else { return [.close] }
        if case .choosing(let issuers) = chain.stage, let number = key.digit, issuers.indices.contains(number - 1) {
            return [.pane(.discover(.findServer(choosing: issuers[number - 1])))]
        }
        let action = Action.action(for: key)
        if action?.works(in: chain) == false { return [] }
        switch action {
        case .message: return showMessage(of: Self.kinds[selection(chain)], chain, in: scene)
        case .confirm: return [.pane(.discover(.findClient))]
        case .tryAgain: return [.pane(.repeatChain)]
        case .otherFlow: return [.pane(.signIn(StepUp()))]
        case .clientID: field = TextField()
        case .close: return [.close] + (chain.stage == .discovering ? [.effect(.discovery(.cancel))] : [])
        case nil:
            if let motion = Motion.action(for: key) {
                chosen = motion.target(from: selection(chain), of: Self.kinds.count)
            }
        }
        return []
    }

    /// Types the identifier of a client that the person has from the provider.
    private mutating func type(_ key: Key) -> [DialogOutput] {
        switch key {
        case .escape: field = nil
        case .enter:
            let id = field?.text.trimmed ?? ""
            field = nil
            return id.isEmpty ? [] : [.pane(.discover(.useClient(id)))]
        default: _ = field?.handle(key)
        }
        return []
    }

    mutating func click(row: Int, in scene: Scene) -> [DialogOutput] {
        if let outputs = message.click(row: row, in: scene) { return outputs }
        chosen = row
        return []
    }

    private mutating func showMessage(
        of kind: DiscoveryStep.Kind, _ chain: ResourceChain, in scene: Scene
    ) -> [DialogOutput] {
        if message.open(scene.exchanges(of: kind, chain), in: scene) { return [] }
        let isReached = chain.step(kind) != nil
        return [
            .pane(.notice(Notice(.muted, isReached ? "This step needed no message" : "This step was not reached")))
        ]
    }

    // MARK: - Shown

    mutating func layOut(_ area: Size, in _: Scene) { message.layOut(area) }

    func hints(in scene: Scene, _ glyphs: Glyphs) -> [Hint] {
        if let hints = message.hints(in: scene, glyphs) { return hints }
        guard let chain = scene.chain else { return [Action.close.hint(glyphs)] }
        // What the stage waits for is the first of them.
        let ofStage: [Action] = [.confirm, .tryAgain, .otherFlow, .clientID]
        return ofStage.filter { $0.works(in: chain) }.map { $0.hint(glyphs) }
            + [Action.message.hint(glyphs), Hint(Motion.arrows(glyphs), "choose"), Action.close.hint(glyphs)]
    }
}

extension ChainDialog.Action {
    /// Whether it does something at this stage.
    fileprivate func works(in chain: ResourceChain) -> Bool {
        switch self {
        case .message, .close: true
        case .confirm: if case .confirming = chain.stage { true } else { false }
        case .tryAgain: chain.canRepeat
        case .otherFlow: chain.awaitsSignIn && chain.stage == .ended
        case .clientID: chain.awaitsClientID
        }
    }
}

extension ResourceChain {
    /// Whether something failed that can be done again.
    var canRepeat: Bool {
        switch stage {
        case .ended: obstacle != nil
        case .refused: true
        case .discovering, .confirming, .choosing, .opening, .signingIn, .calling: false
        }
    }
}

extension Scene {
    /// The messages of a step that are still kept; those of the sign-in and the call are the session's newest.
    func exchanges(of kind: DiscoveryStep.Kind, _ chain: ResourceChain) -> [HTTPExchange] {
        guard let step = chain.step(kind) else { return [] }
        let all = history.events.lazy.compactMap { event in
            if case .exchange(let exchange) = event.kind { exchange } else { nil as HTTPExchange? }
        }
        switch kind {
        case .resource, .resourceMetadata, .authorizationServer, .serverMetadata, .client:
            let numbers = Set(step.attempts.compactMap(\.exchange))
            return numbers.isEmpty ? [] : all.filter { numbers.contains($0.id) }
        case .signIn: return all.last { $0.purpose == .token }.map { [$0] } ?? []
        case .call:
            let call = all.last { $0.purpose == .request && $0.request != nil && $0.url == step.url }
            return call.map { history.exchanges(with: $0) } ?? []
        }
    }
}

extension Key {
    fileprivate var digit: Int? { if case .character(let character) = self { character.wholeNumberValue } else { nil } }
}
