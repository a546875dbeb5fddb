import ConsoleKit
import SessionCore
import TerminalUI

/// State, tokens and their clocks.
struct TokensPane: Pane {
    static let title = "Session"
    static let summary = "state, tokens and their clocks"

    private(set) var selected = TokenKind.access
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
        SessionLines(scene, width: 100, isTall: true, glyphs: .unicode).lines.map { $0.text + "\n" }.joined()
    }

    /// The rows that it needs at a width.
    func rowCount(in scene: Scene, width: Int, isTall: Bool) -> Int {
        SessionLines(scene, width: width, isTall: isTall, glyphs: .unicode).lines.count
    }

    /// Everything where there is room for it, or else each token on a line.
    private func lines(in area: Rect, _ scene: Scene, _ glyphs: Glyphs) -> SessionLines {
        let whole = SessionLines(scene, width: area.width, isTall: true, glyphs: glyphs)
        if whole.lines.count <= area.height { return whole }
        return SessionLines(scene, width: area.width, isTall: false, glyphs: glyphs)
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        let session = lines(in: area, scene, canvas.glyphs)
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
