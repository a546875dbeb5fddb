import ClientObservation
import ClientWatch
import FoundationEssentials
import TestSupport
import Testing

@testable import session_console

/// What waits for a reader of a watch's news has a limit.
@Suite(.timeLimit(.minutes(5)))
struct NewsFeedTests {
    /// How many requests without a body there is room for.
    private static let room = NewsFeed.capacity / NewsFeed.itemSize

    private let feed = NewsFeed()
    /// Each message that has ended.
    private let ended = Notes<Int>()
    private let count = 3 * Self.room

    /// A connection with one request after another, more than there is room for.
    private func connect() async throws {
        let url = try #require(URL(string: "http://127.0.0.1/api"))
        try await blocking { [feed, ended, count] in
            for id in 1...count {
                feed.add(.message(.began(id, ObservedRequest(method: "GET", url: url, begin: Date()))))
                feed.add(.message(.ended(id, .answered(ObservedAnswer(status: 200)), at: Date())))
                ended.add(id)
            }
        }
    }

    private func takeStarts() -> [Int] {
        feed.take().compactMap { if case .message(.began(let id, _)) = $0 { id } else { nil } }
    }

    @Test func `a connection waits for its reader, which gets every message`() async throws {
        async let connection: Void = connect()
        for round in 1...3 {
            let limit = round * Self.room
            try await until { ended.all.count >= limit }
            #expect(takeStarts() == Array(limit - Self.room + 1...limit))
        }
        try await connection
    }

    @Test func `a body takes the room of many requests`() async throws {
        let url = try #require(URL(string: "http://127.0.0.1/api"))
        let body = [UInt8](repeating: 0, count: NewsFeed.capacity / 2)
        feed.add(.message(.began(0, ObservedRequest(method: "POST", url: url, body: body, begin: Date()))))
        async let connection: Void = connect()
        let left = Self.room / 2 - 1
        try await until { ended.all.count >= left }
        #expect(takeStarts() == Array(0...left))
        feed.leave()
        try await connection
    }

    @Test func `nothing waits for a reader that has left`() async throws {
        async let connection: Void = connect()
        try await until { ended.all.count >= Self.room }
        feed.leave()
        try await connection
        #expect(takeStarts().isEmpty && ended.all.count == count)
    }
}
