import HostSystem
import TerminalUI

/// Asks the terminal for its background colour, and limits how long an answer counts.
///
/// Not every terminal answers. So a second question follows that every terminal answers; answers come in order.
struct BackgroundQuestion {
    static let text = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
    /// How long the first frame waits for an answer.
    static let patience: Duration = .milliseconds(50)
    /// How long an answer may still arrive; the terminal's next reader must not get it.
    static let travel: Duration = .seconds(1)

    private let asked = ContinuousClock.now
    private(set) var background: ColorComponents?
    /// Whether no further answer will come.
    private(set) var isAnswered = false

    mutating func observe(_ report: TerminalReport) {
        switch report {
        case .background(let color): background = color
        case .deviceAttributes: isAnswered = true
        }
    }

    /// Whether an answer may still come.
    var isOpen: Bool { !isAnswered && .now - asked < Self.travel }

    var theme: Theme.Name { background?.isLight == true ? .light : .dark }
}
