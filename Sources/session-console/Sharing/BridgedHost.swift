import Dispatch
import FoundationEssentials
import HostSystem
import MCPBridge
import SessionCore
import Synchronization
import TerminalUI

/// The host that has started a bridge: its lines, from standard input to standard output, and what its user is told on
/// standard error.
///
/// Before there is a session to connect it to, its calls are answered with the reason.
actor BridgedHost {
    /// What sends the host's messages, and hides the session's secrets from it.
    private struct Link: Sendable {
        var upstream: Upstream
        /// The number of the present sign-in.
        var signIn: @Sendable () async -> Int?
        var mask: @Sendable ([UInt8]) -> [UInt8]
    }

    /// Set once there is a session.
    private final class Joint: Sendable {
        private let link = Mutex<Link?>(nil)

        var present: Link? { link.withLock { $0 } }

        func connect(_ link: Link) { self.link.withLock { $0 = link } }
    }

    nonisolated let bridge: Bridge
    private nonisolated let joint: Joint
    /// More than a little that nobody reads is dropped.
    private nonisolated let remarks: HostOutput
    private var reading: Task<Void, Never>?

    /// `absence` is why there is no session, as long as there is none, and `silence` how long the server may say
    /// nothing during a call.
    init(_ output: Output, to url: URL, absence: String, silence: Duration?) {
        let joint = Joint()
        let remarks = HostOutput(limit: 1 << 16) { line in
            output.inform(SafeText.plain(String(decoding: line, as: UTF8.self), glyphs: .unicode))
        }
        let lines = HostOutput(isHeard: { !Output.isReaderGone }) { line in
            // A host that has gone closes its end of standard input as well.
            try? output.data(joint.present?.mask(line) ?? line)
        }
        (self.joint, self.remarks) = (joint, remarks)
        bridge = Bridge(
            to: url,
            by: { request in
                guard let link = joint.present else { return .noSession(absence) }
                return await link.upstream(request)
            },
            output: lines,
            manner: Bridge.Manner(
                version: Version.current, silence: silence ?? .seconds(300),
                signIn: { await joint.present?.signIn() }
            ) { words in
                remarks.send(Array(words.utf8))
            })
    }

    /// Sends the host's messages from now on.
    nonisolated func connect(
        _ upstream: @escaping Upstream, signIn: @escaping @Sendable () async -> Int?,
        masking mask: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        joint.connect(Link(upstream: upstream, signIn: signIn, mask: mask))
    }

    /// Tells the user, on standard error, without waiting for whoever reads it.
    nonisolated func tell(_ words: String) { remarks.send(Array(words.utf8)) }

    // MARK: - Standard input

    /// Returns at the end of the host's input, which is read from the first call on.
    func listen() async {
        let task = reading ?? Task { [bridge] in await Self.readLines { await bridge.take($0) } }
        reading = task
        await task.value
    }

    /// Ends what is under way, after the host's input.
    nonisolated func end() async {
        await bridge.end()
        await remarks.drain(within: .seconds(1), clock: SystemClock())
    }

    /// Passes on the lines of standard input, in order; the next piece is read when all lines of the one before are
    /// taken.
    private static func readLines(_ take: @escaping @Sendable (LineCutter.Line) async -> Void) async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "host-input").async {
                var cutter = LineCutter(limit: Bridge.lineLimit)
                var buffer = [UInt8](repeating: 0, count: 65536)
                while true {
                    let count = read(STDIN_FILENO, &buffer, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { break }
                    hand(cutter.cut(Array(buffer[..<count])), to: take)
                }
                if let last = cutter.end() { hand([last], to: take) }
                continuation.resume()
            }
        }
    }

    private static func hand(
        _ lines: [LineCutter.Line], to take: @escaping @Sendable (LineCutter.Line) async -> Void
    ) {
        guard !lines.isEmpty else { return }
        let isTaken = DispatchSemaphore(value: 0)
        Task {
            for line in lines { await take(line) }
            isTaken.signal()
        }
        isTaken.wait()
    }
}
