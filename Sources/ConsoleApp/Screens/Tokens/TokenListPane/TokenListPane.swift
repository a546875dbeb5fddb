import ConsoleKit
import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

/// The session's tokens, pasted ones, and those that the session held before.
struct TokenListPane: ListPane {
    static let title = "Tokens"
    static let summary = "the session's tokens, pasted ones, and earlier ones"
    static let rowName = "the fingerprint"
    static let marksSelection = true

    var ledger = TokenLedger() { didSet { isStale = true } }
    /// Pasted tokens and those that were typed into requests, newest first.
    var pasted: [PastedToken] = [] { didSet { isStale = true } }
    /// Tokens in requests that were sent, until their messages are told.
    var typed: [PastedToken] = []
    var introspections: [Fingerprint: IntrospectionAnswer] = [:] { didSet { isStale = true } }
    /// The tokens whose signature is being verified.
    private var checking: Set<Fingerprint> = []
    private var checks: [Fingerprint: SignatureCheck] = [:]
    /// The token that others are compared with.
    private(set) var marked: InspectedToken?
    /// The issuer of the session's provider, whose keys can be fetched.
    var issuer: String? { didSet { isStale = true } }

    /// The first is selected until another one is by hand.
    var list = RowList<InspectedToken>()
    /// Whether the entries are older than what they are made of.
    private(set) var isStale = false

    enum Action: String, OwnAction {
        case open = "open-token"

        var entry: OwnKey<TokenListPane> {
            switch self {
            case .open:
                OwnKey([.enter], "claims", "go to the claims of the selected token", .tokens) { _, _ in
                    [.focus(title: ClaimsPane.title)]
                }
            }
        }
    }

    var selected: InspectedToken? {
        guard var selected = list.selected else { return nil }
        if selected.role != .pasted { selected.ancestors = ledger.ancestors(of: selected.fingerprint) }
        return selected
    }

    /// The token that the selected one is compared with: the marked one, or else the one that it replaced.
    var base: InspectedToken? {
        if let marked, marked.id != selected?.id { return marked }
        guard let ancestor = selected?.life?.ancestor else { return nil }
        return list.rows.first { $0.fingerprint == ancestor && $0.life != nil }
    }

    /// The token that is selected, or about to be.
    var selectedID: InspectedToken.ID? { list.chosen ?? list.selected?.id }

    // MARK: - What happens

    mutating func observe(_ event: SessionEvent) {
        let wasStale = isStale
        ledger.observe(event)
        // Of thousands of calls in a second each changes one number.
        guard case .requestFinished(let facts) = event.kind else { return }
        isStale = wasStale
        let changed = list.rows.firstIndex { $0.role != .pasted && $0.fingerprint == facts.token }
        guard let changed, let token = facts.token else { return }
        let life = ledger.life(of: token)
        list.change(changed) { $0.life = life }
    }

    /// Adopts the present state of the session.
    mutating func adopt(_ status: SessionStatus) {
        for token in ledger.moved(by: status) { ledger.adoptTimes(of: token) }
    }

    /// Takes up what came of a check, and says so; one that could not be made leaves the verdict before it.
    mutating func judge(_ trust: TokenTrust, of token: Fingerprint, at date: Date) -> Notice {
        checking.remove(token)
        checks = checks.filter { holds($0.key) }
        let known = list.rows.first { $0.fingerprint == token && $0.trust.isVerdict }?.trust
        if case .notChecked(let reason) = trust, let known {
            checks[token] = SignatureCheck(date: date, obstacle: reason)
            isStale = true
            return Notice(
                .warning, "\(token) could not be checked again: \(reason)", advice: "it stays \(known.word)", of: token)
        }
        checks[token] = SignatureCheck(date: date)
        ledger.judge(trust, of: token)
        for index in pasted.indices where pasted[index].fingerprint == token { pasted[index].trust = trust }
        let jwt = list.rows.first { $0.fingerprint == token }?.contents?.jwt
        return trust.notice(of: token, algorithmName: jwt?.algorithmName)
    }

    /// Forgets all but pasted tokens.
    mutating func clear() {
        ledger = TokenLedger()
        introspections = [:]
        if marked?.role != .pasted { marked = nil }
    }

    mutating func markChecking(_ token: Fingerprint) {
        checking.insert(token)
        isStale = true
    }

