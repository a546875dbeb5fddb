import FoundationEssentials
import SessionCore
import TerminalUI

/// The demo's provider: its sessions, the tokens that it accepts with their clocks, and what it was asked.
struct ProviderPane: Pane {
    static let title = "Provider"
    static let shortTitle = "OP"
    static let summary = "the demo's provider: its sessions, its tokens, the requests by endpoint, its addresses"

    /// `nil` without the demo, and until the provider was looked at.
    private(set) var state: ProviderState?
    private(set) var list = ScrollList()
    /// The selected row, which stays selected when others come and go.
    private var chosen: Row.ID?
    /// Whether the provider is all that is shown: its clients are other programs.
    private var isAlone = false

    /// A row: a session, a token, or a line of counts.
    enum Row: Sendable, Hashable, Identifiable {
        case session(ProviderState.Session)
        case token(ProviderState.Token)
        case heading(String)
        case count(ProviderState.Count)
        case address(ProviderState.Address)

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
            case .count(let count): .other(count.name)
            case .address(let address): .other(address.name)
            }
        }
    }

    enum Action: String, KeyAction {
        case revoke = "provider-revoke"
        case longer = "provider-longer"
        case shorter = "provider-shorter"
        case ahead = "provider-clock-ahead"
        case behind = "provider-clock-behind"

        var binding: Binding {
            switch self {
            case .revoke:
                Binding(
                    [.character("d"), .delete], "revoke", "revoke the selected session or token at the provider", .lab)
            case .longer:
                Binding([.character("+")], "longer", "access tokens of twice the lifetime, from now on", .lab)
            case .shorter:
                Binding([.character("-")], "shorter", "access tokens of half the lifetime, from now on", .lab)
            case .ahead: Binding([.character(")")], "clock ahead", "the provider's clock a minute ahead", .lab)
            case .behind: Binding([.character("(")], "clock back", "the provider's clock a minute back", .lab)
            }
        }
    }

    // MARK: - What happens

    mutating func note(_ state: ProviderState) {
        self.state = state
        list.replace(count: rows.count, selecting: rows.firstIndex { $0.id == chosen })
    }

    mutating func perform(_ action: Action, in scene: Scene) -> [PaneOutput] {
        if let obstacle = obstacle(to: action, in: scene) {
            return [.notice(Notice(.muted, obstacle.capitalizedFirst))]
        }
        guard let state else { return [] }
        switch action {
        case .revoke:
            switch selected {
            case .session(let session)?: return [.effect(.provider(.revokeSession(session.id)))]
            case .token(let token)?: return [.effect(.provider(.revokeToken(token.fingerprint)))]
            case .heading, .count, .address, nil: return []
            }
        case .longer: return setLifetime(state.accessTokenLifetime * 2, state)
        case .shorter: return setLifetime(state.accessTokenLifetime / 2, state)
        case .ahead: return [.effect(.provider(.setClock(offset: state.clockOffset + .seconds(60))))]
        case .behind: return [.effect(.provider(.setClock(offset: state.clockOffset - .seconds(60))))]
        }
    }

    private func setLifetime(_ access: Duration, _ state: ProviderState) -> [PaneOutput] {
        let whole = Duration.seconds(min(86_400, max(1, access.components.seconds)))
        return [.effect(.provider(.setLifetimes(access: whole, refresh: state.refreshTokenLifetime)))]
    }

    func obstacle(to action: Action, in _: Scene) -> String? {
        guard state != nil else { return "only the demo shows its provider" }
        guard action == .revoke else { return nil }
        switch selected {
        case .session, .token: return nil
        case .heading, .count, .address, nil: return "select a session or a token to revoke it"
        }
    }

    // MARK: - Rows

    var rows: [Row] {
        guard let state else { return [] }
        // Who points a program at the provider looks for its addresses first.
        let addresses: [Row] =
            state.addresses.isEmpty
            ? []
            : [.heading(isAlone ? "Point your app at" : "Addresses")]
                + state.addresses.map { .address($0) }
        let sessions = state.sessions.flatMap { session in [.session(session)] + session.tokens.map { Row.token($0) } }
        let others =
            state.otherTokens.isEmpty ? [] : [.heading("Without a user")] + state.otherTokens.map { Row.token($0) }
        let counts = state.counts.isEmpty ? [] : [.heading("Requests by endpoint")] + state.counts.map { Row.count($0) }
        let held = (sessions.isEmpty ? [.heading("No session")] : sessions) + others
        return isAlone ? addresses + held + counts : held + counts + addresses
    }

    private var selected: Row? {
        let rows = rows
        return rows.indices.contains(list.selection) ? rows[list.selection] : nil
    }

    // MARK: - Pane

    mutating func move(_ motion: Motion) {
        list.move(motion)
        chosen = selected?.id
    }

    mutating func select(row: Int) {
        list.select(row)
        chosen = selected?.id
    }

    mutating func layOut(_ size: Size, in scene: Scene) {
        isAlone = scene.context.isProviderAlone
        list.replace(count: rows.count)
        list.layOut(height: size.height)
    }

    func hints(in scene: Scene) -> [Action] {
        [.revoke, .shorter, .longer, .ahead].filter { obstacle(to: $0, in: scene) == nil }
    }

    func selection(in scene: Scene) -> CopyText? {
        selected.map { CopyText(text(of: $0, in: scene), name: "the row") }
    }

    func plainText(in scene: Scene) -> String { rows.map { text(of: $0, in: scene) + "\n" }.joined() }

    /// A row in words.
    func text(of row: Row, in scene: Scene) -> String {
        switch row {
        case .heading(let title): return title
        case .session(let session):
            return "\(session.username)  \(session.clientID), since \(scene.time.moment(session.startedAt))"
        case .token(let token):
            let now = scene.now.addingTimeInterval((state?.clockOffset ?? .zero) / .seconds(1))
            let left = TokenClock.countdown(to: token.expiresAt, from: now)
            return "  \(token.isRefreshToken ? "refresh" : "access ")  \(token.fingerprint)  \(left)"
        case .address(let address): return "  \(TextWidth.pad(address.name, to: 12)) \(address.value)"
        case .count(let count):
            return
                "  \(TextWidth.pad(count.name, to: 28)) \(count.count)\(count.outcomes.isEmpty ? "" : "  \(count.outcomes)")"
        }
    }

    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        guard let state else { return StyledText() }
        let clock = state.clockOffset == .zero ? "" : " · clock \(DurationText.skew(state.clockOffset))"
        let access = DurationText.lifetime(seconds: Int(state.accessTokenLifetime.components.seconds))
        return StyledText.words(" · access \(access)\(clock)", .dim, glyphs: glyphs)
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        let rows = rows
        guard state != nil else {
            let isAsked = scene.placement.isPast ? "the provider is not recorded" : "the provider is being asked"
            let why = scene.context.hasOwnProvider ? isAsked : "only the demo shows its provider"
            return canvas.write(StyledText(why, .dim), in: area)
        }
        for (index, place) in zip(list.visible, area.rows) {
            canvas.write(canvas.words(text(of: rows[index], in: scene), rows[index].style), in: place)
            canvas.mark(place, as: .row(index))
            if index == list.selection { canvas.select(place, isFocused: isFocused) }
        }
        canvas.drawScrollbar(list, beside: area)
    }
}

extension ProviderPane.Row {
    fileprivate var style: Style {
        switch self {
        case .session: .accent
        case .token: .text
        case .heading: .title
        case .count, .address: .dim
        }
    }
}
