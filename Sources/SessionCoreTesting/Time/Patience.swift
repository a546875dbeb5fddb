import FoundationEssentials

/// How long a test waits for what must come before it fails and says what it waited for.
package let patience = Duration.seconds(60)

/// Sleeps for ``patience``, by seconds: where thousands of tests share two threads, a second is not over before
/// everyone else has had a turn.
///
/// Returns at once when the task is cancelled, with `false`.
func runOutOfPatience() async -> Bool {
    for _ in 0..<patience.components.seconds {
        guard (try? await Task.sleep(for: .seconds(1))) != nil else { return false }
    }
    return true
}

/// Thrown by a wait that took longer than a minute: a test that fails instead of hanging.
public struct NeverCame: Error, CustomStringConvertible {
    /// The place that waited, with its line of source.
    public let description: String

    /// Names the place that waited by its line of source, which holds the condition in nearly every test.
    package init(_ seen: String = "", file: String, line: Int) {
        let source = try? String(contentsOf: URL(filePath: file), encoding: .utf8)
        let lines = source?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        let code = lines.indices.contains(line - 1) ? lines[line - 1].drop { $0 == " " } : ""
        let name = file.split(separator: "/").last ?? ""
        description = "waited \(patience) at \(name):\(line) for: \(code)" + (seen.isEmpty ? "" : "; \(seen)")
    }
}
