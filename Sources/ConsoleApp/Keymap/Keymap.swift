package import TerminalUI

/// The one table of keys: the dispatcher, the hint line, the help page, the command line and the README read it.
///
/// No action hangs on ctrl-h, -i, -j, -m, -s, -q, -z, -a, -b, space, alt or function keys above F9 alone: terminals,
/// multiplexers and desktops take these for themselves.
package enum Keymap {
    package static let bindings: [Binding] = session + requests + events + text + panes + movement + program

    private static let session: [Binding] = [
        Binding(.signIn, [.character("l")], "sign in", "sign in by browser, device code or password", .session),
        Binding(.signOut, [.character("o")], "sign out", "sign out and tell the provider (asks)", .session),
        Binding(
            .forceSignOut, [.character("O")], "force out", "sign out, provider told or not (asks)",
            .session),
        Binding(.refresh, [.character("R")], "refresh", "refresh the access token now", .session),
        Binding(
            .fetchUserInfo, [.character("i")], "user info", "fetch user info; verifies the session", .session),
        Binding(.faults, [.character("x")], "faults", "inject a fault: expire, tamper, network off", .session),
        Binding(
            .reveal, [.character("m")], "reveal", "show the selected token for 5 s", .session, in: [.session]),
    ]

    private static let requests: [Binding] = [
        Binding(.send, [.enter], "send", "send the request", .requests, in: [.request]),
        Binding(.resend, [.character("r")], "send again", "send the request (again), from any pane", .requests),
        Binding(.burst, [.character("b")], "burst", "send it many times at once", .requests),
        Binding(
            .editField, [.character("a")], "edit", "edit the selected field in place", .requests,
            in: [.request]),
        Binding(
            .switchAuthorization, [.character("A")], "bearer", "token required, optional or never",
            .requests, in: [.request]),
        Binding(
            .open, [.enter, .character(" ")], "fold", "fold or unfold", .requests,
            in: [.response]),
        Binding(.nextTab, [.character("]")], "next tab", "pretty, raw, headers, timing", .requests, in: [.response]),
        Binding(.previousTab, [.character("[")], "tab", "the other way round", .requests, in: [.response]),
    ]

    private static let events: [Binding] = [
        Binding(
            .open, [.enter], "exchange", "the HTTP exchange behind the event", .events, in: [.events]),
        Binding(
            .jumpToCause, [.character("c")], "cause", "jump to what led to this event", .events,
            in: [.events]),
        Binding(.follow, [.character("F")], "follow", "keep the newest selected", .events, in: [.events]),
        Binding(
            .showDetails, [.character("d")], "details", "every single step, or the main ones", .events, in: [.events]),
    ]

    private static let text: [Binding] = [
        Binding(.find, [.character("/")], "filter", "filter the events; esc shows all again", .text, in: [.events]),
        Binding(.find, [.character("/")], "search", "search in the pane", .text, in: [.userInfo, .response]),
        Binding(.nextMatch, [.character("n")], "next", "next match", .text, in: [.response, .userInfo]),
        Binding(.previousMatch, [.character("N")], "previous", "previous match", .text, in: [.response, .userInfo]),
        Binding(.copy, [.character("y")], "copy", "copy: value, curl, response, token (asks)", .text),
        Binding(.edit, [.character("e")], "$EDITOR", "edit the request in $EDITOR", .text),
        Binding(.view, [.character("v")], "$PAGER", "show what the pane holds in $PAGER", .text),
        Binding(.timeFormat, [.character("u")], "time format", "times: local, UTC, ago", .text),
    ]

    private static let panes: [Binding] = [
        Binding(.nextPane, [.tab], "pane", "next pane", .panes),
        Binding(.previousPane, [.backTab], "pane back", "previous pane", .panes),
        Binding(.zoom, [.character("f")], "zoom", "the pane alone on the screen, and back", .panes),
    ]

    private static let movement: [Binding] = [
        Binding(.up, [.up, .character("k")], "up", "up", .movement),
        Binding(.down, [.down, .character("j")], "down", "down", .movement),
        Binding(.left, [.left], "left", "left; in the request, the value before", .movement),
        Binding(.right, [.right], "right", "right; in the request, the next value", .movement),
        Binding(.pageUp, [.pageUp], "page up", "a page up", .movement),
        Binding(.pageDown, [.pageDown], "page down", "a page down", .movement),
        Binding(.halfPageUp, [.control("u")], "half page up", "half a page up", .movement),
        Binding(.halfPageDown, [.control("d")], "half page down", "half a page down", .movement),
        Binding(.first, [.character("g"), .home], "first", "to the beginning", .movement),
        Binding(.last, [.character("G"), .end], "last", "to the end", .movement),
    ]

    private static let program: [Binding] = [
        Binding(.help, [.character("?"), .function(1)], "help", "this page", .program),
        Binding(.command, [.character(":")], "command", "any action by its name", .program),
        Binding(
            .cancel, [.escape], "back", "one step back: popup, running call, filter",
            .program),
        Binding(.close, [.character("q")], "quit", "close what is open; at the root, quit", .program),
        Binding(.quit, [.character("Q"), .control("c")], "quit now", "quit now", .program),
        Binding(.redraw, [.control("l")], "redraw", "draw the screen anew", .program),
        Binding(.suspend, [.control("z")], "suspend", "suspend; fg brings it back", .program),
    ]

    /// What a key does while a pane has the focus and nothing is open.
    package static func action(for key: Key, in pane: Panel) -> Action? {
        bindings.first { $0.panes.contains(pane) && $0.keys.contains(key) }?.action
    }

    /// The binding that explains an action in a pane, or in any pane.
    package static func binding(of action: Action, in pane: Panel? = nil) -> Binding? {
        bindings.first { $0.action == action && (pane.map($0.panes.contains) ?? true) }
    }
}
