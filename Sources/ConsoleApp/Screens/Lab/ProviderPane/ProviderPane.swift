import ConsoleFaults
import ConsoleKit
import ClientObservation
import FoundationEssentials
import SessionCore
import TerminalUI

/// The demo's provider: its sessions, the tokens that it accepts with their clocks, and what it was asked.
struct ProviderPane: ListPane {
    static let title = "Provider"
    static let summary = "the demo's provider: its sessions, its tokens, the requests by endpoint, its addresses"
    static let endsAboveNotice = true
    static let rowName = "the row"

    /// `nil` without the demo, and until the provider was looked at.
    private(set) var state: ProviderState?
    var list = RowList<Row>()
    /// The session or the token that was selected when it ended: nothing is selected then until the selection moves.
    private(set) var lost: Row?
    /// Whether the provider is all that is shown: its clients are other programs.
    private var isAlone = false

    /// A row: a session, a token, or a line of counts.
    enum Row: ListRow, Hashable {
        case session(ProviderState.SignedInSession)
        case token(ProviderState.Token)
        case heading(String)
        case count(CountLine)
        case address(ProviderState.Address)
        case finding(ClientFinding)

        enum ID: Sendable, Hashable {
            case session(String)
            case token(Fingerprint)
            case other(String)
        }

        var id: ID {
            switch self {
            case .session(let session): .session(session.id)
            case .token(let token): .token(token.fingerprint)
            case .heading(let text): .other(text)
            case .count(let line): .other(line.index == 0 ? line.count.name : "\(line.count.name) \(line.index)")
            case .address(let address): .other(address.name)
            case .finding(let finding): .other("\(finding.rule) \(finding.client ?? "")")
            }
        }
    }

    enum Action: String, OwnAction {
        case revoke = "provider-revoke"
        case longer = "provider-longer"
        case shorter = "provider-shorter"
        case ahead = "provider-clock-ahead"
        case behind = "provider-clock-behind"

        var entry: OwnKey<ProviderPane> {
            switch self {
            case .revoke:
                OwnKey(
                    ["X", .delete], "revoke", "revoke the selected session or token at the provider", .lab,
                    obstacle: { $0.obstacleToRevoking(in: $1) }, handler: { pane, _ in pane.revokeSelected() })
            case .longer:
                OwnKey(
                    ["+"], "more", "double the lifetime of new access tokens", .lab, obstacle: absence,
                    handler: { pane, _ in pane.setLifetime { $0 * 2 } })
            case .shorter:
                OwnKey(
                    ["-"], "less", "halve the lifetime of new access tokens", .lab,
                    label: { _, _ in "life" }, partner: Action.longer.binding, obstacle: absence,
                    handler: { pane, _ in pane.setLifetime { $0 / 2 } })
            case .ahead:
                OwnKey(
                    [")"], "clock ahead", "move the provider's clock a minute ahead", .lab, obstacle: absence,
                    handler: { pane, _ in pane.setClock(by: .seconds(60)) })
            case .behind:
                OwnKey(
                    ["("], "clock back", "move the provider's clock a minute back", .lab,
                    label: { _, _ in "clock" }, partner: Action.ahead.binding, obstacle: absence,
                    handler: { pane, _ in pane.setClock(by: .seconds(-60)) })
            }
        }
    }

    private static let absence: OwnKey<ProviderPane>.Words = { pane, _ in pane.absence }

    // MARK: - What happens

    mutating func adopt(_ state: ProviderState) {
        let before = lost ?? selected
        self.state = state
        list.replace(rows(width: list.size.width))
        let isLost = list.chosen.flatMap(list.index) == nil
        lost = isLost && before?.canBeRevoked == true ? before : nil
        if lost == nil { list.choose(selected?.id) }
    }

    private func revokeSelected() -> [PaneOutput] {
        switch selected {
        case .session(let session)?: return [.show(Question.revokeSession(session))]
        case .token(let token)?:
            if token.isRefreshToken, let session = state?.sessions.first(where: { $0.tokens.contains(token) }) {
                return [.show(Question.revokeRefreshToken(token.fingerprint, of: session))]
            }
            return [.effect(.provider(.revokeToken(token.fingerprint)))]
        case .heading, .count, .address, .finding, nil: return []
        }
    }

    private func setLifetime(_ changed: (Duration) -> Duration) -> [PaneOutput] {
        guard let state else { return [] }
        let whole = Duration.seconds(min(86_400, max(1, changed(state.accessTokenLifetime).components.seconds)))
        return [.effect(.provider(.setLifetimes(access: whole, refresh: state.refreshTokenLifetime)))]
    }

