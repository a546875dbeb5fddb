import FoundationEssentials

/// The sequence that asks a terminal to put text on its clipboard (xterm's OSC 52).
enum Clipboard {
    /// The longest encoded text that common terminals accept.
    static let limit = 74_994

    /// The sequence to send; `nil` if the text is too long.
    static func request(_ text: String, through multiplexer: TerminalOptions.Multiplexer) -> String? {
        let encoded = Data(text.utf8).base64EncodedString()
        guard encoded.utf8.count <= limit else { return nil }
        let plain = "\u{1B}]52;c;\(encoded)\u{07}"
        switch multiplexer {
        case .none:
            return plain
        case .tmux:
            // tmux obeys the first form if set-clipboard is on, the second if allow-passthrough is on.
            return plain + "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\"
        case .screen:
            // screen passes on strings of at most 768 bytes, which the terminal joins.
            let pieces = stride(from: 0, to: plain.utf8.count, by: 700).map { start in
                String(decoding: Array(plain.utf8)[start..<min(start + 700, plain.utf8.count)], as: UTF8.self)
            }
            return pieces.map { "\u{1B}P\($0)\u{1B}\\" }.joined()
        }
    }
}
