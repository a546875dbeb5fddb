import Glibc
import TerminalUI

/// The question what background the terminal has, and for how long an answer to it counts.
///
/// Not every terminal answers it. So a second one follows, which every terminal answers, and answers in order.
struct BackgroundQuestion {
    static let text = "\u{1B}]11;?\u{1B}\\\u{1B}[c"
    /// For how long the first frame waits for an answer.
    static let patience: Duration = .milliseconds(50)
    /// For how long an answer may still be on its way: whoever reads the terminal next must not get it.
    static let travel: Duration = .seconds(1)

    private let asked = ContinuousClock.now
    private(set) var background: ColorComponents?
    /// Whether everything has been answered that ever will be.
    private(set) var isAnswered = false

    mutating func note(_ report: TerminalReport) {
        switch report {
        case .background(let color): background = color
        case .deviceAttributes: isAnswered = true
        }
    }

    /// Whether an answer may still come.
    var isOpen: Bool { !isAnswered && .now - asked < Self.travel }

    var theme: Theme.Name { background?.isLight == true ? .light : .dark }
}
