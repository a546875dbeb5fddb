/// Tells the calls of one run of the console apart; every copy of a burst has its own.
package struct CallID: Sendable, Hashable, Comparable {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }

    package static func < (left: CallID, right: CallID) -> Bool { left.number < right.number }
}