    private func setClock(by step: Duration) -> [PaneOutput] {
        state.map { [.effect(.provider(.setClock(offset: $0.clockOffset + step)))] } ?? []
    }

    private var absence: String? { state == nil ? "only the demo shows its provider" : nil }

    private func obstacleToRevoking(in scene: Scene) -> String? {
        if let absence { return absence }
        if let lost { return "\(end(of: lost, in: scene)); move the selection to choose another" }
        return selected?.canBeRevoked == true ? nil : "select a session or a token to revoke it"
    }

    private func end(of row: Row, in scene: Scene) -> String {
        switch row {
        case .session(let session): return "the selected session of \(session.username) has ended"
        case .token(let token):
            let kind = token.isRefreshToken ? "refresh" : "access"
            let end = token.expiresAt <= now(in: scene) ? "has expired" : "is no longer valid"
            return "the selected \(kind) token \(token.fingerprint) \(end)"
        case .heading, .count, .address, .finding: return ""
        }
    }

    /// By the provider's clock, which a fault of this program's clock does not move.
    func now(in scene: Scene) -> Date {
        let own = scene.now.addingTimeInterval(-LabFault.clockShift(of: scene.armedFaults))
        return own.addingTimeInterval((state?.clockOffset ?? .zero) / .seconds(1))
    }

    // MARK: - Rows

    private func rows(width: Int) -> [Row] {
        guard let state else { return [] }
        // What never changes is last: until a client comes it is all there is.
        let heading = isAlone ? "Point your app at" : "Addresses"
        let addresses: [Row] =
            state.addresses.isEmpty ? [] : [.heading(heading)] + state.addresses.map { .address($0) }
        let sessions = state.sessions.flatMap { session in [.session(session)] + session.tokens.map { Row.token($0) } }
        let others =
            state.otherTokens.isEmpty ? [] : [.heading("Without a user")] + state.otherTokens.map { Row.token($0) }
        let lines = CountLine.lines(of: state.counts, width: width).map { Row.count($0) }
        let counts = lines.isEmpty ? [] : [.heading("Requests by endpoint")] + lines
        let findings: [Row] =
            state.findings.isEmpty ? [] : [.heading("Findings")] + state.findings.map { .finding($0) }
        return findings + (sessions.isEmpty ? [.heading("No session")] : sessions) + others + counts + addresses
    }

    /// Whether a person who points a program at the provider doesn't see all that there is to know for that.
    var hidesAddresses: Bool {
        guard isAlone, let state, !state.addresses.isEmpty else { return false }
        return list.visible.upperBound < list.count || list.visible.count < state.addresses.count
    }

    private var selected: Row? { lost == nil ? list.selected : nil }

    func isMarked(_: Row, isSelected: Bool) -> Bool { isSelected && lost == nil }

    // MARK: - Pane

    mutating func move(_ motion: Motion) {
        guard motion.inList != nil else { return }
        // What came to the place of a row that left is the next one below it.
        if lost == nil || motion != .down { list.move(motion) }
        choose()
    }

    mutating func scroll(rows: Int) {
        list.scroll(rows)
        choose()
    }

    mutating func select(row: Int) {
        list.select(row)
        choose()
    }

    private mutating func choose() {
        lost = nil
        list.choose(list.selected?.id)
    }

    mutating func layOut(_ size: Size, in scene: Scene) {
        isAlone = !scene.stage.hasOwnSession
        list.layOut(size)
        list.replace(rows(width: size.width))
    }

    func hints(in scene: Scene) -> [Action] {
        [.revoke, .behind, .shorter].filter { obstacle(to: $0, in: scene) == nil }
    }

    func selection(in scene: Scene) -> CopyText? {
        switch selected {
        case .address(let address): CopyText(address.value, name: address.name)
        case .count(let line):
            CountLine.lines(of: [line.count], width: .max).first.map { CopyText($0.text.trimmed, name: Self.rowName) }
        case .session, .token, .heading, .finding:
            selected.map { CopyText(text(of: $0, in: scene), name: Self.rowName) }
        case nil: nil
        }
    }

    func plainText(in scene: Scene) -> String {
        rows(width: .max).map { text(of: $0, in: scene) + "\n" }.joined()
    }
}

extension ProviderPane.Row {
    /// Whether it is a session or a token.
    var canBeRevoked: Bool {
        switch self {
        case .session, .token: true
        case .heading, .count, .address, .finding: false
        }
    }
}
