import ClientObservation
import ConsoleApp
import TerminalUI

/// A notice of a watch as lines for a terminal of 80 columns: what happened, and what helps.
enum NoticeText {
    static func lines(_ notice: WatchNotice) -> [String] {
        let text = SafeText.plain(notice.words, glyphs: .unicode)
        return ["notice:"] + Columns.lines(text, indentation: 4).map { "    \($0)" }
    }
}
