import ConsoleKit
import TerminalUI

/// The keys that several panes or screens have, or that other parts name.
extension Binding {
    static let stepUp = Binding(["s"], "step up", "sign in with the scope or level that the answer asks for", .session)
    static let followChallenge = Binding(
        ["M"], "follow challenge", "sign in where the answer's challenge leads, by its metadata", .session,
        reaches: [.session, .network])
    static let inspect = Binding(["t"], "token", "show the selected token, or the access token, on screen 3", .tokens)
    static let send = Binding([.enter], "send", "send the request", .requests)
    /// An advice names it.
    static let switchAuthorization = Binding(
        ["A"], "token", "access token: required, optional or never sent", .requests)
    static func editPart(_ summary: String) -> Binding { Binding(["a"], "edit", summary, .requests) }
    static func addHeader(_ summary: String) -> Binding { Binding(["+"], "add header", summary, .requests) }
    static func removeHeader(_ summary: String) -> Binding { Binding(["-", .delete], "remove", summary, .requests) }
    static func restoreHeader(_ summary: String) -> Binding { Binding(["U"], "bring back", summary, .requests) }
    static let findRequests = Binding(["/"], "find", "find requests by parts of method, name, path or file", .text)
    static let saveArchive = Binding(["w"], "save", "save the calls of this run, redacted, as HAR", .text)
    static let editFile = Binding(["e"], "$EDITOR", "open the file in $EDITOR at the request", .text)
    static let pasteCurl = Binding(["p"], "paste", "turn pasted curl commands into requests", .requests)
    static let fold = Binding(["z", " "], "fold", "unfold a burst into its calls, or fold it", .events)
    static let search = Binding(["/"], "search", "search in the pane", .text)
    static let nextMatch = Binding(["n"], "next", "next match", .text)
    static let previousMatch = Binding(["N"], "previous", "previous match", .text)
}
