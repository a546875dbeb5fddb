import FoundationEssentials
import Glibc

/// A folder of a test's own, removed with everything in it when the test is over.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() {
        var template = Array("/tmp/session-core-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? ""
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    package func makeFolder(_ name: String) {
        mkdir("\(path)/\(name)", 0o700)
    }

    package func write(_ text: String, to name: String) {
        _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(text.utf8))
    }

    /// The text of a file; `nil` where there is none.
    package func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: "\(path)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names in a folder, sorted.
    package func names(_ name: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)")) ?? []).sorted()
    }
}
