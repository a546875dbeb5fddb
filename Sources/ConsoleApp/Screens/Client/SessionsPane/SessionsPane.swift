import ConsoleKit
import ClientObservation
import FoundationEssentials
import SessionCore
import TerminalUI

/// The sessions of the programs that are watched: whose each is, how it stands, and its refresh tokens.
struct SessionsPane: ListPane {
    static let title = "Sessions seen"
    static let shortTitle = "Sessions"
    static let summary = "the sessions of the programs that are watched, with their refresh tokens"
    static let rowName = "the session"

    var list = RowList<SeenSession>(rowHeight: 2)

    enum Action: String, OwnAction {
        case messages = "session-messages"

        var entry: OwnKey<SessionsPane> {
            switch self {
            case .messages:
                OwnKey(
                    [.enter], "messages", "go to the messages of the selected session", .events,
                    obstacle: { pane, _ in pane.list.isEmpty ? "no session was seen" : nil },
                    handler: { _, _ in [.focus(title: MessagesPane.title)] })
            }
        }
    }

    mutating func adopt(_ sessions: [SeenSession]) {
        if sessions != list.rows { list.replace(sessions) }
    }

    func hints(in _: Scene) -> [Action] { list.isEmpty ? [] : [.messages] }

    func text(of session: SeenSession, in scene: Scene) -> String {
        "\(head(of: session, in: scene, .unicode).text)  \(session.lineageText(.unicode, named: true).text)"
    }

    // MARK: - Drawing

    func titleEnd(isFocused _: Bool, in _: Scene, _: Glyphs) -> StyledText {
        list.count < 2 ? StyledText() : StyledText("\(list.count)", .dim)
    }

    func absence(in _: Scene, _: Canvas, width _: Int) -> [StyledText] {
        [StyledText("no session was seen yet", .dim)]
    }

    func draw(_ session: SeenSession, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
        let (first, second) = place.split(top: 1)
        let head = head(of: session, in: scene, canvas.glyphs)
        guard !second.isEmpty else {
            let lineage = session.lineageText(canvas.glyphs, named: false)
            return canvas.write(head + StyledText("  ") + lineage, in: first)
        }
        canvas.write(head, in: first)
        canvas.write(session.lineage(canvas.glyphs, columns: second.width - 2), in: second.inset(left: 2))
    }

    /// Whose it is and how it stands: `● live  agent  alice  A3F1 00:47`.
    private func head(of session: SeenSession, in scene: Scene, _ glyphs: Glyphs) -> StyledText {
        let isLive = session.state == .live || session.state == .reuseRefused
        var text = StyledText("\(isLive ? glyphs.circle : glyphs.square) ", session.style)
        text += StyledText(session.state.word, session.style)
        for name in [session.client ?? "client not named", session.subject].compactMap(\.self) {
            text +=
                StyledText("  ")
                + SafeText.line(name, style: .text, glyphs: glyphs).truncated(
                    to: 24, ellipsis: glyphs.ellipsis)
        }
        if let token = session.accessToken {
            text += StyledText("  \(token)", .accent) + StyledText(" \(session.countdown(in: scene))", .dim)
        }
        return text
    }
}

extension SeenSession: ListRow {
    fileprivate var style: Style {
        switch state {
        case .live: .success
        case .reuseRefused: .warning
        case .refused: .danger
        case .expired, .revoked, .signedOut: .dim
        }
    }

    /// How long its access token lasts.
    fileprivate func countdown(in scene: Scene) -> String {
        guard let expiry else { return "no lifetime given" }
        return expiry > scene.now
            ? TokenClock.countdown(to: expiry, from: scene.now) : "expired \(scene.time.agoCoarsely(expiry))"
    }

    /// `A3F1 → 9C02 → 77D0`, each with the program that was answered, where it is another than before, and those that
    /// were refused.
    fileprivate func lineageText(_ glyphs: Glyphs, named: Bool, from first: Int = 0) -> StyledText {
        let left = leftOut + first > 0 ? [StyledText(glyphs.ellipsis, .dim)] : []
        var answered: String?
        let links = lineage.dropFirst(first).map { link in
            guard named else { return StyledText("\(link.token)", .accent) }
            defer { answered = link.presenter }
            let other = link.presenter == answered ? nil : link.presenter
            let presenter = other.map { SafeText.line(" \($0)", style: .dim, glyphs: glyphs) }
            return link.refused.reduce(StyledText("\(link.token)", .accent) + (presenter ?? StyledText())) {
                $0 + StyledText(" \(glyphs.cross)", .danger) + SafeText.line($1, style: .dim, glyphs: glyphs)
            }
        }
        guard lineage.isEmpty else {
            let arrow = StyledText(" \(glyphs.isASCII ? "->" : "→") ", .dim)
            return (left + links).reduce(into: StyledText()) { $0 = $0.isEmpty ? $1 : $0 + arrow + $1 }
        }
        return StyledText("no refresh token", .dim)
    }

    /// The longest form that has room: with all programs, then without the oldest tokens.
    fileprivate func lineage(_ glyphs: Glyphs, columns: Int) -> StyledText {
        let forms =
            [true, false].map { lineageText(glyphs, named: $0) }
            + lineage.indices.dropFirst().map { lineageText(glyphs, named: false, from: $0) }
        return forms.first { $0.columns <= columns } ?? forms[0]
    }
}
