import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct JaymePromisesOverSockets {
    /// The `Authorization` fields that the API saw.
    private func fields(_ answer: AuthorizedResponse) throws -> [String?] {
        let headers = try #require(try answer.response.json["headers"]?.object)
        return headers.names.filter { $0.lowercased() == "authorization" }.map { headers[$0]?.string }
    }

    @Test func `promises D1 and D3 over sockets: some requests carry the token, in one field, and others none`()
        async throws
    {
        try await withLiveSession { live in
            let token = try await live.tokens.access
            let with = try fields(try await live.send("GET", "/echo"))
            #expect(with == ["Bearer \(token.fingerprint)"])
            let without = try fields(try await live.send("GET", "/echo", authorization: .none))
            #expect(without.isEmpty)
            #expect(try await live.send("GET", "/status", authorization: .none).response.status == 200)
        }
    }

    @Test func `promise D2 over sockets: a token belongs to its session, and two sessions don't meet`() async throws {
        try await withLiveSession { live in
            let other = live.another(on: MemoryStore())
            try await other.configure()
            try await other.signIn(PasswordFlow(username: "bob", password: Secret("builder")))
            let mine = try await live.send("GET", "/me").response.json["username"]
            let theirs = try await other.send(live.request("GET", "/me")).response.json["username"]
            #expect(mine == "alice" && theirs == "bob")
            try await other.signOut(force: true)
            #expect(try await live.send().verdict == .accepted)
        }
    }

    @Test func `promise D4 over sockets: the token is read when a request is sent`() async throws {
        try await withLiveSession { live in
            let request = try live.request("GET", "/echo")
            let first = try fields(try await live.session.send(request))
            try await live.session.refresh()
            let second = try fields(try await live.session.send(request))
            #expect(first != second)
            let token = try await live.tokens.access
            #expect(second == ["Bearer \(token.fingerprint)"])
        }
    }

    @Test(arguments: LiveSession.Store.both)
    func `promises D5 to D7 over sockets: after sign-out nothing carries a credential until somebody signs in`(
        store: LiveSession.Store
    ) async throws {
        try await withLiveSession(store: store) { live in
            let madeBefore = try live.request("GET", "/echo")
            try await live.session.signOut(force: true)
            #expect(try await live.store.holdsNoToken)
            for request in [madeBefore, try live.request("GET", "/echo")] {
                #expect(try fields(try await live.session.send(request, authorization: .optional)).isEmpty)
                #expect(await sessionError { _ = try await live.session.send(request) } == .noSession)
            }
            try await live.signIn("bob")
            let token = try await live.tokens.access
            #expect(try fields(try await live.session.send(madeBefore)) == ["Bearer \(token.fingerprint)"])
        }
    }

    @Test(arguments: [RequestAuthorization.required, .none])
    func `promise D8 over sockets: Accept and Content-Type arrive with and without a token`(
        authorization: RequestAuthorization
    ) async throws {
        try await withLiveSession { live in
            let answer = try await live.send(
                "POST", "/echo", headers: ["Accept": "application/json", "Content-Type": "application/json"],
                body: .text("{}"), authorization: authorization)
            let headers = try #require(try answer.response.json["headers"]?.object)
            #expect(headers["Accept"] == "application/json")
            #expect(headers["Content-Type"] == "application/json")
        }
    }
}
