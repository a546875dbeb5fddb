import ClientWatch
import Dispatch
import HostSystem
import Synchronization

/// The Chromium in which a watch opens the sign-ins of its programs, with a profile that goes with the watch.
final class ChromiumBrowser: LinkBrowser {
    /// The names under which it is installed.
    private static let names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]

    private let program: String
    /// Each start that has not ended; all but the first only hand their link on to it, and end.
    private let running = Mutex<Set<pid_t>>([])

    /// Fails where there is none in `PATH`.
    init(in environment: [String: String]) throws(CommandFailure) {
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        let files = Self.names.lazy.flatMap { name in folders.lazy.map { "\($0)/\(name)" } }
        guard let program = files.first(where: { access($0, X_OK) == 0 }) else {
            throw CommandFailure(
                .failed, "There is no Chromium in PATH.",
                advice: "Install it, for instance Debian's package chromium, or leave --browser out.")
        }
        self.program = program
    }

    func open(_ arguments: [String]) -> Bool {
        running.withLock { running in
            guard let pid = try? ChildProcess.startInOwnGroup(program, arguments) else { return false }
            running.insert(pid)
            // Reaped under the lock, so that no other process has the number while it is held.
            DispatchQueue.global().async { [self] in
                _ = ChildProcess.waitForEnd(of: pid) { self.running.withLock { _ = $0.remove(pid) } }
            }
            return true
        }
    }

    func close() async {
        signal(SIGTERM)
        let end = ContinuousClock.now + .seconds(3)
        while running.withLock({ !$0.isEmpty }) {
            guard ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(10))) != nil else { break }
        }
        kill()
    }

    func kill() { signal(SIGKILL) }

    private func signal(_ number: Int32) {
        running.withLock { for pid in $0 { _ = HostSystem.kill(-pid, number) } }
    }
}
