import FoundationEssentials
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

    /// A message with its words, made once.
    ///
    /// It is an object, because what is kept of the past shares it.
    final class Message: Sendable {
        let sequence: Int
        let exchange: HTTPExchange
        let source: WatchedSource
        let step: FlowStep
        let searched: [UInt8]

        fileprivate init?(_ event: SessionEvent) {
            guard case .exchange(let exchange) = event.kind, let source = event.watched,
                let step = FlowStep.steps(of: exchange).last
            else { return nil }
            (sequence, self.exchange, self.source, self.step) = (event.sequence, exchange, source, step)
            searched = step.searchedText + Array(" \(source.sender)".lowercased().utf8)
        }
    }

    private var messages: [Message] = []
    private(set) var listed: [Message] = []
    private(set) var list = ScrollList()
    /// What is selected in the panes above.
    var subject = Subject.all { didSet { if subject != oldValue { listAnew() } } }
    /// Whether all messages are listed, whatever is selected above.
    private var listsAll = false
    private var filter = FlowFilter("")
    /// The filter while it is typed.
    private var filterField: TextField?
    private var scroll = SideScroll()
    private var senders: Set<String> = []
    private(set) var senderWidth = 0
    private var width = 80

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
                    handler: { pane, scene in
                        ExchangeDetails(pane.listed.map(\.exchange), showing: pane.selected?.exchange.id, in: scene)
                            .map { [.show($0)] } ?? []
                    })
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

    var selected: Message? { listed.indices.contains(list.selection) ? listed[list.selection] : nil }

    // MARK: - What happens

    mutating func note(_ event: SessionEvent) {
        guard let message = Message(event) else { return }
        messages.append(message)
        if senders.insert(message.source.sender).inserted {
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

    private func isListed(_ message: Message) -> Bool {
        let isOfSubject =
            switch listsAll ? .all : subject {
            case .all: true
            case .session(let session): message.source.session == session
            case .finding(_, let messages): messages.contains(message.exchange.id)
            }
        return isOfSubject && (filter.isEmpty || filter.passes(message.step, message.searched))
    }

    private mutating func listAnew() {
        let chosen = selected?.sequence
        listed = messages.filter(isListed)
        list.replace(count: listed.count, selecting: listed.firstIndex { $0.sequence == chosen } ?? 0)
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
        scroll.move(motion, cut: widest - wordsWidth(in: width))
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

    private func text(of message: Message, in scene: Scene) -> String {
        let step = message.step
        return [
            scene.time.moment(message.exchange.sentAt), message.source.sender, step.words,
            step.status.map(String.init) ?? "no answer", step.duration.map(DurationText.measured) ?? "", step.token,
        ].filter { !$0.isEmpty }.joined(separator: "  ")
    }

    // MARK: - Drawing

    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let words: String =
            switch listsAll ? .all : subject {
            case .all: "all"
            case .session(let number): "of session \(number)"
            case .finding: "of the finding"
            }
        let dot = StyledText.words(" · ", .dim, glyphs: glyphs)
        let shown =
            filter.isEmpty ? StyledText() : dot + StyledText.words("filter: \(filter.words)", .warning, glyphs: glyphs)
        return dot + StyledText(words, .dim) + shown
    }

    func note(isFocused _: Bool, in _: Scene, _: Glyphs) -> StyledText {
        listed.count == messages.count
            ? StyledText("\(messages.count)", .dim) : StyledText("\(listed.count) of \(messages.count)", .dim)
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        guard !listed.isEmpty else {
            let words = messages.isEmpty ? "no message was seen yet" : "no message matches"
            return canvas.write(StyledText(words, .dim), in: area)
        }
        for (index, row) in zip(list.visible, area.rows) {
            draw(listed[index], on: &canvas, in: row, scene)
            canvas.mark(row, as: .row(index))
            if index == list.selection { canvas.select(row, isFocused: isFocused) }
        }
        canvas.drawScrollbar(list, beside: area)
    }

    private static let factsWidth = 18
    private var isNarrow: Bool { width < 76 }
    private var timeWidth: Int { isNarrow ? 9 : 14 }

    private func wordsWidth(in width: Int) -> Int {
        max(1, width - timeWidth - 2 - (senderWidth > 0 ? senderWidth + 2 : 0) - Self.factsWidth - 1)
    }

    private func draw(_ message: Message, on canvas: inout Canvas, in row: Rect, _ scene: Scene) {
        let step = message.step
        let (time, beside) = row.split(left: timeWidth)
        let moment = scene.time.moment(message.exchange.sentAt)
        canvas.write(StyledText(isNarrow ? String(moment.prefix(8)) : moment, .dim), in: time.inset(right: 1))
        let (mark, rest) = beside.split(left: 2)
        canvas.write(StyledText(step.mark.text(canvas.glyphs), step.tone.style), in: mark)
        let (sender, words) = rest.split(left: senderWidth > 0 ? senderWidth + 2 : 0)
        if senderWidth > 0 { canvas.write(canvas.words(message.source.sender, .dim), in: sender.inset(right: 2)) }
        let (text, facts) = words.split(right: Self.factsWidth)
        let more = [step.reason, step.detail].filter { !$0.isEmpty }.joined(separator: " · ")
        canvas.write(
            canvas.words(step.label, step.tone == .plain ? .text : step.tone.style)
                + canvas.words(more.isEmpty ? "" : "  \(more)", step.reason.isEmpty ? .dim : step.tone.style),
            movedBy: scroll, in: text.inset(right: 1))
        canvas.write(StyledText(step.status.map(String.init) ?? canvas.glyphs.cross, step.tone.style), in: facts)
        if let duration = step.duration {
            let place = Rect(x: facts.x + 4, y: facts.y, width: 8, height: 1)
            canvas.write(StyledText(DurationText.measured(duration), .dim), in: place, alignment: .right)
        }
        let token = StyledText(step.tokenSign(canvas.glyphs), .accent) + canvas.words(step.token, .accent)
        canvas.write(token, in: facts, alignment: .right)
    }
}
