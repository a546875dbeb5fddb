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
            Binding([.character("l")], "sign in", "sign in by browser, device code or password", .session)
        case .signOut:
            Binding([.character("o")], "sign out", "sign out and revoke the tokens (asks first)", .session)
        case .refresh: Binding([.character("R")], "refresh", "refresh the access token now", .session)
        case .fetchUserInfo:
            Binding([.character("i")], "user info", "fetch user info; verifies the session", .session)
        case .send: Binding([.character("r")], "send", "send the request as its panel shows it", .requests)
        case .burst: Binding([.character("b")], "burst", "send the request many times at once", .requests)
        case .faults:
            Binding([.character("x")], "faults", "inject a fault, and what a right client makes of it", .session)
        case .copy: Binding([.character("y")], "copy", "copy: value, curl, response, token (asks first)", .text)
        case .view: Binding([.character("v")], "$PAGER", "show the pane's content in $PAGER", .text)
        case .record: Binding([.character("S")], "record", "record the session to a file, or end that", .text)
        case .timeFormat: Binding([.character("u")], "time format", "times: local, UTC, ago", .text)
        case .nextPane: Binding([.tab], "pane", "next pane", .panes)
        case .previousPane: Binding([.backTab], "pane back", "previous pane", .panes)
        case .zoom: Binding([.character("f")], "zoom", "the pane alone on the screen, and back", .panes)
        case .otherSession:
            Binding([.character("W")], "other session", "the next of the sessions that are open", .program)
        case .help: Binding([.character("?"), .function(1)], "help", "this page", .program)
        case .firstSteps:
            Binding([.character("T")], "first steps", "the demo's first steps in the header: hide, show", .program)
        case .command: Binding([.character(":")], "command", "any action by its name", .program)
        case .back:
            Binding([.escape], "back", "one step back: revealed token, card, running call, filter, zoom", .program)
        case .close: Binding([.character("q")], "quit", "close what is open; at the root, quit", .program)
        case .quit: Binding([.character("Q"), .control("c")], "quit now", "quit now", .program)
        case .redraw: Binding([.control("l")], "redraw", "draw the screen anew", .program)
        case .suspend: Binding([.control("z")], "suspend", "suspend; fg brings it back", .program)
        }
    }

    package var reaches: Outside {
        switch self {
        case .signIn, .signOut, .refresh, .fetchUserInfo, .send, .burst: [.session, .network]
        case .faults: .network
        case .otherSession, .firstSteps: .session
        case .copy, .view: .program
        case .record: [.file, .present]
        case .close, .quit, .suspend: .departure
        case .timeFormat, .nextPane, .previousPane, .zoom, .help, .command, .back, .redraw: []
        }
    }

    /// Those that work while a dialog or a text field has the keys, too.
    static let always: [ShellAction] = [.redraw, .suspend]
    /// The actions that quit if nothing is open.
    static let endings: [ShellAction?] = [.close, .quit]
}
