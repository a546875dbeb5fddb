import FoundationEssentials
import SessionCore

/// Signs as many users in as the first argument says, 5,000 by default, and prints what they take.
@main
struct Program {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 5_000
        guard let api = URL(string: "https://api.example/orders") else { return }
        let transport = MemoryProvider()
        let client = ClientConfiguration(
            issuer: MemoryProvider.issuer, clientID: MemoryProvider.clientID,
            authentication: .post(Secret("secret-of-the-server")), apis: [api])
        let users = Users(of: client, transport: transport)
        let empty = Machine.kilobytes

        try await each(of: count, users) { session in
            try await session.signIn(PasswordFlow(username: "alice", password: Secret("password-of-alice")))
        }
        print("\(count) sessions signed in: \((Machine.kilobytes - empty) / count) kB each")
        let metadata = transport.count(of: "/.well-known/openid-configuration")
        print("requests: \(metadata) for metadata, \(transport.count(of: "/keys")) for keys")

        try await each(of: count, users) { session in
            for _ in 0..<100 { _ = try await session.send(HTTPRequest(url: api)) }
        }
        print("after 100 calls each: \((Machine.kilobytes - empty) / count) kB each")

        let start = Machine.processorTime
        try await each(of: count, users) { try await $0.refresh() }
        let seconds = Machine.processorTime - start
        let share = (seconds / 300 * 1_000).rounded() / 10
        print(
            "a refresh of each: \(Int(seconds / Double(count) * 1e6)) µs of CPU; spread over 5 minutes \(share) % "
                + "of a core"
        )
    }

    /// Runs the work for each user's session, all at once.
    private static func each(
        of count: Int, _ users: Users, _ work: @escaping @Sendable (Session) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask { try await work(try await users.session(of: "user-\(number)")) }
            }
            try await group.waitForAll()
        }
    }
}
