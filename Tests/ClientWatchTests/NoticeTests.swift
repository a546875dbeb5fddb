import ClientObservation
import ClientWatch
import CurlTransport
import FoundationEssentials
import Glibc
import Interception
import Relay
import SessionHTTP
import TestSupport
import Testing

/// What a watch can't show is said, with the program and the host.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct NoticeTests {
    private func expectNotice(
        _ cause: WatchNotice.Cause, at host: String? = nil, answer: String? = nil,
        after act: @escaping @Sendable (WatchStage) throws -> String
    ) async throws {
        let server = try RawServer()
        let stage = try WatchStage(server: server.port)
        let text = try await blocking { try act(stage) }
        try await until { !stage.notices.isEmpty }
        let notice = try #require(stage.notices.first)
        #expect(notice.cause == cause && notice.host == host && notice.caller?.process == getpid())
        if let answer { #expect(text.hasPrefix(answer)) }
        await stage.stop()
    }

    private func exchange(_ text: String) -> @Sendable (WatchStage) throws -> String {
        { stage in
            let client = try stage.rawClient()
            client.write(text)
            client.endSending()
            return client.readToEnd()
        }
    }

    private static let connect = "CONNECT watched.test:443 HTTP/1.1\r\n\r\n"

    @Test func `a client that does not trust the authority of the run`() async throws {
        try await expectNotice(.distrusted(alert: 48), at: "watched.test") { stage in
            let other = try RunAuthority(for: WatchList(["watched.test"]))
            let folder = TemporaryFolder()
            folder.write(other.root.pem, to: "other.pem")
            do {
                _ = try stage.client(to: .watched, trusting: folder.path + "/other.pem")
                return "connected"
            } catch {
                return ""
            }
        }
    }

    @Test func `a client that speaks HTTP 2 alone, over TLS and in the clear`() async throws {
        try await expectNotice(.noHTTP1, at: "watched.test") { stage in
            let client = try stage.rawClient()
            client.write(Self.connect)
            _ = client.readHead()
            client.write(ClientHello.offering("h2").bytes)
            return client.readToEnd()
        }
        let server = try RawServer()
        try await expectNotice(
            .noHTTP1, at: "localhost",
            after: exchange("CONNECT localhost:\(server.port) HTTP/1.1\r\n\r\nPRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
    }

    @Test func `a client that knows its server's key`() async throws {
        try await expectNotice(.leftAfterHandshake, at: "watched.test") { stage in
            let pin = "sha256//" + Data(repeating: 7, count: 32).base64EncodedString()
            let client = try? DialledClient(
                to: .watched, throughProxy: stage.watch.port, trusting: stage.roots,
                change: { $0.pinnedPublicKey = pin })
            return client == nil ? "" : "connected"
        }
    }

    @Test func `TLS to the proxy itself is closed at once`() async throws {
        try await expectNotice(.tlsToProxy, answer: "") { stage in
            let client = try stage.rawClient()
            client.write(ClientHello.offering("http/1.1").bytes)
            let answer = client.readToEnd()
            #expect(answer.isEmpty)
            return answer
        }
    }

    @Test func `a request for the proxy itself`() async throws {
        try await expectNotice(
            .proxyItself, answer: "HTTP/1.1 400 ", after: exchange("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    }

    @Test(arguments: [
        "CONNECT watched.test", "CONNECT u@watched.test:443", "CONNECT http://watched.test/", "CONNECT 127.1:80",
    ])
    func `a tunnel to nothing that is a host`(line: String) async throws {
        try await expectNotice(
            .malformedHead(reason: "\(HeadFlaw.startLine)"), answer: "HTTP/1.1 400 ",
            after: exchange("\(line) HTTP/1.1\r\n\r\n"))
    }

    @Test func `a malformed head in an opened tunnel`() async throws {
        try await expectNotice(
            .malformedHead(reason: "\(HeadFlaw.bareLineFeed)"), at: "watched.test", answer: "HTTP/1.1 400 "
        ) { stage in
            let client = try stage.client(to: .watched)
            client.write("GET / HTTP/1.1\nHost: h\n\n")
            return client.readToEnd()
        }
    }

    @Test func `another host inside of a tunnel, and not its own with a port or in other letters`() async throws {
        let server = try RawServer { connection in
            while !connection.readHead().isEmpty { connection.write("HTTP/1.1 204 No Content\r\n\r\n") }
        }
        let stage = try WatchStage(server: server.port)
        func get(_ host: String) async throws {
            _ = try await blocking {
                let client = try stage.client(to: .watched)
                client.write("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                return client.readHead()
            }
        }
        for host in ["watched.test", "Watched.Test:443"] { try await get(host) }
        #expect(stage.notices.isEmpty)
        try await get("other.test")
        try await until { !stage.notices.isEmpty }
        #expect(stage.notices.map(\.cause) == [.otherHost] && stage.notices.first?.host == "watched.test")
        await stage.stop()
    }

    @Test func `what helps follows from the cause and the kind of program`() throws {
        let curl = try #require(Runtime.of(executable: "curl"))
        let agent = try #require(Runtime.of(executable: "oidc-agent"))
        #expect(WatchNotice(.distrusted(alert: 48), runtime: curl).remedies == [.tunnel])
        #expect(WatchNotice(.distrusted(alert: 48), runtime: agent).remedies == agent.remedies)
        #expect(WatchNotice(.noHTTP1).remedies == [.tunnel])
        #expect(WatchNotice(.nothingCame, runtime: .go).remedies == [.machineName])
        #expect(WatchNotice(.slowHead).remedies.isEmpty)
    }

    @Test func `what many processes of a program do is kept once, with its count`() {
        var record = WatchRecord()
        let moments = [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2)]
        for (process, moment) in zip([7, 8] as [Int32], moments) {
            let notice = WatchNotice(.proxyItself, caller: Caller(name: "git", process: process))
            record.take(notice, at: moment)
        }
        record.take(WatchNotice(.slowHead), at: moments[1])
        #expect(record.notices.map(\.count) == [2, 1])
        #expect(record.notices.first.map { [$0.first, $0.last] } == moments)
    }

    @Test func `of more than a thousand notices the first are kept, and counted on`() {
        var record = WatchRecord()
        for number in 0..<1_010 {
            let notice = WatchNotice(.otherHost, host: "host-\(number).test")
            #expect(record.take(notice, at: .distantPast) == (number < 1_000))
        }
        record.take(WatchNotice(.otherHost, host: "host-0.test"), at: .distantPast)
        #expect(record.notices.count == 1_000 && record.notices.first?.count == 2)
    }

    @Test func `a command is known by its file, or by the interpreter that it names`() throws {
        let folder = TemporaryFolder()
        folder.write("#!/usr/bin/env -S python3 -u\nprint()\n", to: "tool")
        chmod(folder.path + "/tool", 0o700)
        #expect(RunningProgram.runtime(ofCommand: "tool", path: folder.path)?.name == "Python")
        #expect(RunningProgram.runtime(ofCommand: "/opt/x/node20", path: nil)?.name == "Node")
        #expect(RunningProgram.runtime(ofCommand: "no-such-tool", path: folder.path) == nil)
    }
}
