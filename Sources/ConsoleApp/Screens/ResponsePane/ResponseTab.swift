import ConsoleKit
import SessionCore

/// The ways to look at an answer.
enum ResponseTab: String, Sendable, CaseIterable {
    case pretty = "Pretty"
    case raw = "Raw"
    case headers = "Headers"
    case authorization = "Auth"
    case timing = "Timing"

    /// What a tab without a body shows.
    func facts(of answer: AuthorizedResponse) -> [FactLine] {
        switch self {
        case .headers: answer.headerLines
        case .authorization: answer.authorizationLines
        case .timing: answer.timingLines
        case .pretty, .raw: []
        }
    }

    func neighbor(by step: Int) -> ResponseTab {
        let all = Self.allCases
        let index = all.firstIndex(of: self) ?? 0
        return all[(index + step + all.count) % all.count]
    }
}
