/// The ways to look at an answer.
enum ResponseTab: String, Sendable, CaseIterable {
    case pretty = "Pretty"
    case raw = "Raw"
    case headers = "Headers"
    case timing = "Timing"

    func neighbor(by step: Int) -> ResponseTab {
        let all = Self.allCases
        let index = all.firstIndex(of: self) ?? 0
        return all[(index + step + all.count) % all.count]
    }
}
