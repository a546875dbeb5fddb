import FoundationEssentials

/// The order of time of messages that are over, whatever their own order is.
///
/// An answer that ends at the moment when another request begins has come before it. So has one that brought what that
/// request presents: the times of an archive are rounded, each in its own way. The messages are numbered from 1 as they
/// begin.
package struct ArchiveOrder: Sendable {
    /// A message that has begun, with the secrets that its answer brings.
    private struct Open {
        let number: Int
        let place: Int
        let end: Date
        let brought: Set<SecretID>
    }

    private let messages: [ObservedMessage]
    /// The places of the messages, by their beginnings.
    private let places: [Int]
    private var begun = 0
    /// Those that have begun, the one that ends next is the last.
    private var underWay: [Open] = []

    package init(_ given: [ObservedMessage]) {
        // Only an archive has been cleaned, and where one message shows it, the empty values of all prove nothing.
        let messages = ObservedMessage.masked(given)
        self.messages = messages
        places = messages.indices.sorted { (messages[$0].request.begin, $0) < (messages[$1].request.begin, $1) }
    }

    /// The next step, which the observer must have taken in before the one after it is asked for; `nil` at the end.
    package mutating func next(_ observer: inout Observer) -> ObservedStep? {
        guard begun < places.count else { return underWay.popLast().map { end($0, at: $0.end) } }
        let message = messages[places[begun]]
        let begin = message.request.begin
        if let open = underWay.last, open.end <= begin { return end(underWay.removeLast(), at: open.end) }
        // Read only where another message is under way: it is read again when it begins.
        if !underWay.isEmpty, let presented = observer.sighting(of: message.request, numbered: 0)?.presented,
            let index = underWay.lastIndex(where: { $0.brought.contains(presented) })
        {
            return end(underWay.remove(at: index), at: begin)
        }
        return self.begin(message, &observer)
    }

    private mutating func begin(_ message: ObservedMessage, _ observer: inout Observer) -> ObservedStep {
        let place = places[begun]
        begun += 1
        let isOverlapped = begun < places.count && messages[places[begun]].request.begin < message.end
        let brought = isOverlapped ? observer.secrets(in: message) : []
        let index = underWay.firstIndex { $0.end < message.end } ?? underWay.endIndex
        underWay.insert(Open(number: begun, place: place, end: message.end, brought: brought), at: index)
        return .began(begun, message.request)
    }

    private func end(_ open: Open, at moment: Date) -> ObservedStep {
        .ended(open.number, messages[open.place].outcome, at: moment)
    }
}

extension Observer {
    /// Watches messages that are over, in the order of time; returns that order.
    @discardableResult
    package mutating func observe(_ messages: [ObservedMessage]) -> [ObservedStep] {
        var order = ArchiveOrder(messages)
        var steps: [ObservedStep] = []
        while let step = order.next(&self) {
            steps.append(step)
            take(step)
        }
        return steps
    }

    /// What a client has from the answer alone: no token that was seen before, or goes along with the request.
    fileprivate mutating func secrets(in message: ObservedMessage) -> Set<SecretID> {
        guard let request = sighting(of: message.request, numbered: 0) else { return [] }
        let brought = secrets(in: message.outcome, to: request, at: message.end)
        return request.presented.map { brought.subtracting([$0]) } ?? brought
    }
}
