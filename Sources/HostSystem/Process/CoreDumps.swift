import CProcess
import Synchronization

/// Whether the kernel may write a process's memory to a file when it crashes.
package enum CoreDumps {
    /// The limit that this program was started with; `nil` until it is lowered.
    private static let inherited = Mutex<rlimit?>(nil)

    private static let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)

    /// Forbids dumps of this process, which would have tokens in them.
    package static func forbid() {
        inherited.withLock { inherited in
            var limit = rlimit()
            guard getrlimit(resource, &limit) == 0 else { return }
            if inherited == nil { inherited = limit }
            limit.rlim_cur = 0
            setrlimit(resource, &limit)
        }
        console_forbid_dumps()
    }

    /// Starts a program, which inherits the limit that this one was started with.
    ///
    /// This process writes no dump meanwhile either: ``forbid()`` took its permission to, which a program that is
    /// executed gets anew.
    package static func withInheritedLimit<Result, Failure: Error>(
        _ start: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try inherited.withLock { inherited throws(Failure) in
            guard var limit = inherited else { return try start() }
            setrlimit(resource, &limit)
            defer {
                limit.rlim_cur = 0
                setrlimit(resource, &limit)
            }
            return try start()
        }
    }
}
