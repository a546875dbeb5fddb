import HostSystem
import Synchronization

extension Mutex {
    /// Runs `body` as `withLock` does, for a lock that each call acquires on its way and holds for less than a
    /// microsecond.
    ///
    /// Once a thread waits in the kernel, the lock goes to each next waiter, which has to be scheduled first; meanwhile
    /// all others spin and wait there, too. To yield to the holder before that, together with a feed that copies
    /// outside its lock, brings a proxy with 16 callers from 7,800 to 22,000 requests a second.
    package borrowing func withLockYielding<Result>(
        _ body: (inout sending Value) -> sending Result
    ) -> sending Result {
        for _ in 0..<100 {
            if let result = withLockIfAvailable(body) { return result }
            sched_yield()
        }
        return withLock(body)
    }
}
