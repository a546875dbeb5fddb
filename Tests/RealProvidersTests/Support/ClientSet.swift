import JOSE
import TestSupport
import Testing

/// The clients in the folder `Clients`, with the Python that their libraries were fetched for, and Debian's programs.
struct ClientSet: Sendable {
    @TaskLocal private static var fetched: ClientSet?

    let python: String
    /// A folder that stands for the root, with what Debian's packages have in theirs.
    let debian: String
    /// The path of a proxy that others wrote.
    let mitmdump: String

    static var current: ClientSet {
        get throws { try #require(fetched, "no clients have been fetched") }
    }

    /// The path of a client.
    static func path(of name: String) -> String { "\(LentScript.folder)/Clients/\(name)" }

    /// Fetches them, lends them to the work and removes them, whatever the work throws.
    static func run(_ work: @Sendable () async throws -> Void) async throws {
        try await LentScript.run("Clients/start") { json in
            let clients = ClientSet(
                python: try #require(json["python"]?.string), debian: try #require(json["debian"]?.string),
                mitmdump: try #require(json["mitmdump"]?.string))
            try await $fetched.withValue(clients, operation: work)
        }
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
