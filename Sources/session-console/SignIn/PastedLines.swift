import Dispatch
import HostSystem
import SessionCore
import Synchronization

/// Passes what is pasted on standard input to a sign-in, on a thread of its own.
final class PastedLines: Sendable {
    /// The lines of one paste come at once; a person takes longer for the next one.
    private static let pauseInMilliseconds: Int32 = 200
    private static let limit = 64 << 10

    private let redirect: PastedRedirect
    private let output: Output
    private let isReading = Mutex(false)

    init(into redirect: PastedRedirect, output: Output) {
        (self.redirect, self.output) = (redirect, output)
    }

    /// Reads until standard input or the program ends; further calls do nothing.
    func read() {
        let isFirst = isReading.withLock { isReading in
            defer { isReading = true }
            return !isReading
        }
        guard isFirst else { return }
        // In a background job, reading the terminal would stop the process and with it the sign-in.
        signal(SIGTTIN, SIG_IGN)
        DispatchQueue.global().async { [redirect, output] in
            while let paste = Self.next() {
                let isAccepted = Self.addresses(in: paste).map { redirect.paste($0) }
                if isAccepted.contains(false) {
                    output.inform("Not accepted: the address begins with the redirect URI and has code and state.")
                }
            }
        }
    }

    /// All that arrives together, which may be several lines; `nil` at the end.
    private static func next() -> String? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < limit {
            let count = HostSystem.read(STDIN_FILENO, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
            var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            if bytes.last == UInt8(ascii: "\n"), poll(&state, 1, pauseInMilliseconds) == 0 { break }
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The addresses of a paste, each with the lines that continue it.
    private static func addresses(in paste: String) -> [String] {
        var addresses: [String] = []
        for line in paste.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
            if PastedRedirect.beginsAddress(String(line)) || addresses.isEmpty {
                addresses.append(String(line))
            } else {
                addresses[addresses.count - 1] += line
            }
        }
        return addresses
    }
}
