import CNcurses
import HostSystem
import TerminalUI

/// What the signal handlers read.
///
/// Safe without isolation: it is allocated before the first handler is installed and never freed. It is written only
/// while no handler is installed; after that only its `sig_atomic_t` flags change.
private nonisolated(unsafe) let handlerState: UnsafeMutablePointer<console_guard> = {
    let state = UnsafeMutablePointer<console_guard>.allocate(capacity: 1)
    state.initialize(to: console_guard())
    return state
}()

// Outside the guard, which is isolated to an actor: a handler runs on any thread.
private func handleCrash(_ number: Int32) { console_guard_end(handlerState, number) }
private func handleRequestToEnd(_ number: Int32) { console_guard_request_end(handlerState, number) }
private func handleNotice(_ number: Int32) { console_guard_notify(handlerState, number) }

/// Restores the terminal however the program ends, and turns the other signals into bytes of a pipe.
///
/// The handlers only pass ``handlerState`` on to C, which writes a string and terminal modes prepared beforehand.
/// There is one guard per process at a time.
@TerminalActor
struct TerminalGuard {
    /// Where one byte arrives per signal: its number.
    let wakeups: Int32
    private let wakeupInput: Int32
    private let nowhere: Int32

    /// Remembers the present signal actions; call it before curses installs its own.
    static func rememberActions() {
        console_guard_remember_actions(handlerState)
    }

    /// Installs the handlers.
    ///
    /// `output` is the terminal; `painted` is the descriptor that frames are sent to, which a handler redirects to
    /// `/dev/null` before it restores the terminal.
    init(output: Int32, painted: Int32, modes: termios, reset: [UInt8]) throws(TerminalError) {
        nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nowhere >= 0 else { throw .systemFailure(code: errno) }
        guard let ends = WakingPipe.open() else {
            let code = errno
            close(nowhere)
            throw .systemFailure(code: code)
        }
        wakeups = ends.read
        wakeupInput = ends.write
        var modes = modes
        reset.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
            console_guard_prepare(handlerState, output, painted, nowhere, ends.write, &modes, start, bytes.count)
        }
        SignalStack.coverThread()
        Self.installActions()
    }

    /// Sets whether the terminal must be restored when the program ends.
    func arm(_ isArmed: Bool) {
        handlerState.pointee.is_armed = isArmed ? 1 : 0
    }

    /// Sets what to print after the terminal is restored, if a second signal ends the program.
    func attend(farewell: String) {
        let bytes = Array(farewell.utf8)
        bytes.withUnsafeBytes { bytes in
            console_guard_attend(handlerState, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
    }

    /// Leaves the keys that raise signals to another program, until ``resume()``.
    ///
    /// A request to stop is still reported, because work may have to end first.
    func release() {
        handlerState.pointee.is_released = 1
        console_set_default_action(SIGCONT)
    }

    func resume() {
        handlerState.pointee.is_released = 0
        Self.installActions()
    }

    /// Stops the process until it is continued; does nothing in an orphaned process group, which no shell continues.
    func stop() {
        release()
        console_stop()
        resume()
    }

    /// Stops the process after the program that has the terminal was stopped.
    func stopReleased() {
        console_stop_alone()
        Self.installActions()
        release()
    }

    /// Returns the signals received since the last call.
    func receivedSignals() -> Set<Int32> {
        var bytes = [UInt8](repeating: 0, count: 64)
        var signals: Set<Int32> = []
        while case let count = read(wakeups, &bytes, bytes.count), count > 0 {
            signals.formUnion(bytes.prefix(count).map(Int32.init))
        }
        return signals
    }

    /// Restores the signal actions from before.
    ///
    /// Who watches ``wakeups`` closes it.
    func remove() {
        arm(false)
        console_guard_restore_actions(handlerState)
        close(wakeupInput)
        close(nowhere)
    }

    private static func installActions() {
        console_guard_install_actions(handlerState, handleCrash, handleRequestToEnd, handleNotice)
    }
}
