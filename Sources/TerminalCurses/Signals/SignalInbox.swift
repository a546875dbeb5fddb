import Dispatch
import HostSystem

/// Where the handler writes; safe without isolation, as it is set before the first handler is installed.
private nonisolated(unsafe) let inboxEnd: UnsafeMutablePointer<Int32> = {
    let end = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    end.initialize(to: -1)
    return end
}()

private func recordSignal(_ number: Int32) {
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(inboxEnd.pointee, &byte, 1)
    errno = saved
}

/// Turns signals into calls on a queue, one at a time.
package enum SignalInbox {
    /// Watches the pipe until the program ends; set once, by ``open(for:receive:)``.
    private nonisolated(unsafe) static var source: (any DispatchSourceRead)?

    /// Delivers these signals to `receive`, one at a time; call it once.
    ///
    /// If the system can't create a pipe, signals keep their default effect.
    package static func open(for signals: [Int32], receive: @escaping @Sendable (Int32) -> Void) {
        guard let ends = WakingPipe.open() else { return }
        inboxEnd.pointee = ends.write
        let queue = DispatchQueue(label: "signals")
        let source = DispatchSource.makeReadSource(fileDescriptor: ends.read, queue: queue)
        source.setEventHandler { [end = ends.read] in
            var bytes = [UInt8](repeating: 0, count: 64)
            while case let count = read(end, &bytes, bytes.count), count > 0 {
                for byte in bytes.prefix(count) { receive(Int32(byte)) }
            }
        }
        source.activate()
        self.source = source
        // Shells start background jobs with some signals ignored, and `nohup` ignores SIGHUP; these stay ignored.
        for number in signals where !InheritedSignals.isIgnored(number) { catchSignal(number) }
    }

    /// Delivers this signal from now on.
    package static func catchSignal(_ number: Int32) { SignalActions.handle(number, by: recordSignal) }

    /// Gives a signal its default effect on this process now; returns if that stopped the process and it was continued.
    package static func obey(_ number: Int32) { SignalActions.obey(number) }
}
