package import ConsoleKit
import TerminalUI

/// What works everywhere, whichever screen is shown and whichever pane has the focus.
///
/// No action hangs on ctrl-h, -i, -j, -m, -s, -q, -z, -a, -b, space, alt or function keys above F9 alone: terminals,
/// multiplexers and desktops take these for themselves.
package enum ShellAction: String, KeyAction {
    case signIn = "sign-in"
    case signOut = "sign-out"
    case refresh
    case fetchUserInfo = "user-info"
    case send
    case burst
    case faults
    case copy
    case view
    case record
    case timeFormat = "time-format"
    case nextPane = "next-pane"
    case previousPane = "previous-pane"
    case zoom
    case otherSession = "other-session"
    case help
    case firstSteps = "first-steps"
    case command
    case back
    case close
    case quit
    case redraw
    case suspend

    package var binding: Binding {
        switch self {
        case .signIn:
            Binding(
                ["l"], "sign in", "sign in by browser, device code or password", .session,
                reaches: [.session, .network])
        case .signOut:
            Binding(
                ["o"], "sign out", "sign out and revoke the tokens (asks first)", .session,
                reaches: [.session, .network])
        case .refresh:
            Binding(["R"], "refresh", "refresh the access token now", .session, reaches: [.session, .network])
        case .fetchUserInfo:
            Binding(
                ["i"], "user info", "fetch user info; verifies the session", .session, reaches: [.session, .network])
        case .send:
            Binding(["r"], "send", "send the request that the panel shows", .requests, reaches: [.session, .network])
        case .burst:
            Binding(["b"], "burst", "send the request many times at once", .requests, reaches: [.session, .network])
        case .faults:
            Binding(["x"], "faults", "inject a fault, and see what a correct client does", .session, reaches: .faults)
        case .copy: Binding(["y"], "copy", "copy: value, curl, response, token (asks first)", .text, reaches: .program)
        case .view: Binding(["v"], "$PAGER", "show the pane's content in $PAGER", .text, reaches: .program)
        case .record:
            Binding(
                ["S"], "record", "start or stop recording the session to a file", .text, reaches: [.file, .present])
        case .timeFormat: Binding(["u"], "time format", "times: local, UTC, ago", .text)
        case .nextPane: Binding([.tab], "pane", "next pane", .panes)
        case .previousPane: Binding([.backTab], "pane back", "previous pane", .panes)
        case .zoom: Binding(["f"], "zoom", "zoom the pane to the whole screen, and back", .panes)
        case .otherSession:
            Binding(["W"], "other session", "go to the next open session", .program, reaches: .session)
        case .help: Binding(["?", .function(1)], "help", "this page", .program)
        case .firstSteps:
            Binding(
                ["T"], "first steps", "show or hide the demo's first steps in the header", .program, reaches: .session)
        case .command: Binding([":"], "command", "run any action by its name", .program)
        case .back:
            Binding([.escape], "back", "one step back: revealed token, card, running call, filter, zoom", .program)
        case .close: Binding(["q"], "quit", "close what is open; at the root, quit", .program, reaches: .departure)
        case .quit: Binding(["Q", .control("c")], "quit now", "quit now", .program, reaches: .departure)
        case .redraw: Binding([.control("l")], "redraw", "redraw the screen", .program)
        case .suspend: Binding([.control("z")], "suspend", "suspend; fg resumes it", .program, reaches: .departure)
        }
    }

    /// Those that work while a dialog or a text field has the keys, too.
    static let always: [ShellAction] = [.redraw, .suspend]
    /// The actions that quit if nothing is open.
    static let endings: [ShellAction?] = [.close, .quit]
}
