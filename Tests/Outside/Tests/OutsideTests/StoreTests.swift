import CurlTransport
@testable import Samples
import SessionCore
import Testing

/// A store from outside, shared by sessions as processes share it.
@Suite(.timeLimit(.minutes(5)))
struct StoreTests {
    @Test func `two sessions on one keyring refresh once`() async throws {
        try await Provider.run { provider in
            try await withTemporaryFolder { folder in
                let keyring = MemoryKeyring()
                func session() async throws -> Session {
                    try await provider.session(
                        over: CurlTransport(),
                        store: KeyringStore(keyring: keyring, name: "orders", lockPath: folder + "/orders.lock"))
                }
                let one = try await session()
                try await signIn(one, as: "alice", password: Secret("wonderland"))
                let other = try await session()
                #expect(await other.isAuthenticated)
                try await provider.expireAccessTokens()
                async let first = send(provider.orders(10), with: one)
                async let second = send(provider.orders(10), with: other)
                #expect(try await first + second == Array(repeating: 200, count: 20))
                #expect(try await provider.statistics().refreshes == ["ok": 1])
                try await one.signOut()
                #expect(await keyring.value(named: "orders.damaged") == nil)
            }
        }
    }

    @Test func `two sessions on one row of a table refresh once, and another row is another session`() async throws {
        try await Provider.run { provider in
            let (table, lockQueue) = (MemoryTable(), LockQueue())
            func session(of user: String, _ lockQueue: LockQueue) async throws -> Session {
                try await provider.session(
                    over: CurlTransport(), store: RowStore(table: table, user: user, lockQueue: lockQueue))
            }
            let one = try await session(of: "alice", lockQueue)
            try await signIn(one, as: "alice", password: Secret("wonderland"))
            let other = try await session(of: "alice", lockQueue)
            #expect(await other.isAuthenticated)
            try await provider.expireAccessTokens()
            async let first = send(provider.orders(10), with: one)
            async let second = send(provider.orders(10), with: other)
            #expect(try await first + second == Array(repeating: 200, count: 20))
            #expect(try await provider.statistics().refreshes == ["ok": 1])
            #expect(try await !session(of: "bob", LockQueue()).isAuthenticated)
            try await one.signOut()
            #expect(await table.damaged.isEmpty)
        }
    }

    @Test func `a damaged record is set aside in the keyring`() async throws {
        try await Provider.run { provider in
            try await withTemporaryFolder { folder in
                let keyring = MemoryKeyring()
                await keyring.set(Array("{".utf8), named: "orders")
                let session = try await provider.session(
                    over: CurlTransport(),
                    store: KeyringStore(keyring: keyring, name: "orders", lockPath: folder + "/orders.lock"))
                #expect(await !session.isAuthenticated)
                #expect(await keyring.value(named: "orders.damaged") == Array("{".utf8))
            }
        }
    }
}
