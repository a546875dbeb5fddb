import SessionCore
import TerminalUI

/// The claims of the userinfo endpoint (OpenID Connect Core 5.3).
struct UserInfoPane: Pane {
    static let title = "User info"
    static let shortTitle = "User"
    static let summary = "the claims of the userinfo endpoint"

    private(set) var claims: [UserInfo.Claim] = []
    /// The selection and the scroll position among the claims.
    private(set) var list = ScrollList()
    /// The field while it is typed, then what was found.
    private(set) var search = SearchField()

    /// Each key of the pane, as one literal: its keys and words are shared with other panes here, what it does is
    /// below.
    enum Action: String, OwnAction {
        case search
        case nextMatch = "next-match"
        case previousMatch = "previous-match"

        var entry: OwnKey<UserInfoPane> {
            switch self {
            case .search: OwnKey(.search) { $0.search.open() }
            case .nextMatch: OwnKey(.nextMatch) { $0.moveMatch(by: 1) }
            case .previousMatch: OwnKey(.previousMatch) { $0.moveMatch(by: -1) }
            }
        }
    }

    mutating func move(_ motion: Motion) { list.move(motion) }
    mutating func scroll(rows: Int) { list.scroll(rows) }
    mutating func select(row: Int) { list.select(row) }

    /// Shows the session's claims; the same claims leave the selection unchanged.
    mutating func note(_ info: UserInfo?) {
        let claims = info?.claims ?? []
        guard claims != self.claims else { return }
        self.claims = claims
        search = SearchField()
        list.replace(count: claims.count, selecting: 0)
    }

    var prompt: Prompt? { search.prompt("Search in user info:") }

    /// A key for the search field, which has all keys while it is open; what the console is to do is returned.
    mutating func type(_ key: Key, in _: Scene) -> [PaneOutput] {
        if let text = search.type(key) { find(text) }
        return search.vain(key)
    }

    private mutating func find(_ text: String) {
        let matches = claims.indices.filter { FactLine(claims[$0].name, claims[$0].value).contains(text) }
        search.found = SearchState(text: text, matches: matches, after: list.selection)
        if let match = search.found?.current { list.select(match) }
    }

    private mutating func moveMatch(by step: Int) {
        search.found?.move(by: step)
        if let match = search.found?.current { list.select(match) }
    }

    mutating func stepBack(in _: Scene) -> Bool { search.close() }
    mutating func layOut(_ size: Size, in _: Scene) { list.layOut(height: size.height) }
    func hints(in _: Scene) -> [Action] { claims.isEmpty ? [] : [.search] }

    func selection(in _: Scene) -> CopyText? {
        guard claims.indices.contains(list.selection) else { return nil }
        let claim = claims[list.selection]
        return CopyText(claim.value, name: "the claim \(claim.name)")
    }

    func plainText(in _: Scene) -> String { claims.map { "\($0.name): \($0.value)\n" }.joined() }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        guard !claims.isEmpty else { return drawAbsence(on: &canvas, in: area, scene) }
        let nameWidth = min(18, max(8, claims.map { TextWidth.columns(of: $0.name) }.max() ?? 0))
        for (index, row) in zip(list.visible, area.rows) {
            let claim = claims[index]
            let name = SafeText.line(claim.name, style: .dim, glyphs: canvas.glyphs)
            canvas.write(name, in: Rect(x: row.x, y: row.y, width: nameWidth, height: 1))
            canvas.write(SafeText.line(claim.value, glyphs: canvas.glyphs), in: row.inset(left: nameWidth + 1))
            canvas.highlight(search.found, in: row)
            canvas.mark(row, as: .row(index))
            if index == list.selection { canvas.select(row, isFocused: isFocused) }
        }
        canvas.drawScrollbar(list, beside: area)
    }

    private func drawAbsence(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        guard scene.isSignedIn else { return canvas.write(StyledText("none", .dim), in: area) }
        let key = StyledText(ShellAction.fetchUserInfo.key(canvas.glyphs), .key)
        canvas.write(StyledText("press ") + key + StyledText(" to fetch it"), in: area)
    }
}
