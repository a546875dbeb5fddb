import ConsoleKit
import SessionCore
import TerminalUI

/// The claims of the userinfo endpoint (OpenID Connect Core 5.3).
struct UserInfoPane: ListPane {
    static let title = "User info"
    static let shortTitle = "User"
    static let summary = "the claims of the userinfo endpoint"

    /// The claims, and the field for what is searched for among them.
    var list = RowList<UserInfo.Claim>(find: Self.search)
    private static let search = FindField.search("Search in user info:")

    /// Each key of the pane, as one literal: its keys and words are shared with other panes here, what it does is
    /// below.
    enum Action: String, OwnAction {
        case search
        case nextMatch = "next-match"
        case previousMatch = "previous-match"

        var entry: OwnKey<UserInfoPane> {
            switch self {
            case .search: .find(.search)
            case .nextMatch: .nextMatch
            case .previousMatch: .previousMatch
            }
        }
    }

    /// Shows the session's claims; the same claims leave the selection unchanged.
    mutating func adopt(_ info: UserInfo?) {
        let claims = info?.claims ?? []
        guard claims != list.rows else { return }
        list.find = Self.search
        list.replace(claims, selecting: claims.first?.id)
    }

    func hints(in _: Scene) -> [Action] { list.isEmpty ? [] : [.search] }

    func text(of claim: UserInfo.Claim, in _: Scene) -> String { "\(claim.name): \(claim.value)" }

    func selection(in _: Scene) -> CopyText? {
        selected.map { CopyText($0.value, name: "the claim \($0.name)") }
    }

    private var nameWidth: Int { min(18, max(8, list.rows.map { TextWidth.columns(of: $0.name) }.max() ?? 0)) }

    func draw(_ claim: UserInfo.Claim, on canvas: inout Canvas, in place: Rect, _: Scene) {
        let (name, value) = place.split(left: nameWidth)
        canvas.write(SafeText.line(claim.name, style: .dim, glyphs: canvas.glyphs), in: name)
        canvas.write(SafeText.line(claim.value, glyphs: canvas.glyphs), in: value.inset(left: 1))
    }

    func absence(in scene: Scene, _ canvas: Canvas, width _: Int) -> [StyledText] {
        guard scene.isSignedIn else { return [StyledText("who is signed in, as the provider says it", .dim)] }
        let key = StyledText(ShellAction.fetchUserInfo.key(canvas.glyphs), .key)
        return [StyledText("press ") + key + StyledText(" to fetch it")]
    }
}

extension UserInfo.Claim: ListRow {
    package var id: String { name }
}
