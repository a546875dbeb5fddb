/// Tells the calls of one run of the console apart; every copy of a burst has its own.
package struct CallID: Sendable, Hashable, Comparable {
    package let number: Int
    package let sender: Sender

    /// The screen that shows the answer, and numbers its calls from 1.
    package enum Sender: Sendable, Hashable {
        case session, requests
    }

    package init(_ number: Int, from sender: Sender = .session) {
        self.number = number
        self.sender = sender
    }

    /// The number of the call in the session's events, where both screens count in one row.
    package var label: Int { number * 2 + (sender == .requests ? 1 : 0) }

    package static func < (left: CallID, right: CallID) -> Bool { left.number < right.number }
}
