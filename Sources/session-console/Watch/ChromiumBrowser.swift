import ClientWatch
import Dispatch
import HostSystem
import Synchronization

/// The Chromium in which a watch opens the sign-ins of its programs, with a profile that goes with the watch.
final class ChromiumBrowser: LinkBrowser {
    /// The names under which it is installed.
    private static let names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]

    private let program: String
    /// The process groups of its starts, as long as any process of them is there: all but the first only hand their
    /// link on to it.
    private let groups = Mutex<Set<pid_t>>([])

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
        let end = DispatchSemaphore(value: 0)
        let status = Mutex<Int32>(0)
        // Under the lock, so that the watch can't end between the start and its registration.
        let pid = groups.withLock { groups in
            let pid = try? ChildProcess.startInOwnGroup(program, arguments)
            if let pid { groups.insert(pid) }
            return pid
        }
        guard let pid else { return false }
        DispatchQueue.global().async { [self] in
            let ended = ChildProcess.waitForEnd(of: pid)
            groups.withLock { if !Self.isThere(pid) { $0.remove(pid) } }
            status.withLock { $0 = ended }
            end.signal()
        }
        guard end.wait(timeout: .now() + Self.patience) == .success else { return true }
        return status.withLock { $0 == 0 }
    }

    /// How long it takes at most until one ends that has no display, in seconds.
    private static let patience = 1.0

    func close() async {
        for (number, patience) in [(SIGTERM, Duration.seconds(3)), (SIGKILL, .seconds(1))] {
            signal(number)
            let end = ContinuousClock.now + patience
            while groups.withLock({ $0.contains(where: Self.isThere) }), ContinuousClock.now < end {
                guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { break }
            }
        }
    }

    func kill() { signal(SIGKILL) }

    private func signal(_ number: Int32) {
        groups.withLock { for group in $0 { _ = HostSystem.kill(-group, number) } }
    }

    private static func isThere(_ group: pid_t) -> Bool { HostSystem.kill(-group, 0) == 0 }
}
