import ConsoleKit
import SessionCore
import TerminalUI

/// The addresses of the session's proxy, and the programs that use them.
struct ProxyDialog: Dialog {
    private var selection = 0

    enum Action: String, KeyAction {
        case copy = "copy-address"
        case cutOff = "cut-off"
        case end = "close-proxy"
        case close = "hide-addresses"

        var binding: Binding {
            switch self {
            case .copy: Binding(["y"], "copy", "copy the selected address of the proxy", .dialogs)
            case .cutOff:
                Binding(["c"], "cut off", "refuse the selected program from now on, with new addresses", .dialogs)
            case .end: Binding(["x"], "close the proxy", "close the proxy, and end its calls", .dialogs)
            case .close: Binding([.escape, "q", .enter], "hide", "hide the addresses; the proxy goes on", .dialogs)
            }
        }
    }

    private static let mostWidth = 112
    private static let explanation =
        "A program that calls an address sends the session's token to its API. Whoever knows the address can do so."

    private static let ownPlace =
        "Another program listens at the profile's own address, so this one is for this console alone."

    var reaches: Outside { [] }

    mutating func press(_ key: Key, in scene: Scene) -> [DialogOutput] {
        let (routes, tools) = (scene.proxy?.routes ?? [], scene.proxy?.tools ?? [])
        switch Action.action(for: key) {
        case .copy:
            guard routes.indices.contains(selection) else { return [] }
            return [.effect(.tool(.copy(routes[selection].address, name: "the proxy's address")))]
        case .cutOff:
            guard tools.indices.contains(selection - routes.count) else { return [] }
            let caller = tools[selection - routes.count].caller
            // The row will be another program's.
            selection = 0
            return [.effect(.proxy(.cutOff(caller)))]
        case .end: return [.close, .effect(.proxy(.close))]
        case .close: return [.close]
        case nil:
            guard let motion = Motion.action(for: key) else { return [] }
            selection = motion.target(from: selection, of: routes.count + tools.count)
        }
        return []
    }

    mutating func click(row: Int, in _: Scene) -> [DialogOutput] {
        selection = row
        return []
    }

    func hints(in scene: Scene, _ glyphs: Glyphs) -> [Hint] {
        let hasTools = scene.proxy?.tools.isEmpty == false
        let actions: [Action] = hasTools ? [.copy, .cutOff, .end, .close] : [.copy, .end, .close]
        return actions.map { $0.hint(glyphs) }
    }

    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        guard let proxy = scene.proxy, !proxy.routes.isEmpty else {
            canvas.drawPopup("Proxy", [StyledText("Opening\(canvas.glyphs.ellipsis)", .dim)], in: area)
            return
        }
        let width = min(area.width - 6, Self.mostWidth)
        let routes = proxy.routes.map { Self.lines(of: $0, width: width, canvas) }
        let tools = proxy.tools.map { [Self.line(of: $0, canvas)] }
        // The rows that can be selected, and the empty one between the addresses and the programs.
        let rows = routes + (tools.isEmpty ? [] : [[StyledText()]] + tools)
        let places = rows.enumerated().flatMap { index, lines in
            lines.map { _ in index < routes.count ? index : index > routes.count ? index - 1 : nil }
        }
        let foot = [StyledText()] + foot(of: proxy, scene, canvas).flatMap { $0.wrapped(to: width) }
        // Where not all have room, the last ones are left out.
        let lines = rows.joined().prefix(max(1, area.height - 2 - foot.count))
        let inside = canvas.drawPopup("Proxy", lines + foot, in: area, width: width)
        for case (let index?, let row) in zip(places.prefix(lines.count), inside.rows) {
            canvas.mark(row, as: .row(index))
            if index == selection { canvas.select(row) }
        }
    }

    /// `claude (4711)   12 calls`.
    private static func line(of tool: ProxyState.Tool, _ canvas: Canvas) -> StyledText {
        canvas.words("\(tool.caller)") + StyledText("  \(tool.calls == 1 ? "1 call" : "\(tool.calls) calls")", .dim)
    }

    /// An address and its API, on a line each where both have no room beside each other.
    private static func lines(of route: ProxyRoute, width: Int, _ canvas: Canvas) -> [StyledText] {
        let address = StyledText.words(route.address, .accent, glyphs: canvas.glyphs)
        let api = StyledText.words("\(canvas.glyphs.arrowRight) \(route.origin)", glyphs: canvas.glyphs)
        let both = address + StyledText("  ") + api
        return both.columns <= width ? [both] : [address, StyledText("  ") + api]
    }

    private func foot(of proxy: ProxyState, _ scene: Scene, _ canvas: Canvas) -> [StyledText] {
        let users = proxy.tools.isEmpty ? [canvas.words("No program has called it yet.")] : []
        let place = proxy.isBesideAnother ? [canvas.words(Self.ownPlace, .warning)] : []
        let absence = scene.isSignedIn ? [] : [canvas.words("Signed out: programs are answered 401.", .warning)]
        let keys =
            canvas.key(Action.copy, "copies the address   ")
            + (proxy.tools.isEmpty ? StyledText() : canvas.key(Action.cutOff, "cuts the program off   "))
            + canvas.key(Action.end, "closes the proxy   ") + canvas.key(Action.close, "hides this")
        return [canvas.words(Self.explanation, .dim)] + place + users + absence + [keys]
    }
}
