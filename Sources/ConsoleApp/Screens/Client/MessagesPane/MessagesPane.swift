import SessionCore
import TerminalUI

/// The messages of the selected session or finding, or all of them, newest last.
struct MessagesPane: Pane {
    static let title = "Messages"
    static let summary = "the messages of the selected session or finding, or all that were seen"
    static let endsAboveNotice = true
    /// More messages than this are not kept.
    static let capacity = 5_000

    /// Whose messages are listed.
    enum Subject: Sendable, Hashable {
        case all
        case session(Int)
        case finding(Int, messages: [Int])
    }

    private(set) var messages: [SeenMessage] = []
    private(set) var listed: [SeenMessage] = []
    private(set) var list = ScrollList()
    /// What is selected in the panes above.
    var subject = Subject.all { didSet { if subject != oldValue { listAnew() } } }
    /// Whether all messages are listed, whatever is selected above.
    private var listsAll = false
    private(set) var filter = FlowFilter("")
    /// The filter while it is typed.
    private var filterField: TextField?
    private(set) var scroll = SideScroll()
    private var senders: Set<String> = []
    private(set) var senderWidth = 0
    private(set) var width = 80

    enum Action: String, OwnAction {
        case message = "seen-message"
        case all = "all-messages"
        case filter = "filter-messages"

        var entry: OwnKey<MessagesPane> {
            switch self {
            case .message:
                OwnKey(
                    [.enter], "message", "the message with its answer", .events,
                    obstacle: { pane, _ in pane.listed.isEmpty ? "no message is listed" : nil },
                    handler: { $0.open(in: $1) })
            case .all:
                OwnKey(
                    ["a"], "all", "all messages, or those of the session or finding that is selected", .events,
                    label: { pane, _ in pane.listsAll ? "selected" : nil },
                    change: {
                        $0.listsAll.toggle()
                        $0.listAnew()
                    })
            case .filter:
                OwnKey(["/"], "filter", "filter: kind:token status:401 token:A3F1 or any text", .text) {
                    $0.filterField = TextField(selecting: $0.filter.words)
                }
            }
        }
    }

    var selected: SeenMessage? { listed.indices.contains(list.selection) ? listed[list.selection] : nil }

    // MARK: - What happens

    mutating func note(_ event: SessionEvent) {
        guard let message = SeenMessage(event) else { return }
        messages.append(message)
        if !message.sender.isEmpty, senders.insert(message.sender).inserted {
            senderWidth = senders.count < 2 ? 0 : min(18, senders.map { TextWidth.columns(of: $0) }.max() ?? 0)
        }
        if isListed(message) {
            listed.append(message)
            list.append(1)
        }
        guard messages.count > Self.capacity else { return }
        messages.removeFirst(Self.capacity / 10)
        let oldest = messages.first?.sequence ?? 0
        let gone = listed.prefix { $0.sequence < oldest }.count
        listed.removeFirst(gone)
        list.removeFirst(gone)
    }

    /// What is listed of: all where that was asked for.
    var shownSubject: Subject { listsAll ? .all : subject }

    private func isListed(_ message: SeenMessage) -> Bool {
        let isOfSubject =
            switch shownSubject {
            case .all: true
            case .session(let session): message.session == session
            case .finding(_, let messages): message.exchange.map { messages.contains($0.id) } ?? false
            }
        return isOfSubject && (filter.isEmpty || filter.passes(message.step, message.searched))
    }

    private mutating func listAnew() {
        let chosen = selected?.sequence
        listed = messages.filter(isListed)
        list.replace(count: listed.count, selecting: listed.firstIndex { $0.sequence == chosen } ?? 0)
    }

    private func open(in scene: Scene) -> [PaneOutput] {
        guard let exchange = selected?.exchange else {
            // All that there is to say of a fault is its line.
            return selected.map { [.notice(Notice(.muted, $0.step.words))] } ?? []
        }
        return ExchangeDetails(listed.compactMap(\.exchange), showing: exchange.id, in: scene).map { [.show($0)] } ?? []
    }

    // MARK: - The filter

    var prompt: Prompt? {
        filterField.map {
            Prompt(title: "Filter:", verb: "done", field: $0, placeholder: "kind:token status:401 token:A3F1 text")
        }
    }

    mutating func type(_ key: Key, in _: Scene) -> [PaneOutput] {
        switch key {
        case .escape:
            filterField = nil
            setFilter("")
        case .enter:
            let text = filterField?.text ?? ""
            filterField = nil
            if listed.isEmpty { return [.foundNothing(text)] }
        default:
            _ = filterField?.handle(key)
            setFilter((filterField?.text ?? "").trimmed)
        }
        return []
    }

    private mutating func setFilter(_ words: String) {
        guard words != filter.words else { return }
        filter = FlowFilter(words)
        listAnew()
    }

    mutating func stepBack(in _: Scene) -> Bool {
        guard !filter.isEmpty else { return false }
        setFilter("")
        return true
    }

    // MARK: - What others ask

    mutating func move(_ motion: Motion) {
        guard motion.sideways != 0 else { return list.move(motion) }
        let widest = list.visible.map { TextWidth.columns(of: listed[$0].step.words) }.max() ?? 0
        scroll.move(motion, cut: widest - wordsWidth)
    }

    mutating func scroll(rows: Int) { list.scroll(rows) }
    mutating func select(row: Int) { list.select(row) }

    mutating func layOut(_ size: Size, in _: Scene) {
        width = size.width
        list.layOut(height: size.height)
    }

    func hints(in _: Scene) -> [Action] { (listed.isEmpty ? [] : [.message]) + [.all, .filter] }

    func selection(in scene: Scene) -> CopyText? {
        selected.map { CopyText(text(of: $0, in: scene), name: "the message") }
    }

    func plainText(in scene: Scene) -> String { listed.map { text(of: $0, in: scene) + "\n" }.joined() }

    private func text(of message: SeenMessage, in scene: Scene) -> String {
        let step = message.step
        let answer = step.status.map(String.init) ?? (message.exchange == nil ? "" : "no answer")
        return [
            scene.time.moment(message.time), message.sender, step.words, answer,
            step.duration.map(DurationText.measured) ?? "", step.token,
        ].filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
