import ClientObservation
import FoundationEssentials
import Interception
import SessionHTTP
import TestSupport
import Testing

@testable import ClientWatch

/// Hosts that nobody named: what is read of them, and what is kept.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SurveyTests {
    private static func answer(_ body: String, _ head: String = "200 OK") -> String {
        "HTTP/1.1 \(head)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func server(_ answer: String = answer("{}")) throws -> RawServer {
        try RawServer { connection in
            while case let head = connection.readHead(), !head.isEmpty { connection.write(answer) }
        }
    }

    /// Sends a request in the clear for each head, each on a connection of its own.
    private func send(_ heads: [String], to port: UInt16, by stage: WatchStage) async throws {
        try await blocking {
            for head in heads {
                let client = try stage.rawClient()
                let lines = head.split(separator: "\n", omittingEmptySubsequences: false)
                client.write(
                    "GET http://127.0.0.1:\(port)\(lines[0]) HTTP/1.1\r\nHost: x\r\n"
                        + lines.dropFirst().map { "\($0)\r\n" }.joined() + "\r\n")
                #expect(client.readHead().hasPrefix("HTTP/1.1 "))
            }
        }
    }

    private func notWatched(_ stage: WatchStage) -> [WatchNotice.HostTraffic] {
        for notice in stage.notices { if case .notWatched(let hosts, _) = notice.cause { return hosts } }
        return []
    }

    @Test func `beside named hosts, a token that goes in the clear is told, and nothing else`() async throws {
        let server = try server()
        let stage = try WatchStage(server: server.port, hosts: ["watched.test"])
        try await send(["/a", "/b\nAuthorization: Bearer t1", "/c", "/d?access_token=t1"], to: server.port, by: stage)
        await stage.stop()
        #expect(stage.requests.map { $0.url.path } == ["/b", "/d"])
        #expect(notWatched(stage).map { "\($0.host) \($0.count)" } == ["127.0.0.1 2"])
        #expect(!stage.watch.hasSeenConnection)
    }

    @Test func `where every host is watched, one that shows a session is told from then on`() async throws {
        let server = try server()
        let stage = try WatchStage(server: server.port, hosts: [])
        try await send(["/a", "/b\nAuthorization: Bearer t1", "/c"], to: server.port, by: stage)
        await stage.stop()
        #expect(stage.requests.map { $0.url.path } == ["/b", "/c"])
        #expect(stage.answers.count == 2)
        #expect(notWatched(stage).isEmpty)
        #expect(stage.notices.contains { $0.cause == .everyHostOpened })
    }

    @Test(arguments: [
        answer(#"{"issuer":"http://127.0.0.1","token_endpoint":"http://127.0.0.1/t"}"#),
        answer(#"{"access_token":"a1","token_type":"Bearer"}"#),
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\nContent-Length: 0\r\n\r\n",
    ])
    func `an answer shows a session, too`(answer: String) async throws {
        let server = try server(answer)
        let stage = try WatchStage(server: server.port, hosts: [])
        try await send(["/x"], to: server.port, by: stage)
        await stage.stop()
        #expect(stage.requests.map { $0.url.path } == ["/x"] && stage.answers.count == 1)
    }

    @Test func `a host of many messages without a token is passed unread, and its name is kept`() async throws {
        let server = try server()
        let stage = try WatchStage(server: server.port, hosts: [])
        try await blocking {
            let client = try stage.client(to: .watched)
            for _ in 0..<40 {
                client.write("GET /a HTTP/1.1\r\nHost: watched.test\r\n\r\n")
                _ = client.readHead() + client.readText(2)
            }
            // The certificate is the server's own now.
            #expect(throws: (any Error).self) { try stage.client(to: .watched) }
        }
        await stage.stop()
        #expect(stage.requests.isEmpty)
        #expect(notWatched(stage).map(\.host) == ["watched.test"])
    }

    @Test func `a server that the program alone trusts is passed unread from then on`() async throws {
        let server = try server()
        let stage = try WatchStage(server: server.port, hosts: [], trustsServer: false)
        let text = try await blocking {
            let opened = try stage.client(to: .watched)
            opened.write("GET /a HTTP/1.1\r\nHost: watched.test\r\nAuthorization: Bearer a\r\n\r\n")
            #expect(!opened.readHead().hasPrefix("HTTP/1.1 200 "))
            let client = try stage.client(to: .watched, trusting: stage.serverRoots)
            client.write("GET /a HTTP/1.1\r\nHost: watched.test\r\n\r\n")
            return client.readHead()
        }
        #expect(text.hasPrefix("HTTP/1.1 200 "))
        await stage.stop()
        #expect(stage.requests.count == 1)
        let notice = try #require(stage.notices.first { $0.host == "watched.test" })
        guard case .serverTLS = notice.cause else { throw Unexpected() }
        #expect(notice.passesHost)
    }

    private struct Unexpected: Error {}

    @Test func `a host that was named is not passed, and the notice says so`() async throws {
        let server = try server()
        let stage = try WatchStage(server: server.port, trustsServer: false)
        try await blocking {
            let opened = try stage.client(to: .watched)
            opened.write("GET /a HTTP/1.1\r\nHost: watched.test\r\n\r\n")
            #expect(!opened.readHead().hasPrefix("HTTP/1.1 200 "))
        }
        await stage.stop()
        #expect(stage.notices.map(\.passesHost) == [false])
    }

    @Test func `a host that has shown a session is opened on, whoever refuses the certificate`() async throws {
        let server = try server()
        let stage = try WatchStage(server: server.port, hosts: [])
        try await blocking {
            func call(_ path: String) throws {
                let client = try stage.client(to: .watched)
                client.write("GET \(path) HTTP/1.1\r\nHost: watched.test\r\nAuthorization: Bearer t1\r\n\r\n")
                #expect(client.readHead().hasPrefix("HTTP/1.1 200 "))
            }
            try call("/a")
            #expect(throws: (any Error).self) { try stage.client(to: .watched, trusting: stage.serverRoots) }
            try call("/b")
        }
        await stage.stop()
        #expect(stage.requests.map { $0.url.path } == ["/a", "/b"])
        #expect(stage.notices.filter { $0.host == "watched.test" }.map(\.passesHost) == [false])
    }

    @Test func `what is under way when a host shows a session counts no more`() throws {
        let survey = HostSurvey(try .all())
        let host = try WatchedHost("watched.test")
        for _ in 0..<40 { survey.countUnrelated(host) }
        #expect(!survey.opens(host))
        survey.find(host)
        #expect(survey.opens(host))
        for _ in 0..<40 { survey.countUnrelated(host) }
        #expect(survey.opens(host) && !survey.pass(host) && survey.takeNotice() == nil)
        let refused = try WatchedHost("refused.test")
        #expect(survey.pass(refused))
        survey.find(refused)
        #expect(!survey.opens(refused))
    }

    @Test func `a host whose program refuses the certificate is passed unread from then on`() async throws {
        let server = try server()
        let stage = try WatchStage(server: server.port, hosts: [])
        let text = try await blocking {
            #expect(throws: (any Error).self) { try stage.client(to: .watched, trusting: stage.serverRoots) }
            let client = try stage.client(to: .watched, trusting: stage.serverRoots)
            client.write("GET /a HTTP/1.1\r\nHost: watched.test\r\n\r\n")
            return client.readHead()
        }
        #expect(text.hasPrefix("HTTP/1.1 200 "))
        await stage.stop()
        #expect(stage.requests.isEmpty && stage.notices.contains { $0.host == "watched.test" && $0.passesHost })
    }
}
