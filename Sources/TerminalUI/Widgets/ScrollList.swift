/// The selection and scroll position of a list, whose rows are kept elsewhere.
///
/// New rows move neither, unless the list follows its end; then ``unseen`` stays zero. Moving up stops following, and
/// ``unseen`` counts the rows added since.
package struct ScrollList: Hashable, Sendable {
    package private(set) var count: Int
    package private(set) var selection = 0
    /// The first visible row.
    package private(set) var offset = 0
    package private(set) var isFollowing: Bool
    package private(set) var unseen = 0
    /// The number of visible rows.
    private var height = 1

    package init(count: Int = 0, isFollowing: Bool = false) {
        self.count = max(0, count)
        self.isFollowing = isFollowing
        if isFollowing { selection = max(0, self.count - 1) }
    }

    /// The visible rows, which include the selected one.
    package var visible: Range<Int> {
        offset..<min(count, offset + height)
    }

    /// Sets the number of visible rows; call it after every change of the layout.
    package mutating func layOut(height: Int) {
        self.height = max(1, height)
        reveal()
    }

    /// Accounts for rows added at the end.
    package mutating func append(_ added: Int) { insert(added, selecting: selection) }

    /// Accounts for rows added anywhere; `row` is where the selected one is now, which stays in its place on the screen
    /// unless the list follows its end.
    package mutating func insert(_ added: Int, selecting row: Int) {
        guard added > 0 else { return }
        count += added
        if isFollowing {
            selection = count - 1
        } else {
            unseen += added
            offset += row - selection
            selection = row
        }
        reveal()
    }

    /// Accounts for the removal of the first rows; the selected row stays selected, in the same place, while it exists.
    package mutating func removeFirst(_ removed: Int) {
        let removed = min(max(0, removed), count)
        count -= removed
        selection = max(0, selection - removed)
        offset = max(0, offset - removed)
        unseen = min(unseen, count)
        reveal()
    }

    /// Accounts for new content, as after a filter, and selects the given row.
    package mutating func replace(count: Int, selecting row: Int? = nil) {
        self.count = max(0, count)
        selection = isFollowing ? self.count - 1 : row ?? selection
        unseen = min(unseen, self.count)
        reveal()
    }

    package mutating func select(_ row: Int) {
        if row < selection { isFollowing = false }
        selection = row
        reveal()
        if selection == count - 1 { unseen = 0 }
    }

    package mutating func follow(_ isOn: Bool) {
        isFollowing = isOn
        guard isOn else { return }
        selection = count - 1
        unseen = 0
        reveal()
    }

    /// Moves the selection.
    package mutating func move(_ motion: ScrollMotion) {
        select(motion.target(from: selection, height: height, count: count))
    }

    /// Moves what is in sight by so many rows, and the selection only as far as it must to stay in sight; where no row
    /// is left to be shown, the selection.
    package mutating func scroll(_ rows: Int) {
        let target = min(max(0, offset + rows), max(0, count - height))
        guard target != offset else { return move(.lines(rows)) }
        offset = target
        select(min(max(selection, offset), offset + height - 1))
        if visible.upperBound == count { unseen = 0 }
    }

    private mutating func reveal() {
        selection = min(max(0, selection), max(0, count - 1))
        offset = min(max(offset, selection - height + 1), selection)
        offset = min(max(0, offset), max(0, count - height))
    }
}
