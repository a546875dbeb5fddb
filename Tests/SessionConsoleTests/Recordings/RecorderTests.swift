import ConsoleApp
import FoundationEssentials
import Glibc
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct RecorderTests {
    private let folder = TemporaryFolder()
    private var path: String { "\(folder.path)/a.jsonl" }
    private let header = RecordingHeader(
        started: MomentRecordTests.time, command: "", profile: nil, configuration: nil)

    private func settings() throws -> ProviderSettings {
        var profile = Profile(name: "work")
        profile.values = [.issuer: [SessionFixture.issuer], .clientID: ["console"], .api: [SessionFixture.api]]
        return try ProviderSettings(
            invocation: Invocation(), profile: profile,
            environment: ["SESSION_CONSOLE_CLIENT_SECRET": "a-client-secret-of-4711"])
    }

    /// A session whose tokens came over the wire, and are long enough to be secrets.
    private func session() async throws -> Session {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always(
            "/token", ScriptedTransport.tokens(access: "an-access-token-of-4711", refresh: "a-refresh-token-of-4711"))
        try await fixture.session.refresh()
        return fixture.session
    }

    private func event(_ sequence: Int, _ text: String) -> Moment {
        Moment(
            SessionEvent(
                sequence: sequence, time: MomentRecordTests.time, generation: 1, cause: nil, kind: .storeWarning(text)))
    }

    @Test func `moments are in the file as soon as they are taken, each event and status once`() async throws {
        let session = try await session()
        let recorder = Recorder(try RecordingFile(creating: path), header, withBodies: false)
        recorder.take(event(1, "before the session is known"))
        #expect(folder.text("a.jsonl") == "")
        recorder.attach(session, try settings())
        recorder.attach(session, try settings())
        let status = await session.status
        for moment in [event(2, "a"), event(2, "a"), event(1, "late")] { recorder.take(moment) }
        for _ in 1...2 { recorder.take(Moment(time: MomentRecordTests.time, occurrence: .status(status))) }
        let lines = try #require(folder.text("a.jsonl")).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[1].contains("before the session is known"))
        #expect(lines[3].contains("\"occurrence\":\"status\""))
        #expect(recorder.result.warning == nil && recorder.result.lineCount == 4)
        var facts = stat()
        #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        let reader = try RecordingReader(path)
        #expect(reader.header.profile == "work" && reader.header.command == "console")
        let configuration = try #require(reader.header.configuration?.serialized())
        #expect(configuration.contains("\"client_auth\":\"basic\"") && !configuration.contains("4711"))
    }

    @Test func `statement 5: a line with a secret of the session is left out, and said to be`() async throws {
        let session = try await session()
        let token = try #require(await session.revealTokens()?.access.reveal())
        let recorder = Recorder(try RecordingFile(creating: path), header, withBodies: true)
        recorder.attach(session, try settings())
        for moment in [event(1, "a"), event(2, "it says \(token)"), event(3, "b")] { recorder.take(moment) }
        let text = try #require(folder.text("a.jsonl"))
        #expect(!text.contains(token))
        #expect(text.contains("\"left_out\":\"it contains a secret of the session\",\"sequence\":2"))
        #expect(recorder.result.warning?.hasSuffix("lacks 1 moment with a secret of the session in it") == true)
        // That is as it should be.
        try recorder.result.requireWhole(Output())
        var reader = try RecordingReader(path)
        #expect(reader.rest().count == 2 && reader.leftOut == 1)
    }

    @Test func `secrets of a request and of its answer are masked`() async throws {
        let session = try await session()
        let token = try #require(await session.revealTokens()?.access.reveal())
        let url = try #require(URL(string: "https://api.example/a?access_token=\(token)&page=2"))
        let recorder = Recorder(try RecordingFile(creating: path), header, withBodies: true)
        recorder.attach(session, try settings())
        let request = HTTPRequest(url: url, headers: ["X-API-Key": "4711-key", "Accept": "*/*"])
        let answer = AuthorizedResponse(
            response: HTTPResponse(
                status: 200, headers: ["Set-Cookie": "4711-cookie"], body: Array("{\"echo\":\"\(token)\"}".utf8),
                url: url),
            facts: RequestFacts(id: 1, method: "GET", url: "https://api.example/a"), verdict: .accepted)
        for occurrence in [
            Occurrence.sent([CallID(1)], request, .required), .answered(CallID(1), .success(answer)),
        ] {
            recorder.take(Moment(time: MomentRecordTests.time, occurrence: occurrence))
        }
        let text = try #require(folder.text("a.jsonl"))
        for secret in [token, "4711-key", "4711-cookie"] { #expect(!text.contains(secret)) }
        #expect(text.contains("page=2") && text.contains("*/*") && text.contains("echo"))
        #expect(recorder.result.leftOut == RecordingResult.LeftOut())
    }

    @Test func `a body that would make a line too long to be read is left out`() async throws {
        let session = try await session()
        let url = try #require(URL(string: "https://api.example/a"))
        let recorder = Recorder(try RecordingFile(creating: path), header, withBodies: true)
        recorder.attach(session, try settings())
        let answer = AuthorizedResponse(
            response: HTTPResponse(status: 200, body: Array(repeating: 0x41, count: 2 << 20), url: url),
            facts: RequestFacts(id: 1, method: "GET", url: "\(url)"), verdict: .accepted)
        recorder.take(Moment(time: MomentRecordTests.time, occurrence: .answered(CallID(1), .success(answer))))
        var reader = try RecordingReader(path)
        guard case .answered(_, .success(let read))? = reader.next()?.occurrence else {
            Issue.record("no answer: \(String(describing: reader.stop))")
            return
        }
        #expect(read.response.body.isEmpty && read.response.receivedSize == 2 << 20)
    }

    @Test func `a recording that was deleted while it was written is not whole`() async throws {
        let recorder = Recorder(try RecordingFile(creating: path), header, withBodies: false)
        recorder.attach(try await session(), try settings())
        #expect(recorder.result.warning == nil && !recorder.hasFailed)
        try recorder.result.requireWhole(Output())
        unlink(path)
        #expect(recorder.result.warning?.contains("was deleted while it was written") == true)
        let failure = #expect(throws: CommandFailure.self) { try recorder.result.requireWhole(Output()) }
        #expect(failure?.status == .failed)
    }

    @Test func `a recording that nothing can be written to any more is ended at once`() async throws {
        let session = try await session()
        let recorder = Recorder(RecordingFile(writing: "/dev/full"), header, withBodies: false)
        var recorders = SessionRecorders(recorder)
        recorder.attach(session, try settings())
        guard case .ended(0, let path, let warning)? = recorders.take(event(1, "a"), of: 0) else {
            Issue.record("it goes on")
            return
        }
        #expect(path == "/dev/full" && warning?.contains("ends early, after line 0: No space left") == true)
        if recorders.take(event(2, "b"), of: 0) != nil { Issue.record("it is ended twice") }
    }

    @Test func `the usual name has a number where a file has it`() throws {
        let name = "\(folder.path)/session.jsonl"
        #expect(Recorder.free(name) == name)
        folder.write("mine", to: "session.jsonl")
        folder.write("mine", to: "session-2.jsonl")
        #expect(Recorder.free(name) == "\(folder.path)/session-3.jsonl")
    }

    @Test func `standard output is no recording`() {
        let failure = #expect(throws: CommandFailure.self) { try RecordingFile(creating: "-") }
        #expect(failure?.status == .badCommandLine && failure?.message.contains("standard output") == true)
    }

    @Test func `no file is replaced, and none is made where that is impossible`() throws {
        folder.write("mine", to: "a.jsonl")
        symlink("\(folder.path)/elsewhere", "\(folder.path)/link")
        for name in ["a.jsonl", "link", "no/folder"] {
            let failure = #expect(throws: CommandFailure.self) { try RecordingFile(creating: "\(folder.path)/\(name)") }
            #expect(failure?.status == .badCommandLine)
        }
        #expect(folder.text("a.jsonl") == "mine" && folder.text("elsewhere") == nil)
    }
}