    /// Forgets the selected pasted token.
    mutating func forget() {
        guard let selected, selected.role == .pasted else { return }
        pasted.removeAll { $0.contents.fingerprint == selected.fingerprint }
        if marked?.id == selected.id { marked = nil }
        // The next one is selected, or else the one before.
        let rest = list.rows.enumerated().filter { $0.element.id != selected.id }
        list.choose((rest.first { $0.offset > list.selection } ?? rest.last)?.element.id)
        isStale = true
    }

    /// Marks the selected token as the one to compare others with, or removes the mark.
    mutating func toggleMark() { marked = marked?.id == selected?.id ? nil : selected }

    /// Selects a token, or the present access token.
    mutating func choose(_ token: Fingerprint?) {
        let chosen = token.map { token in
            let copy = pasted.first { $0.fingerprint == token }
            let isPasted = copy.map { !isPresent($0) && (!ledger.holds(token) || isOwn($0)) } ?? false
            return InspectedToken.ID(fingerprint: token, isPasted: isPasted)
        }
        list.choose(chosen)
        isStale = true
    }

    /// Makes the entries anew; the selected token stays selected.
    mutating func settle() {
        isStale = false
        let present = ledger.heldLives
        let others = pasted.filter { !isPresent($0) }.map(entry)
        let past = TokenKind.allCases.flatMap(ledger.family).filter { life in
            !present.contains { $0.fingerprint == life.fingerprint }
                && !others.contains { $0.fingerprint == life.fingerprint && $0.life != nil }
        }
        let entries = present.map { entry($0, .present($0.kind)) } + others + past.map { entry($0, .past($0.kind)) }
        // A token that was pasted can have become the session's.
        let chosen = list.chosen
        let selected =
            entries.first { $0.id == chosen } ?? entries.first { $0.fingerprint == chosen?.fingerprint }
            ?? entries.first
        list.replace(entries, selecting: selected?.id)
    }

    private func entry(_ life: TokenLife, _ role: InspectedToken.Role) -> InspectedToken {
        let token = life.fingerprint
        return InspectedToken(
            fingerprint: token, role: role, contents: ledger.contents[token],
            trust: trust(life.trust, of: ledger.contents[token], role), check: checks[token],
            isBeingChecked: checking.contains(token), life: life, introspection: introspections[token])
    }

    private func entry(_ token: PastedToken) -> InspectedToken {
        let life = isOwn(token) ? ledger.life(of: token.fingerprint) : nil
        return InspectedToken(
            fingerprint: token.fingerprint, role: .pasted, contents: token.contents,
            trust: trust(token.trust ?? life?.trust, of: token.contents, .pasted), check: checks[token.fingerprint],
            isBeingChecked: checking.contains(token.fingerprint), life: life, origin: token.origin,
            uses: token.uses)
    }

    /// What is known of a signature, or why it is not checked and what can be done about it.
    private func trust(_ known: TokenTrust?, of contents: TokenContents?, _ role: InspectedToken.Role) -> TokenTrust {
        if let known, known.isVerdict { return known }
        if let flaw = contents?.signatureFlaw { return .failed(flaw) }
        if let contents, checking.contains(contents.fingerprint) { return .notChecked("the keys are being fetched") }
        if let known { return known }
        switch contents?.form {
        case nil:
            if case .past = role { return .notChecked("the token was replaced before it was read") }
            return .notChecked("the token was not read")
        case .opaque: return .notChecked("it is opaque: it has no readable signature")
        case .encrypted: return .notChecked("it is encrypted for its recipient")
        case .cut(let token): return .notChecked(token.reason)
        case .unreadable(let reason): return contents?.isTooLong == true ? .notChecked(reason) : .failed(reason)
        case .jwt(let jwt):
            if case .past = role { return .notChecked("the signature of an earlier token is not kept") }
            guard let written = jwt.claims["iss"]?.string else {
                return .notChecked("it names no issuer whose keys could be used")
            }
            guard written == issuer else { return .notChecked("no keys are known for its issuer \(written)") }
            let key = TokensScreen.Action.verify.letter
            return .notChecked("it names this provider as its issuer; \(key) fetches the keys and verifies it")
        }
    }

    // MARK: - Pane

    func hints(in _: Scene) -> [Action] { list.isEmpty ? [] : [.open] }

    func selection(in _: Scene) -> CopyText? { selected.map { CopyText("\($0.fingerprint)", name: Self.rowName) } }

    func text(of entry: InspectedToken, in scene: Scene) -> String {
        let state = entry.state(by: scene.status, now: scene.now).text
        return "\(entry.name): \(entry.form), \(state), \(entry.trust.line)"
    }
}

extension InspectedToken: ListRow {}
