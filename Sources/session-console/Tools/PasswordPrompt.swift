import HostSystem
import SessionCore
import TerminalCurses

/// Asks for a password on the terminal, without echo.
enum PasswordPrompt {
    /// Throws ``CommandFailure`` if there is no terminal to ask on, or the user cancels.
    static func ask(_ prompt: String) throws(CommandFailure) -> Secret {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            throw CommandFailure(
                .failed, "No terminal to ask for the password.",
                advice: "Give it on standard input, with --password-stdin.")
        }
        defer { close(terminal) }
        SignalWatch.shared.start()
        guard SilentTerminal.begin(terminal, prompt: prompt) else {
            throw CommandFailure(.failed, "The terminal's echo can't be turned off for the password.")
        }
        defer { SilentTerminal.end() }

        let password = try line(from: terminal)
        guard !password.isEmpty else { throw CommandFailure(.failed, "The password is empty.") }
        return Secret(password)
    }

    /// Reads a line, which can be corrected with the usual keys.
    private static func line(from terminal: Int32) throws(CommandFailure) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(terminal, &byte, 1) == 1 {
            switch byte {
            case 0x0A, 0x0D: return String(decoding: bytes, as: UTF8.self)
            case controlC, controlD, controlBackslash: throw CommandFailure(SessionError.cancelled)
            case controlU: bytes = []
            case backspace, delete:
                // Remove all UTF-8 bytes of the character.
                while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
            default: bytes.append(byte)
            }
        }
        throw CommandFailure(SessionError.cancelled)
    }

    private static let controlC: UInt8 = 0x03
    private static let controlD: UInt8 = 0x04
    private static let backspace: UInt8 = 0x08
    private static let controlU: UInt8 = 0x15
    private static let controlBackslash: UInt8 = 0x1C
    private static let delete: UInt8 = 0x7F
}
