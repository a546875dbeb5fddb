import FoundationEssentials
import TestSupport
import Testing

/// The clients in the folder `Clients`, with the Python that their libraries were fetched for.
struct ClientSet: Sendable {
    @TaskLocal private static var fetched: ClientSet?

    let python: String

    static var current: ClientSet {
        get throws { try #require(fetched, "no clients have been fetched") }
    }

    /// The path of a client, or of the script that fetches their libraries.
    static func path(of name: String) -> String { ProviderFleet.folder + "/Clients/" + name }

    /// Fetches them, lends them to the work and removes them, whatever the work throws.
    static func run(_ work: @Sendable () async throws -> Void) async throws {
        let environment = ProcessInfo.processInfo.environment
        let (process, clients) = try await blocking {
            let process = try Subprocess(path(of: "start"), [], environment: environment)
            return (process, ClientSet(python: try process.line(within: .seconds(200)) { $0.hasPrefix("/") }))
        }
        let result: Swift.Result<Void, any Error>
        do {
            try await $fetched.withValue(clients, operation: work)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        // The script ends with its standard input, and cleans up.
        let end = try await blocking { try process.finish() }
        #expect(end.status == 0, "\(end.errorText)")
        try result.get()
    }
}

/// Fetches the clients before a suite's first test and removes them after its last.
struct ClientsTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await ClientSet.run(function)
    }
}

extension Trait where Self == ClientsTrait {
    static var clients: Self { ClientsTrait() }
}
