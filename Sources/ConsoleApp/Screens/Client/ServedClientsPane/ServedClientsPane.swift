import ClientObservation
import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

/// The clients of a server that is watched: how far each has come, and what never came.
struct ServedClientsPane: ListPane {
    static let title = "Clients"
    static let summary = "the clients of your server: how far each has come, and what never came"
    static let rowName = "the client"
    static let marksSelection = true

    var list = RowList<ServedClient>(rowHeight: 2)
    /// The name of the page's file, while it is typed.
    private var saving: SaveField?

    enum Action: String, OwnAction {
        case messages = "client-messages"
        case page = "save-client-page"

        var entry: OwnKey<ServedClientsPane> {
            switch self {
            case .messages:
                OwnKey(
                    [.enter], "messages", "go to the messages of the selected client", .events,
                    obstacle: { pane, _ in pane.list.isEmpty ? noClient : nil },
                    handler: { _, _ in [.focus(title: MessagesPane.title)] })
            case .page:
                OwnKey(
                    ["w"], "page", "save what the selected client did as a page for its authors", .text,
                    obstacle: { pane, _ in pane.list.isEmpty ? noClient : nil },
                    handler: { pane, _ in
                        pane.saving = SaveField(name: "client.md", title: "Save the page as:")
                        return []
                    })
            }
        }
    }

    private static let noClient = "no client has come"

    mutating func adopt(_ clients: [ServedClient]) {
        if clients != list.rows { list.replace(clients) }
    }

    // MARK: - The page's name

    var prompt: Prompt? { saving?.prompt ?? list.find?.prompt }

    mutating func type(_ key: Key, in scene: Scene) -> [PaneOutput] {
        guard saving != nil else { return typeWords(key, in: scene) }
        guard let path = saving.type(key), let client = selected else { return [] }
        return [.effect(.tool(.saveTicket(Ticket(scene, of: client), path: path)))]
    }

    func hints(in _: Scene) -> [Action] { list.isEmpty ? [] : [.messages, .page] }

    func text(of client: ServedClient, in scene: Scene) -> String {
        "\(head(of: client, in: scene, .unicode).text)  \(words(of: client, in: scene))"
    }

    // MARK: - Drawing

    func titleEnd(isFocused _: Bool, in _: Scene, _: Glyphs) -> StyledText {
        list.count < 2 ? StyledText() : StyledText("\(list.count)", .dim)
    }

    func absence(in _: Scene, _: Canvas, width: Int) -> [StyledText] {
        StyledText("No client has come yet. Point one at this address, or your tunnel at this port.", .dim)
            .wrapped(to: width)
    }

    func draw(_ client: ServedClient, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
        let (first, second) = place.split(top: 1)
        let words = canvas.words(words(of: client, in: scene))
        let head = head(of: client, in: scene, canvas.glyphs)
        guard !second.isEmpty else { return canvas.write(head + StyledText("  ") + words, in: first) }
        canvas.write(head, in: first)
        canvas.write(words, in: second.inset(left: 2))
    }

    private func words(of client: ServedClient, in scene: Scene) -> String { client.words(scene.time.brief) }

    /// `✗ assistant/1.4  client 7f3a  A3F1`.
    private func head(of client: ServedClient, in scene: Scene, _ glyphs: Glyphs) -> StyledText {
        var text = client.mark(at: scene.now, glyphs)
        text += SafeText.line(client.title, style: .text, glyphs: glyphs).truncated(to: 32, ellipsis: glyphs.ellipsis)
        if client.name != nil, let id = client.clientID {
            text +=
                StyledText("  ")
                + SafeText.line("client \(id)", style: .dim, glyphs: glyphs)
                .truncated(to: 24, ellipsis: glyphs.ellipsis)
        }
        if let token = client.token { text += StyledText("  \(token)", .accent) }
        return text
    }
}

extension ServedClient: ListRow {
    /// `●` of one that calls, `✗` where it is stuck and it is known on whose side, `!` where that isn't known.
    func mark(at moment: Date, _ glyphs: Glyphs) -> StyledText {
        if stand == .calls { return StyledText("\(glyphs.circle) ", .success) }
        guard isStuck(at: moment) else { return StyledText("\(glyphs.dash) ", .dim) }
        return side == nil ? StyledText("! ", .warning) : StyledText("\(glyphs.cross) ", .danger)
    }
}
