import SessionCore
import TerminalUI

/// The user info pane: claims to scroll through.
struct ClaimList: Sendable {
    private(set) var claims: [UserInfo.Claim] = []
    private(set) var list = ScrollList()
    private(set) var search: SearchState?

    var selected: UserInfo.Claim? { claims.indices.contains(list.selection) ? claims[list.selection] : nil }

    /// Takes over what the session knows; the same claims leave the selection where it is.
    mutating func show(_ info: UserInfo?) {
        let claims = info?.claims ?? []
        guard claims != self.claims else { return }
        self.claims = claims
        search = nil
        list.replace(count: claims.count, selecting: 0)
    }

    mutating func find(_ text: String) {
        guard !text.isEmpty else {
            search = nil
            return
        }
        let matches = claims.indices.filter { FactLine(claims[$0].name, claims[$0].value).contains(text) }
        search = SearchState(text: text, matches: matches, after: list.selection)
        if let match = search?.current { list.select(match) }
    }

    mutating func moveMatch(by step: Int) {
        search?.move(by: step)
        if let match = search?.current { list.select(match) }
    }

    mutating func layOut(height: Int) { list.layOut(height: height) }
    mutating func handle(_ key: Key) -> Bool { list.handle(key) }
}
