import CNcurses
import TerminalUI

/// What terminfo knows of the terminal that curses has opened.
struct TerminalDescription {
    let keys: KeySequences
    /// The sequence that returns the terminal to the state that shells expect.
    let reset: [UInt8]
    /// Whether it obeys, or at least skips, xterm's sequences for titles and private modes.
    let isXterm: Bool

    /// Checks, before anything is sent, that the terminal can show a full screen; answers what stands in for a type of
    /// xterm's kind that is unknown here.
    static func standIn(for type: String?, output: Int32) throws(TerminalError) -> TerminalStandIn? {
        guard let type, !type.isEmpty else { throw .terminalTypeMissing }
        do throws(TerminalError) {
            try check(type, output: output)
            return nil
        } catch {
            guard case .terminalTypeUnknown = error else { throw error }
            for substitute in TerminalStandIn.candidates(for: type) where substitute != type {
                guard (try? check(substitute, output: output)) != nil else { continue }
                return TerminalStandIn(type: type, substitute: substitute)
            }
            throw error
        }
    }

    private static func check(_ type: String, output: Int32) throws(TerminalError) {
        let status = console_load_terminal(type, output)
        defer { console_unload_terminal() }
        // 1 is success; 0 and -1 are an unknown terminal and a missing database.
        guard status == 1 else { throw .terminalTypeUnknown(type) }
        for (capability, meaning) in [("cup", "cursor addressing"), ("clear", "clearing the screen")]
        where string(capability) == nil {
            throw .terminalIncapable(type, lacks: meaning)
        }
    }

    init(_ multiplexer: TerminalOptions.Multiplexer) {
        var own: [[UInt8]: Key] = [:]
        for (capability, key) in Self.keyCapabilities {
            if let bytes = Self.string(capability) { own[bytes] = key }
        }
        keys = KeySequences(own)
        let ending = ["sgr0", "op", "rmkx", "cnorm", "rmcup"].compactMap(Self.string)
        // Without an alternate screen the shell goes on below what is shown.
        let newLine = Self.string("rmcup") == nil ? Array("\r\n".utf8) : []
        // A description without `XT` may show it by setting titles with an OSC; screen can't restore a title.
        let setsTitle = Self.string("tsl")?.starts(with: [0x1B, UInt8(ascii: "]")]) ?? false
        isXterm = multiplexer != .screen && (console_flag("XT") || setsTitle || multiplexer == .tmux)
        reset = Array(TerminalMode.allOff(isXterm: isXterm).utf8) + ending.joined() + newLine
    }

    private static let keyCapabilities: [(String, Key)] =
        [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
            ("kpp", .pageUp), ("knp", .pageDown), ("kich1", .insert), ("kdch1", .delete), ("kcbt", .backTab),
            ("kent", .enter),
        ] + (1...12).map { ("kf\($0)", .function($0)) }

    /// A string capability without its padding marks: no terminal in use needs the pauses that they ask for.
    private static func string(_ capability: String) -> [UInt8]? {
        guard let value = console_capability(capability) else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(UnsafeBufferPointer(start: value, count: strlen(value)).map(UInt8.init(bitPattern:)))[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "$"), rest.first == UInt8(ascii: "<"),
                let end = rest.firstIndex(of: UInt8(ascii: ">"))
            {
                rest = rest[(end + 1)...]
            } else {
                bytes.append(byte)
            }
        }
        return bytes.isEmpty ? nil : bytes
    }
}
