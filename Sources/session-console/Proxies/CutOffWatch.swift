import HostSystem
import SessionCore
import SessionProxy
import Synchronization

/// Whom the user has cut off from a profile's session, also while this process has it.
final class CutOffWatch: Sendable {
    /// How often it is asked.
    private static let pause = Duration.seconds(1)

    private let file: KeptProxy.File
    private let known = Mutex(CutOffProcesses())

    init(_ file: KeptProxy.File) {
        self.file = file
        look()
    }

    /// Reads who was cut off by now, and returns whether others were; what can't be read admits nobody again.
    @discardableResult
    func look() -> Bool {
        guard let read = try? file.read(), read != KeptProxy() else { return false }
        return known.withLock { known in
            defer { known = read.cutOff }
            return known != read.cutOff
        }
    }

    /// Looks again and again until the task is cancelled, and says when others were cut off.
    func follow(_ tell: () async -> Void) async {
        while (try? await Task.sleep(for: Self.pause)) != nil {
            if look() { await tell() }
        }
    }

    /// This process, or the one that it comes from, that was cut off; `nil` where none was.
    var ownOrigin: Caller? {
        known.withLock { $0 }.origin(of: getpid()).map { process in
            Caller(process)
        }
    }

    /// Why a proxy of this process does not serve a program; `nil` where it does.
    func refusal(of caller: Caller?) -> ProxyRefusal? { known.withLock { $0 }.refusal(of: caller) }
}
