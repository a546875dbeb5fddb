/// Modes that terminfo has no names for (xterm's control sequences, private modes).
enum TerminalMode {
    static let pasteOn = "\u{1B}[?2004h"
    static let pasteOff = "\u{1B}[?2004l"
    static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
    static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"

    static let allOff = mouseOff + pasteOff
}
