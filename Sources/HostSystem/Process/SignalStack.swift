import CProcess

/// Alternate stacks, on which signal handlers run even if a thread has overflowed its own stack.
package enum SignalStack {
    private static let size = 64 << 10

    /// Frees a thread's alternate stack when the thread ends.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { memory in
            console_set_signal_stack(nil, 0)
            free(memory)
        }
        return status == 0 ? key : nil
    }()

    /// Gives the calling thread an alternate stack, unless it has one.
    package static func coverThread() {
        guard let key, pthread_getspecific(key) == nil, let memory = malloc(size) else { return }
        guard pthread_setspecific(key, memory) == 0 else { return free(memory) }
        console_set_signal_stack(memory, size)
    }
}
