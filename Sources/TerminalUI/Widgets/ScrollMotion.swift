/// The keys that move in lists and texts.
package enum ScrollMotion: Hashable, Sendable {
    case lines(Int), pages(Int), halfPages(Int)
    case start, end

    package init?(_ key: Key) {
        switch key {
        case .up, .character("k"): self = .lines(-1)
        case .down, .character("j"): self = .lines(1)
        case .pageUp: self = .pages(-1)
        case .pageDown: self = .pages(1)
        case .control("u"): self = .halfPages(-1)
        case .control("d"): self = .halfPages(1)
        case .home, .character("g"): self = .start
        case .end, .character("G"): self = .end
        default: return nil
        }
    }

    /// The row that the motion leads to, within the rows that there are.
    func target(from row: Int, height: Int, count: Int) -> Int {
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
