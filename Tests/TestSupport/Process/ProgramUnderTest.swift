import FoundationEssentials
import Glibc

/// The real program, as it was built beside these tests, in a home of its own.
package struct ProgramUnderTest: Sendable {
    /// A fresh folder that stands for the user's home; removed by ``remove()``.
    package let home: String
    package var environment: [String: String]

    package static var path: String { path(of: "session-console") }

    /// A program that was built beside these tests.
    package static func path(of name: String) -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let bundle = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return bundle.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 } + "/" + name
    }

    /// A command line for a shell that runs the program with these arguments.
    package static func commandLine(_ arguments: [String]) -> String {
        ([path] + arguments).map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    }

    package struct NoFolder: Error {}

    package init() throws {
        var template = Array("/tmp/session-console-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw NoFolder() }
        home = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        environment = [
            "HOME": home, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8", "TZ": "UTC", "BROWSER": "/bin/false", "XDG_STATE_HOME": home + "/state",
            "XDG_CONFIG_HOME": home + "/config",
        ]
    }

    package func remove() { try? FileManager.default.removeItem(atPath: home) }

    /// A file of the home.
    package func text(_ name: String) throws -> String {
        try String(contentsOf: URL(filePath: home + "/" + name), encoding: .utf8)
    }

    package func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: home + "/" + name))
    }

    package func start(_ arguments: String...) throws -> Subprocess {
        try Subprocess(Self.path, arguments, environment: environment)
    }

    package func run(_ arguments: String..., input: String = "") async throws -> Subprocess.Result {
        try await run(arguments: arguments, input: input)
    }

    package func run(arguments: [String], input: String = "") async throws -> Subprocess.Result {
        let environment = environment
        return try await blocking {
            let process = try Subprocess(Self.path, arguments, environment: environment)
            if !input.isEmpty { try process.write(input) }
            return try process.finish()
        }
    }

    /// Makes a script that can be run, in a folder of the home.
    ///
    /// Another process writes it: a file that this one has open can't be run while some test's child inherits it.
    package func makeScript(_ path: String, _ text: String) async throws {
        let source = "\(home)/\(path.filter { $0 != "/" }).txt"
        try Data(text.utf8).write(to: URL(filePath: source))
        let target = "\(home)/\(path)"
        let environment = environment
        _ = try await blocking {
            try Subprocess(
                "/bin/sh", ["-c", "mkdir -p \"${1%/*}\" && cp \"$0\" \"$1\" && chmod 700 \"$1\"", source, target],
                environment: environment
            ).finish()
        }
    }
}
