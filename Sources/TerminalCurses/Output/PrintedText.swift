import Dispatch
import HostSystem

/// Text that is printed on the shell's screen, outside the console's.
enum PrintedText {
    /// Returns when enter is pressed, or when the input has ended.
    static func waitForEnter(at terminal: Int32) async {
        await withCheckedContinuation { continuation in
            // A thread of its own, because the read blocks until something is typed.
            DispatchQueue.global().async {
                var byte: UInt8 = 0
                while true {
                    let count = read(terminal, &byte, 1)
                    if count == 1, byte != UInt8(ascii: "\n") { continue }
                    if count < 0, errno == EINTR { continue }
                    break
                }
                continuation.resume()
            }
        }
    }
}
