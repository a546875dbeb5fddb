import Dispatch
import Glibc

/// What is printed for a person to read, outside of the screen.
enum PrintedText {
    /// Returns when a line has been typed, or nothing can be typed any more.
    static func waitForEnter(at terminal: Int32) async {
        await withCheckedContinuation { continuation in
            // A thread of its own: the terminal may be silent for as long as it likes.
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
