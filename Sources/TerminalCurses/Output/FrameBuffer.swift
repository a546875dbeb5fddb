import CNcurses
import Glibc

/// A file in memory that curses writes to in place of the terminal.
///
/// Curses sends every movement of the cursor by itself, which costs a system call and wakes the terminal each time. What
/// is taken from here is a whole frame, to be sent at once.
struct FrameBuffer {
    /// Shares its position with the descriptor that curses writes to.
    private let descriptor: Int32

    /// From now on what is written to that descriptor comes here; `nil` where the system has no room for it.
    init?(inPlaceOf output: Int32) {
        descriptor = console_open_buffer(output)
        guard descriptor >= 0 else { return nil }
    }

    /// What curses has written since the last call.
    func take() -> [UInt8] {
        let length = Int(lseek(descriptor, 0, SEEK_CUR))
        guard length > 0 else { return [] }
        lseek(descriptor, 0, SEEK_SET)
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, length, 0))
        }
    }

    func close() { _ = Glibc.close(descriptor) }
}
