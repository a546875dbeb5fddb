/// A movement in a list or a text.
package enum ScrollMotion: Hashable, Sendable {
    case lines(Int), pages(Int), halfPages(Int)
    case start, end

    /// The row that the motion leads to, limited to the rows of the list.
    package func target(from row: Int, height: Int, count: Int) -> Int {
        let target =
            switch self {
            case .lines(let lines): row + lines
            case .pages(let pages): row + pages * max(1, height - 1)
            case .halfPages(let halves): row + halves * max(1, height / 2)
            case .start: 0
            case .end: count - 1
            }
        return min(max(0, target), max(0, count - 1))
    }
}
