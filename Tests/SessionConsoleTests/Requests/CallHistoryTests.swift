import ConsoleApp
import FoundationEssentials
import Glibc
import JOSE
import Recordings
import SessionCore
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct CallHistoryTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/work.history.jsonl" }

    private func session() -> Session {
        Session(
            client: ClientConfiguration(
                issuer: "https://id.test", clientID: "c",
                authentication: .basic(Secret("a-secret-of-the-client"))),
            transport: ScriptedTransport(), store: MemoryStore())
    }

    private func answer(_ body: String) -> Result<AuthorizedResponse, SessionError> {
        let url = URL(filePath: "/")
        let response = HTTPResponse(status: 201, headers: [:], body: Array(body.utf8), url: url)
        return .success(
            AuthorizedResponse(
                response: response, facts: RequestFacts(id: 1, method: "POST", url: ""), verdict: .accepted))
    }

    private func keep(_ history: CallHistory, _ link: String, body: String = "", answer text: String = "{}") throws
        -> SentCall?
    {
        let request = HTTPRequest(
            method: "POST", url: try #require(URL(string: link)),
            headers: ["Accept": "a/b", "X-Api-Key": "abcdefgh", "Cookie": "sid=12345678"], body: .text(body))
        return history.keep(
            request, .required, count: 3, at: Date(timeIntervalSince1970: 1_795_262_671), took: .milliseconds(12),
            answer(text), session())
    }

    @Test func `a call is kept without secrets and bodies, in a file for its owner alone`() throws {
        let history = CallHistory(.calls, file: EventFile(path: path))
        let call = try keep(history, "https://api.test/x?q=1&access_token=tttttttt", body: "bbbb", answer: "rrrr")
        #expect(call?.original != nil)
        let text = try #require(folder.text("work.history.jsonl"))
        for secret in ["abcdefgh", "12345678", "tttttttt", "bbbb", "rrrr"] {
            #expect(!text.contains(secret), "\(secret) in \(text)")
        }
        var facts = stat()
        #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        let read = try #require(CallHistory(.calls, file: EventFile(path: path)).calls().first)
        #expect(read.method == "POST" && read.count == 3 && read.bodySize == 4 && !read.isWhole)
        #expect(read.outcome == .answered(201))
        #expect(read.url.hasPrefix("https://api.test/x?q=1&access_token=••••"))
        #expect(read.duration == .milliseconds(12))
        #expect(read.body == nil && read.responseBody == nil && read.original == nil)
    }

    @Test func `bodies are kept where they were asked for, but none that holds a secret of the session`() throws {
        let history = CallHistory(.bodies, file: EventFile(path: path))
        _ = try keep(history, "https://api.test/", body: "bbbb", answer: "rrrr")
        _ = try keep(history, "https://api.test/", body: "x=a-secret-of-the-client", answer: "a-secret-of-the-client")
        let calls = CallHistory(.bodies, file: EventFile(path: path)).calls()
        #expect(calls.map(\.body) == [nil, "bbbb"])
        #expect(calls.map(\.responseBody) == [nil, "rrrr"])
        #expect(folder.text("work.history.jsonl")?.contains("a-secret-of-the-client") == false)
    }

    @Test func `of bodies that are kept, members with a secret's name are masked, and such a call is not sent again`()
        throws
    {
        let history = CallHistory(.bodies, file: EventFile(path: path))
        _ = try keep(
            history, "https://api.test/", body: #"{"password": "wonder-4711", "n": 1}"#,
            answer: #"{"client_secret": "shh-4711"}"#)
        let text = try #require(folder.text("work.history.jsonl"))
        #expect(!text.contains("4711"), "\(text)")
        let call = try #require(CallHistory(.bodies, file: EventFile(path: path)).calls().first)
        #expect(call.body?.contains("password") == true && !call.isWhole)
    }

    @Test func `what the caller has named a secret is masked wherever it stands`() throws {
        let session = session()
        session.protect([Secret("typed-4711")])
        let history = CallHistory(.bodies, file: EventFile(path: path))
        let request = HTTPRequest(
            url: try #require(URL(string: "https://api.test/typed-4711?q=typed-4711")), headers: ["X": "typed-4711"])
        let call = try #require(
            history.keep(
                request, .none, count: 1, at: Date(timeIntervalSince1970: 1_795_262_671), took: .zero, answer("{}"),
                session))
        #expect(!call.url.contains("4711") && !"\(call.headers)".contains("4711") && !call.isWhole, "\(call)")
        #expect(folder.text("work.history.jsonl")?.contains("4711") == false)
    }

    @Test func `a call with a secret of the session where no name tells it is listed, and not written`() throws {
        let history = CallHistory(.calls, file: EventFile(path: path))
        _ = try keep(history, "https://api.test/a-secret-of-the-client/x")
        #expect(history.calls().count == 1)
        #expect(folder.text("work.history.jsonl")?.contains("a-secret-of-the-client") != true)
    }

    @Test func `hole: a call whose error holds a secret of the session is not written`() throws {
        let history = CallHistory(.calls, file: EventFile(path: path))
        let request = HTTPRequest(url: try #require(URL(string: "https://api.test/x")))
        let error = SessionError.transport(.brokenOff("after a-secret-of-the-client"), during: .request)
        for result in [answer("{}"), .failure(error)] {
            _ = history.keep(
                request, .none, count: 1, at: Date(timeIntervalSince1970: 1_795_262_671), took: .zero, result, session()
            )
        }
        #expect(history.calls().count == 2)
        let lines = folder.text("work.history.jsonl")?.split(separator: "\n") ?? []
        #expect(lines.count == 1 && !lines.joined().contains("a-secret-of-the-client"))
    }

    @Test(
        arguments: [
            (["X-Api-Key": "abcdefgh"], false), (["Cookie": "sid=12345678"], false), (["Accept": "a/b"], true),
            ([:], true),
        ] as [(HTTPHeaders, Bool)])
    func `hole: a call is sent again only where all its header fields were kept`(headers: HTTPHeaders, isWhole: Bool)
        throws
    {
        let history = CallHistory(.calls, file: EventFile(path: path))
        let request = HTTPRequest(url: try #require(URL(string: "https://api.test/x")), headers: headers)
        _ = history.keep(
            request, .none, count: 1, at: Date(timeIntervalSince1970: 1_795_262_671), took: .zero, answer("{}"),
            session())
        let read = try #require(CallHistory(.calls, file: EventFile(path: path)).calls().first)
        #expect(read.isWhole == isWhole)
    }

    @Test func `address 4: whatever numbers a line of the file has, the list is drawn`() throws {
        let history = CallHistory(.calls, file: EventFile(path: path))
        _ = try keep(history, "https://api.test/1")
        let line = try #require(try JSONValue(parsing: (folder.text("work.history.jsonl") ?? "").utf8).object)
        let lines = line.withEveryNumberReplaced.map { $0.serialized() }
        folder.write(lines.joined(separator: "\n") + "\n", to: "work.history.jsonl")
        let calls = CallHistory(.calls, file: EventFile(path: path)).calls()
        #expect(calls.count > 10)
        for call in calls { #expect(call.count >= 1 && call.record.serialized().contains("api.test")) }
    }

    @Test func `a line that an earlier version wrote is read`() throws {
        let line =
            #"{"time":"2026-11-21T12:04:31.250Z","method":"POST","url":"https://api.test/1","#
            + #""headers":[{"name":"Accept","value":"a/b"}],"token":"optional","count":3,"body_size":4,"#
            + #""whole":true,"milliseconds":12.5,"status":201}"#
        folder.write(line + "\n", to: "work.history.jsonl")
        let call = try #require(CallHistory(.calls, file: EventFile(path: path)).calls().first)
        #expect(call.headers.map(\.value) == ["a/b"] && call.duration == .microseconds(12_500))
        #expect(call.authorization == .optional && call.count == 3 && call.outcome == .answered(201))
        #expect(call.time == Date(timeIntervalSince1970: 1_795_262_671.25) && call.isWhole)
    }

    @Test func `none keeps nothing, and a history without a file lists this run's calls`() throws {
        #expect(try keep(CallHistory(.none, file: EventFile(path: path)), "https://api.test/") == nil)
        #expect(folder.text("work.history.jsonl") == nil)
        let history = CallHistory()
        _ = try keep(history, "https://api.test/")
        #expect(history.calls().count == 1)
    }

    @Test func `a file that others wrote is read as far as it is one`() throws {
        let history = CallHistory(.calls, file: EventFile(path: path))
        _ = try keep(history, "https://api.test/1")
        let line = try #require(folder.text("work.history.jsonl"))
        let deep = String(repeating: "[", count: 100_000)
        folder.write("\(deep)\n{}\nnot json\n" + line + #"{"time":"x"}"# + "\n\u{1B}[2J\n", to: "work.history.jsonl")
        #expect(CallHistory(.calls, file: EventFile(path: path)).calls().map(\.url) == ["https://api.test/1"])
    }

    @Test func `calls of another process are there when asked for again, and those of this one as they were`() throws {
        let (one, other) = (
            CallHistory(.calls, file: EventFile(path: path)), CallHistory(.calls, file: EventFile(path: path))
        )
        _ = try keep(one, "https://api.test/1")
        #expect(one.calls().count == 1)
        _ = try keep(other, "https://api.test/2")
        _ = try keep(one, "https://api.test/a-secret-of-the-client/3")
        #expect(Set(one.calls().map(\.url)).count == 3 && one.calls().count == 3)
        #expect(one.calls().count { $0.original != nil } == 2)
        #expect(other.calls().count == 3 && other.calls().count { $0.original != nil } == 1)
    }

    @Test func `the file is bounded, and so is the list`() throws {
        var file = EventFile(path: path)
        file.sizeLimit = 16 << 10
        let history = CallHistory(.calls, file: file)
        for number in 0..<200 { _ = try keep(history, "https://api.test/\(number)") }
        for name in folder.names("") { #expect((folder.text(name)?.utf8.count ?? 0) <= 16 << 10) }
        #expect(folder.names("") == ["work.history.jsonl", "work.history.jsonl.1"])
        let kept = CallHistory(.calls, file: file).calls()
        #expect(kept.first?.url == "https://api.test/199")
        #expect(kept.count < 200 && kept.count > 20)
    }
}
