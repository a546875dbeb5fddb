/// An extent in columns and rows; never negative.
package struct Size: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }

    package static let zero = Size(width: 0, height: 0)

    package var isEmpty: Bool { width == 0 || height == 0 }
}
