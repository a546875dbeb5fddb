import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// A script of these tests that fetches and starts what nobody of this project wrote.
///
/// It says in a line of JSON where that is, runs until its standard input ends, and cleans up.
enum LentScript {
    /// The folder of these tests.
    static let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()

    /// Starts a script of the folder, lends the work what it says and stops it, whatever the work throws.
    static func run(
        _ path: String, _ arguments: [String] = [], _ work: (JSONValue) async throws -> Void
    ) async throws {
        let environment = ProcessInfo.processInfo.environment
        let (process, announcement) = try await blocking {
            let process = try Subprocess("\(folder)/\(path)", arguments, environment: environment)
            let line = try process.line(within: .seconds(400)) { $0.hasPrefix("{") }
            return (process, try JSONValue(parsing: Array(line.utf8)))
        }
        let result: Swift.Result<Void, any Error>
        do {
            try await work(announcement)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        let end = try await blocking { try process.finish(within: .seconds(120)) }
        #expect(end.status == 0, "\(end.errorText)")
        try result.get()
    }
}
