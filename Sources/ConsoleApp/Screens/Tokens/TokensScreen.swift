import ConsoleKit
import SessionCore
import TerminalUI

/// The inspector: what is written in the session's tokens and in pasted ones, what became of them, and what changed.
struct TokensScreen: Screen {
    static let title = "Tokens"
    static let summary = "the tokens, decoded, and how each one ended"

    /// In the order in which tab visits them.
    enum PaneID: CaseIterable {
        case list, claims, life, changes
    }

    @Revised var list = TokenListPane()
    @Revised var claims = ClaimsPane()
    @Revised var life = LifePane()
    @Revised var changes = ChangesPane()

    var focus = PaneID.list {
        didSet { if focus == .life || focus == .changes { lastLowerPane = focus } }
    }
    var isZoomed = false
    /// Life and changes share a place where there is little room: the one that had the focus last.
    private(set) var lastLowerPane = PaneID.changes
    /// The token while it is pasted.
    var pasteField: TextField?
    var pasteFlaw: String?

    static func slot(_ id: PaneID) -> PaneSlot<TokensScreen> {
        switch id {
        case .list: listSlot
        case .claims: claimsSlot
        case .life: lifeSlot
        case .changes: changesSlot
        }
    }

    private static let listSlot = PaneSlot(\TokensScreen._list)
    private static let claimsSlot = PaneSlot(\TokensScreen._claims)
    private static let lifeSlot = PaneSlot(\TokensScreen._life)
    private static let changesSlot = PaneSlot(\TokensScreen._changes)

    func receive(_ output: PaneOutput, in _: Scene) -> [PaneOutput] { [output] }

    // MARK: - What happens

    mutating func observe(_ event: SessionEvent, in _: Scene) {
        if case .exchange(let exchange) = event.kind {
            if !list.typed.isEmpty { list.observe(exchange) }
            if event.watched != nil || list.ledger.isConcerned(by: exchange) { list.observe(event) }
        } else if event.kind.concernsTokens {
            list.observe(event)
        }
    }

    mutating func observe(_ reading: TokenReading, in scene: Scene) { list.ledger.observe(reading, at: scene.now) }

    mutating func judge(_ trust: TokenTrust, of token: Fingerprint, in scene: Scene) -> Notice {
        list.judge(trust, of: token, at: scene.now)
    }

    mutating func adopt(_ answer: IntrospectionAnswer, of token: Fingerprint) {
        list.introspections = list.introspections.filter { list.ledger.holds($0.key) }
        list.introspections[token] = answer
        list.ledger.record(introspected: answer.isActive, token, at: answer.date)
    }

    /// Forgets what was written in the tokens of a session that the user has ended.
    mutating func clear() { list.clear() }

    mutating func adoptStatus(in scene: Scene) {
        if list.issuer != scene.context.issuer { list.issuer = scene.context.issuer }
        list.adopt(scene.status)
    }

    /// Shows a token, or the present access token.
    mutating func show(_ token: Fingerprint?) {
        list.choose(token)
        focus = .list
    }

    /// The other panes show what is selected in the list.
    mutating func adoptForm(_: ScreenForm, in _: Scene) {
        if list.isStale { list.settle() }
        let subject = list.selected
        if !claims.shows(subject) { claims.show(subject) }
        if life.subject != subject { life.subject = subject }
        let base = list.base
        if changes.subject != subject || changes.base != base { changes.show(subject, base: base) }
    }

    func hints(in scene: Scene) -> [Action] {
        let all: [Action] = [.paste, .verify, .introspect, .compare, .reveal]
        // Elsewhere the key asks all the same: the provider may tell of an endpoint when it is asked.
        let isOffered = scene.introspection == .offered
        return all.filter { obstacle(to: $0, in: scene) == nil && ($0 != .introspect || isOffered) }
    }

    // MARK: - The field for a pasted token

    /// Stands for a line break, which a field of one line leaves out.
    private static let lineBreak = "\u{2028}"

    var ownPrompt: Prompt? {
        pasteField.map {
            Prompt(title: "Paste a token; nothing is sent:", verb: "inspect", field: $0, flaw: pasteFlaw)
        }
    }

    mutating func typeInOwnPrompt(_ key: Key, in _: Scene) -> [PaneOutput] {
        pasteFlaw = nil
        switch key {
        case .escape: pasteField = nil
        case .enter:
            let tokens = TokenText.tokens(in: (pasteField?.text ?? "").replacing(Self.lineBreak, with: "\n"))
            guard !tokens.isEmpty else {
                pasteFlaw = "the text contains no token"
                return []
            }
            pasteField = nil
            if let notice = list.add(tokens) { return [.notice(notice)] }
        case .paste(let text):
            let lines = text.trimmed.split(whereSeparator: \.isNewline)
            _ = pasteField?.handle(.paste(lines.joined(separator: Self.lineBreak)))
        default: _ = pasteField?.handle(key)
        }
        return []
    }
}

extension SessionEvent.Kind {
    /// Whether it changes what is known of a token: most events of a busy session don't.
    fileprivate var concernsTokens: Bool {
        switch self {
        case .exchange, .exchangeStarted, .requestStarted, .injected: false
        default: true
        }
    }
}
