import CNcurses
import HostSystem

/// A file in memory that curses writes to instead of the terminal.
///
/// Curses writes each cursor movement with a system call of its own, which wakes the terminal each time. From this
/// buffer a whole frame is sent in one write.
struct FrameBuffer {
    /// Shares its file position with the descriptor that curses writes to.
    private let descriptor: Int32

    /// Redirects that descriptor to this buffer; `nil` if the system can't create the file.
    init?(inPlaceOf output: Int32) {
        descriptor = console_open_buffer(output)
        guard descriptor >= 0 else { return nil }
    }

    /// Removes and returns what curses has written since the last call.
    func take() -> [UInt8] {
        let length = Int(lseek(descriptor, 0, SEEK_CUR))
        guard length > 0 else { return [] }
        lseek(descriptor, 0, SEEK_SET)
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, length, 0))
        }
    }

    func close() { _ = HostSystem.close(descriptor) }
}
