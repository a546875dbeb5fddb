/// Control sequences of xterm that terminfo has no names for.
enum TerminalMode {
    static let pasteOn = "\u{1B}[?2004h"
    static let pasteOff = "\u{1B}[?2004l"
    static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
    static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"
    /// Begins a synchronized update: the terminal shows it in one piece at ``frameEnd`` (private mode 2026).
    static let frameStart = "\u{1B}[?2026h"
    static let frameEnd = "\u{1B}[?2026l"
    static let titleSaved = "\u{1B}[22;2t"
    static let titleRestored = "\u{1B}[23;2t"

    static func title(_ text: String) -> String { "\u{1B}]2;\(text)\u{07}" }

    /// Ends every mode that may be on; an update and the title only if the terminal knows xterm's.
    static func allOff(isXterm: Bool) -> String {
        (isXterm ? frameEnd + titleRestored : "") + mouseOff + pasteOff
    }
}
