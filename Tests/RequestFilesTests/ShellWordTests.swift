import RequestFiles
import TestSupport
import Testing

/// Words for a shell, read by one.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ShellWordTests {
    @Test(arguments: HostileText.all + ["~", "~+/x", "a:~/b", "-n", ""])
    func `a shell reads the text back, in an argument and in an assignment`(text: String) async throws {
        // No argument of a program can have a NUL.
        guard !text.contains("\0") else { return }
        let script = "W=\(text.shellWord); printf '%s' \(text.shellWord) \"$W\""
        let result = try await blocking {
            try Subprocess("/bin/bash", ["-c", script], environment: ["LC_ALL": "C.UTF-8", "HOME": "/h"]).finish()
        }
        #expect(result.text == text + text && result.errorText.isEmpty, "\(script)")
    }
}
