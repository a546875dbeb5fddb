import ConsoleKit
import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

/// State, tokens and their clocks.
struct TokensPane: Pane {
    static let title = "Session"
    static let summary = "state, tokens and their clocks"

    private(set) var selected = TokenKind.access
    /// How long the ID token lives, for its bar: by its claims, or else from when it was first seen.
    private(set) var idTokenLife: (fingerprint: Fingerprint, seconds: TimeInterval?)?

    enum Action: String, OwnAction {
        case reveal

        var entry: OwnKey<TokensPane> {
            switch self {
            case .reveal:
                OwnKey(["m"], "reveal", "show the selected token for 5 s", .session) {
                    $1.isSignedIn ? [.effect(.session(.reveal($0.selected)))] : [.notice(.notSignedIn)]
                }
            }
        }
    }

    mutating func move(_ motion: Motion) {
        let kinds = TokenKind.allCases
        selected = kinds[motion.target(from: kinds.firstIndex(of: selected) ?? 0, of: kinds.count)]
    }

    mutating func select(row: Int) {
        if TokenKind.allCases.indices.contains(row) { selected = TokenKind.allCases[row] }
    }

    /// Adopts the present state of the session.
    mutating func adopt(_ status: SessionStatus, at now: Date) {
        if let token = status.idToken, idTokenLife?.fingerprint != token.fingerprint {
            idTokenLife = (token.fingerprint, token.expiresAt.map { status.localTime($0).timeIntervalSince(now) })
        }
    }

    /// Takes up the life of the ID token by its own claims, which can have begun before the console was opened.
    mutating func observe(_ reading: TokenReading) {
        guard let contents = reading.tokens.first(where: { $0.kind == .identity })?.contents,
            let claims = contents.claims,
            let start = claims["iat"].flatMap(RelativeTime.date), let end = claims["exp"].flatMap(RelativeTime.date)
        else { return }
        idTokenLife = (contents.fingerprint, end.timeIntervalSince(start))
    }

    mutating func layOut(_: Size, in _: Scene) {}

    func hints(in scene: Scene) -> [Action] { scene.isSignedIn ? [.reveal] : [] }

    func selection(in scene: Scene) -> CopyText? {
        selectedToken(in: scene).map { CopyText("\($0)", name: "the fingerprint") }
    }

    func selectedToken(in scene: Scene) -> Fingerprint? {
        switch selected {
        case .access: scene.status.accessToken?.fingerprint
        case .refresh: scene.status.refreshToken?.fingerprint
        case .identity: scene.status.idToken?.fingerprint
        }
    }

    func plainText(in scene: Scene) -> String {
        lines(in: scene, width: 100, isTall: true, glyphs: .unicode).lines.map { $0.text + "\n" }.joined()
    }

    private func lines(in scene: Scene, width: Int, isTall: Bool, glyphs: Glyphs) -> SessionLines {
        SessionLines(scene, idTokenLife: idTokenLife?.seconds, width: width, isTall: isTall, glyphs: glyphs)
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        let isTall = area.height >= SessionLines.tallHeight - 2
        let session = lines(in: scene, width: area.width, isTall: isTall, glyphs: canvas.glyphs)
        canvas.write(session.lines, in: area)
        for (index, kind) in TokenKind.allCases.enumerated() {
            guard let line = session.tokenLines[kind], line < area.height else { continue }
            canvas.mark(Rect(x: area.x, y: area.y + line, width: area.width, height: 1), as: .row(index))
        }
        guard isFocused, let line = session.tokenLines[selected], line < area.height else { return }
        canvas.surface.write(
            canvas.glyphs.triangleRight, at: Point(x: area.x - 1, y: area.y + line), style: .accent)
        canvas.surface.focus = Point(x: area.x, y: area.y + line)
    }
}
