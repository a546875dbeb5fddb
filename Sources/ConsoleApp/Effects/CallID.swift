package import SessionCore

/// Tells the calls of one run of the console apart; every copy of a burst has its own.
package struct CallID: Sendable, Hashable, Comparable {
    package let number: Int
    package let sender: Sender

    /// The screen that shows the answer, and numbers its calls from 1.
    package enum Sender: String, Sendable, Hashable {
        case session, requests
    }

    package init(_ number: Int, from sender: Sender = .session) {
        self.number = number
        self.sender = sender
    }

    /// How the session's events name the call.
    package var label: RequestLabel { RequestLabel(number, from: sender.rawValue) }

    package static func < (left: CallID, right: CallID) -> Bool { left.number < right.number }
}
