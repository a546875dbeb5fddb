import Dispatch
import Glibc
import SessionCore

/// Passes lines that are pasted on standard input to a sign-in, on a thread of its own.
enum PastedLines {
    /// Reads until standard input or the program ends.
    static func read(into redirect: PastedRedirect, output: Output) {
        // In a background job, reading the terminal would stop the process and with it the sign-in.
        signal(SIGTTIN, SIG_IGN)
        DispatchQueue.global().async {
            while let line = readLine() {
                if !line.isEmpty, !redirect.paste(line) {
                    output.note("Not accepted: the address begins with the redirect URI and has code and state.")
                }
            }
        }
    }
}
