import Dispatch
import Glibc
import SessionCore

/// Gives what is pasted on standard input to a sign-in, line by line, on a thread of its own.
enum PastedLines {
    /// Reads until standard input or the program ends.
    static func read(into redirect: PastedRedirect, output: Output) {
        // In the background of a shell the terminal gives nothing; that must not stop the sign-in.
        signal(SIGTTIN, SIG_IGN)
        DispatchQueue.global().async {
            while let line = readLine() {
                if !line.isEmpty, !redirect.paste(line) {
                    output.note("That is not the address: it begins with the redirect URI and has code and state.")
                }
            }
        }
    }
}
