import ConsoleKit
import SessionCore
import TerminalUI

/// The messages of the selected session or finding, or all of them, newest last.
struct MessagesPane: ListPane {
    static let title = "Messages"
    static let summary = "the messages of the selected session or finding, or all that were seen"
    static let endsAboveNotice = true
    static let rowName = "the message"
    /// More messages than this are not kept.
    static let capacity = 5_000

    /// Whose messages are listed.
    enum Subject: Sendable, Hashable {
        case all
        case session(Int)
        case finding(Int, messages: [Int])
        /// A client by its number, and those that it was taken for.
        case client([Int])
    }

    /// In the order in which they were sent.
    var list = RowList<SeenMessage>(
        isFollowing: true, find: .filter("Filter:", placeholder: "kind:token status:401 token:A3F1 text"))
    /// What is selected in the panes above.
    var subject = Subject.all { didSet { if subject != oldValue { listAnew() } } }
    /// Whether all messages are listed, whatever is selected above.
    private var listsAll = false
    private var senders: Set<String> = []
    private(set) var senderWidth = 0

    enum Action: String, OwnAction {
        case message = "seen-message"
        case all = "all-messages"
        case filter = "filter-messages"
        case follow = "follow-messages"

        var entry: OwnKey<MessagesPane> {
            switch self {
            case .message:
                OwnKey(
                    [.enter], "message", "the message with its answer", .events,
                    obstacle: { pane, _ in pane.list.isEmpty ? "no message is listed" : nil },
                    handler: { $0.open(in: $1) })
            case .all:
                OwnKey(
                    ["a"], "all", "all messages, or those of the session or finding that is selected", .events,
                    label: { pane, _ in pane.listsAll ? "selected" : nil },
                    change: {
                        $0.listsAll.toggle()
                        $0.listAnew()
                    })
            case .follow: .follow("keep the newest message selected", .events)
            case .filter:
                .find(Binding(["/"], "filter", "filter: kind:token status:401 token:A3F1 or any text", .text))
            }
        }
    }

    // MARK: - What happens

    mutating func observe(_ event: SessionEvent) {
        guard let message = SeenMessage(event) else { return }
        list.insert(message) { !$0.isLater(than: $1) }
        if !message.sender.isEmpty, senders.insert(message.sender).inserted {
            senderWidth = senders.count < 2 ? 0 : min(18, senders.map { TextWidth.columns(of: $0) }.max() ?? 0)
        }
        if list.all.count > Self.capacity { list.removeFirst(Self.capacity / 10) }
    }

    /// What is listed of: all where that was asked for.
    var shownSubject: Subject { listsAll ? .all : subject }

    private mutating func listAnew() {
        let (subject, filter) = (shownSubject, FlowFilter(list.find?.words ?? ""))
        guard subject != .all || !filter.isEmpty else { return list.setFilter(nil) }
        list.setFilter { $0.isOf(subject) && (filter.isEmpty || filter.passes($0.step, $0.searched)) }
    }

    mutating func findWords(in _: Scene) { listAnew() }

    private func open(in scene: Scene) -> [PaneOutput] {
        guard let exchange = selected?.exchange else {
            // All that there is to say of a fault is its line.
            return selected.map { [.notice(Notice(.muted, $0.step.words))] } ?? []
        }
        return ExchangeDetails(list.rows.compactMap(\.exchange), showing: exchange.id, in: scene)
            .map { [.show($0)] } ?? []
    }

    // MARK: - What others ask

    func cutColumns(of message: SeenMessage) -> Int { TextWidth.columns(of: message.step.words) - wordsWidth }

    func hints(in _: Scene) -> [Action] {
        (list.isEmpty ? [] : [.message]) + [.all, .filter] + (list.isFollowing ? [] : [.follow])
    }

    func text(of message: SeenMessage, in scene: Scene) -> String {
        let step = message.step
        let answer = step.status.map(String.init) ?? (message.exchange == nil ? "" : "no answer")
        return [
            scene.time.moment(message.time), message.sender, step.words, answer,
            step.duration.map(DurationText.measured) ?? "", step.token,
        ].filter { !$0.isEmpty }.joined(separator: "  ")
    }
}

extension SeenMessage {
    /// Whether it is one of those that are listed.
    fileprivate func isOf(_ subject: MessagesPane.Subject) -> Bool {
        switch subject {
        case .all: true
        case .session(let number): session == number
        case .client(let numbers): client.map(numbers.contains) ?? false
        case .finding(_, let messages): exchange.map { messages.contains($0.id) } ?? false
        }
    }
}
