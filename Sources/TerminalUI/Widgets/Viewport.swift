/// The part of a text that is in sight: a first row and a first column.
package struct Viewport: Hashable, Sendable {
    package private(set) var top = 0
    package private(set) var left = 0
    private var count = 0
    private var height = 1

    package init() {}

    /// The rows in sight.
    package var visible: Range<Int> { top..<min(count, top + height) }

    /// Tells the size of the text and of the room for it, after every change of either.
    package mutating func layOut(count: Int, height: Int) {
        self.count = max(0, count)
        self.height = max(1, height)
        top = min(max(0, top), lastTop)
    }

    /// Brings a row into sight, with as little movement as possible.
    package mutating func reveal(_ row: Int) {
        top = min(max(0, min(max(top, row - height + 1), row)), lastTop)
    }

    /// Scrolls; answers whether the key was one that scrolls.
    ///
    /// Left and right move by eight columns.
    package mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .left, .character("h"):
            left = max(0, left - 8)
        case .right, .character("l"):
            left += 8
        default:
            guard let motion = ScrollMotion(key) else { return false }
            if motion == .start { left = 0 }
            top = min(motion.target(from: top, height: height, count: count), lastTop)
        }
        return true
    }

    private var lastTop: Int { max(0, count - height) }
}
