import Dispatch
import HostSystem

/// Waits for the signals that ask a program to end.
enum Interruption {
    /// Returns once SIGINT, SIGTERM or SIGHUP has arrived.
    static func wait() async {
        let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            DispatchSource.makeSignalSource(signal: number, queue: .global())
        }
        let arrivals = AsyncStream<Void> { continuation in
            for source in sources {
                source.setEventHandler { continuation.yield() }
                source.activate()
            }
        }
        for await _ in arrivals { break }
        sources.forEach { $0.cancel() }
    }
}
