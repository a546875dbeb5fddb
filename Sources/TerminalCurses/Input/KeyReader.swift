import Dispatch
import Glibc
import TerminalUI

/// Reads the terminal on the main queue and decodes its bytes into keys.
@MainActor
final class KeyReader {
    private let terminal: Int32
    private var descriptor: Int32 = -1
    private var decoder: InputDecoder
    private let receive: @MainActor (TerminalEvent) -> Void
    private let note: @MainActor (TerminalReport) -> Void
    private var source: (any DispatchSourceRead)?
    private var silence: DispatchWorkItem?
    /// When the control string that has no terminator yet began.
    private var stringStart: ContinuousClock.Instant?

    init(
        terminal: Int32, sequences: KeySequences, receive: @escaping @MainActor (TerminalEvent) -> Void,
        note: @escaping @MainActor (TerminalReport) -> Void
    ) {
        self.terminal = terminal
        self.receive = receive
        self.note = note
        decoder = InputDecoder(sequences)
    }

    func start() {
        // A duplicate, which stays open until the queue has stopped watching it, even if the original is closed.
        let descriptor = fcntl(terminal, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { return receive(.hungUp) }
        self.descriptor = descriptor
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { self?.read() }
        }
        source.setCancelHandler { _ = close(descriptor) }
        source.activate()
        self.source = source
    }

    /// Waits briefly for reports that the terminal has yet to send: the next program would read them as typing.
    func awaitReports(while areExpected: () -> Bool) {
        let deadline = ContinuousClock.now + .milliseconds(100)
        while source != nil, areExpected(), .now < deadline {
            var readiness = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&readiness, 1, 10) > 0 { read() }
        }
    }

    /// Stops reading; later input goes to the terminal's next reader.
    func stop() {
        source?.cancel()
        source = nil
        silence?.cancel()
        silence = nil
        // Decide pending bytes now: an ESC left over would change the first key after the next start.
        while decoder.awaitsSilence || decoder.isInString { deliver(decoder.flush()) }
    }

    private func read() {
        // Another reader of the same terminal may have taken the input; then a read would block.
        var readiness = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard source != nil, poll(&readiness, 1, 0) > 0 else { return }
        SignalStack.coverThread()
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
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
            let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            code = errno
            count = max(0, result)
        }
        return (bytes, bytes.isEmpty ? code : 0)
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
        let item = DispatchWorkItem { [weak self] in
            MainActor.assumeIsolated { self?.flush() }
        }
        silence = item
        DispatchQueue.main.asyncAfter(
            deadline: .now() + .milliseconds(Int(wait / .milliseconds(1))), execute: item)
    }

    private func flush() {
        // The program may have been busy: input that has arrived meanwhile comes before the silence.
        var readiness = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if !decoder.isInString, poll(&readiness, 1, 0) > 0 { return read() }
        silence = nil
        deliver(decoder.flush())
        scheduleFlush()
    }

    private func deliver(_ keys: [Key]) {
        for key in keys { receive(.key(key)) }
    }
}
