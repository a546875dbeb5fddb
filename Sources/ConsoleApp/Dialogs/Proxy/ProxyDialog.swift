import ConsoleKit
import SessionCore
import TerminalUI

/// The addresses of the session's proxy, and the programs that use them.
struct ProxyDialog: Dialog {
    private var list = RowList<Row>()

    /// An address, the empty row below them, or a program that uses one.
    private enum Row: ListRow {
        case route(ProxyRoute)
        case gap
        case tool(ProxyState.Tool)

        var id: String {
            switch self {
            case .route(let route): route.origin
            case .gap: ""
            case .tool(let tool): "tool \(tool.caller.name)"
            }
        }

        var stop: RowStop { if case .gap = self { .never } else { .always } }
    }

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
        switch (Action.action(for: key), list.selected) {
        case (.copy, .route(let route)?):
            return [.effect(.tool(.copy(route.address, name: "the proxy's address")))]
        case (.cutOff, .tool(let tool)?):
            // The row will be another program's.
            list.move(ScrollMotion.start)
            return [.effect(.proxy(.cutOff(tool.caller)))]
        case (.copy, _), (.cutOff, _): return []
        case (.end, _): return [.close, .effect(.proxy(.close))]
        case (.close, _): return [.close]
        case (nil, _):
            if let motion = Motion.action(for: key) { list.move(motion) }
            return []
        }
    }

    mutating func click(row: Int, in _: Scene) -> [DialogOutput] {
        list.select(row)
        return []
    }

    mutating func layOut(_ area: Size, in scene: Scene) {
        let proxy = scene.proxy ?? ProxyState()
        let tools = proxy.tools.map { Row.tool($0) }
        list.replace(proxy.routes.map { .route($0) } + (tools.isEmpty ? [] : [.gap]) + tools)
        let foot = foot(of: proxy, scene, width: Self.width(in: area), .unicode)
        list.layOut(area.forList(foot: foot.count))
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
        let width = Self.width(in: area.size)
        let foot = foot(of: proxy, scene, width: width, canvas.glyphs)
        let inside = canvas.drawListPopup("Proxy", list, in: area, width: width, foot: foot.count)
        let (rows, rest) = inside.split(bottom: foot.count)
        canvas.drawRows(of: list, in: rows) { canvas, row, place in
            let line =
                switch row {
                case .route(let route): Self.line(of: route, canvas)
                case .gap: StyledText()
                case .tool(let tool): Self.line(of: tool, canvas)
                }
            canvas.write(line.truncated(to: place.width, ellipsis: canvas.glyphs.ellipsis), in: place)
        }
        canvas.write(foot, in: rest)
    }

    private static func width(in area: Size) -> Int { min(area.width - 6, mostWidth) }

    /// `claude (4711)   12 calls`.
    private static func line(of tool: ProxyState.Tool, _ canvas: Canvas) -> StyledText {
        canvas.words("\(tool.caller)") + StyledText("  \(tool.calls == 1 ? "1 call" : "\(tool.calls) calls")", .dim)
    }

    private static func line(of route: ProxyRoute, _ canvas: Canvas) -> StyledText {
        let api = canvas.words("  \(canvas.glyphs.arrowRight) \(route.origin)")
        return canvas.words(route.address, .accent) + api
    }

    private func foot(of proxy: ProxyState, _ scene: Scene, width: Int, _ glyphs: Glyphs) -> [StyledText] {
        func words(_ text: String, _ style: Style = .text) -> StyledText { .words(text, style, glyphs: glyphs) }
        func key(_ action: Action, _ words: String) -> StyledText {
            StyledText(action.key(glyphs), .key) + StyledText(" \(words)")
        }
        // What has no room beside its address.
        var api: [StyledText] = []
        if case .route(let route)? = list.selected,
            TextWidth.columns(of: "\(route.address)  \(glyphs.arrowRight) \(route.origin)") > width
        {
            api = [words("\(glyphs.arrowRight) \(route.origin)")]
        }
        let users = proxy.tools.isEmpty ? [words("No program has called it yet.")] : []
        let place = proxy.isBesideAnother ? [words(Self.ownPlace, .warning)] : []
        let absence = scene.isSignedIn ? [] : [words("No session: programs are answered 401.", .warning)]
        let keys =
            key(.copy, "copies the address   ")
            + (proxy.tools.isEmpty ? StyledText() : key(.cutOff, "cuts the program off   "))
            + key(.end, "closes the proxy   ") + key(.close, "hides this")
        let lines = api + [words(Self.explanation, .dim)] + place + users + absence + [keys]
        return [StyledText()] + lines.flatMap { $0.wrapped(to: width) }
    }
}
