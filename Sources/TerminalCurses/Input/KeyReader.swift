import HostSystem
import TerminalUI

/// Reads the terminal and decodes its bytes into keys.
@TerminalActor
final class KeyReader {
    private let terminal: Int32
    private var decoder: InputDecoder
    private let receive: @TerminalActor (TerminalEvent) -> Void
    private let note: @TerminalActor (TerminalReport) -> Void
    private var watch: Int?
    private var silence: Task<Void, Never>?
    /// When the control string that has no terminator yet began.
    private var stringStart: ContinuousClock.Instant?

    init(
        terminal: Int32, sequences: KeySequences, receive: @escaping @TerminalActor (TerminalEvent) -> Void,
        note: @escaping @TerminalActor (TerminalReport) -> Void
    ) {
        self.terminal = terminal
        self.receive = receive
        self.note = note
        decoder = InputDecoder(sequences)
    }

    func start() {
        watch = TerminalActor.shared.thread.watch(terminal) { [weak self] in self?.read() }
    }

    /// Waits briefly for reports that the terminal has yet to send: the next program would read them as typing.
    func awaitReports(while areExpected: () -> Bool) {
        let deadline = ContinuousClock.now + .milliseconds(100)
        while watch != nil, areExpected(), .now < deadline {
            var readiness = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            if poll(&readiness, 1, 10) > 0 { read() }
        }
    }

    /// Stops reading; later input goes to the terminal's next reader.
    func stop() {
        if let watch { TerminalActor.shared.thread.removeWatch(watch) }
        watch = nil
        silence?.cancel()
        silence = nil
        // Decide pending bytes now: an ESC left over would change the first key after the next start.
        while decoder.awaitsSilence || decoder.isInString { deliver(decoder.flush()) }
    }

    private func read() {
        // Another reader of the same terminal may have taken the input; then a read would block.
        var readiness = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard watch != nil, poll(&readiness, 1, 0) > 0 else { return }
        let (bytes, code) = readAvailable()
        if bytes.isEmpty {
            if code == EINTR || code == EAGAIN { return }
            // End of file or EIO: the terminal is gone, and the source would report that for ever.
            stop()
            receive(.hungUp)
            return
        }
        silence?.cancel()
        silence = nil
        deliver(decoder.feed(bytes))
        decoder.takeReports().forEach(note)
        scheduleFlush()
    }

    private func readAvailable() -> (bytes: [UInt8], code: Int32) {
        // As much as a terminal gives at once, on the stack: a large block of the heap would come and go with every
        // key.
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            let count = HostSystem.read(terminal, buffer.baseAddress, buffer.count)
            // At the end of file errno is that of an earlier call.
            return (Array(buffer[..<max(0, count)]), count < 0 ? errno : 0)
        }
    }

    private func scheduleFlush() {
        if !decoder.isInString { stringStart = nil }
        let wait: Duration
        if decoder.isInString {
            let start = stringStart ?? .now
            stringStart = start
            wait = max(InputDecoder.stringLimit - (.now - start), .zero)
        } else if decoder.awaitsSilence {
            wait = InputDecoder.silence
        } else {
            return
        }
        silence = Task { [weak self] in
            try? await Task.sleep(for: wait)
            if !Task.isCancelled { self?.flush() }
        }
    }

    private func flush() {
        // The program may have been busy: input that has arrived meanwhile comes before the silence.
        var readiness = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        if !decoder.isInString, poll(&readiness, 1, 0) > 0 { return read() }
        silence = nil
        deliver(decoder.flush())
        scheduleFlush()
    }

    private func deliver(_ keys: [Key]) {
        for key in keys { receive(.key(key)) }
    }
}
