import CNcurses
import Glibc

/// Stacks on which signal handlers run even where a thread has used up its own.
///
/// The main actor has no thread of its own on Linux: its work runs on whichever thread the main queue is given.
enum SignalStack {
    private static let size = 64 << 10

    /// Frees the stack of a thread that ends.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { memory in
            console_set_signal_stack(nil, 0)
            free(memory)
        }
        return status == 0 ? key : nil
    }()

    /// Gives the calling thread such a stack, if it has none yet.
    static func coverThread() {
        guard let key, pthread_getspecific(key) == nil, let memory = malloc(size) else { return }
        guard pthread_setspecific(key, memory) == 0 else { return free(memory) }
        console_set_signal_stack(memory, size)
    }
}
