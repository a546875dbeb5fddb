import FoundationEssentials
import HostSystem
package import ClientObservation

/// What kind of program a process is, or a command would be.
package enum RunningProgram {
    /// By its file, as long as it runs, or else by its name; `nil` where the kind isn't known.
    package static func runtime(of process: Int32?, named name: String?) -> Runtime? {
        if let process, let path = OpenFilePlace.executable(of: process), let runtime = runtime(ofFile: path) {
            return runtime
        }
        return name.flatMap { Runtime.of(executable: $0) }
    }

    /// By the file that a command starts, or the interpreter that it names in its first line.
    package static func runtime(ofCommand word: String, path: String?) -> Runtime? {
        let file =
            word.contains("/")
            ? word
            : (path ?? "").split(separator: ":").map { "\($0)/\(word)" }.first { access($0, X_OK) == 0 } ?? word
        return runtime(ofFile: file)
    }

    private static func runtime(ofFile path: String) -> Runtime? {
        let head = head(of: path)
        if let runtime = Runtime.of(executable: path, head: head) { return runtime }
        guard head.starts(with: "#!".utf8), let line = head.dropFirst(2).split(separator: 0x0A).first else {
            return nil
        }
        let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
        let interpreter = words.first.map { $0.hasSuffix("/env") ? words.dropFirst().first { $0.first != "-" } : $0 }
        return interpreter?.flatMap { Runtime.of(executable: $0) }
    }

    private static func head(of path: String) -> [UInt8] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        return [UInt8](unsafeUninitializedCapacity: 4096) { room, count in
            count = fread(room.baseAddress, 1, 4096, file)
        }
    }
}
