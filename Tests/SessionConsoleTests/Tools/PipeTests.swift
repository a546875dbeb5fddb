import ConsoleApp
import Testing

@testable import ConsoleKit
@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct PipeTests {
    @Test(arguments: [
        ("tr a-z A-Z", "HELLO", 0), ("cat | rev", "olleh", 0), ("printf half; exit 5", "half", 5), ("true", "", 0),
    ])
    func `a body is piped to a shell command`(command: String, output: String, status: Int) async throws {
        let piped = try await TextTool.pipe(Array("hello".utf8), to: command).get()
        #expect(piped.command == command)
        #expect(piped.bytes == Array(output.utf8))
        #expect(piped.status == Int32(status))
    }

    @Test func `a body larger than a pipe passes both ways`() async throws {
        let body = [UInt8](repeating: 0x61, count: 1 << 20)
        #expect(try await TextTool.pipe(body, to: "cat").get().bytes == body)
    }

    @Test func `a command that reads nothing has its result`() async throws {
        let body = [UInt8](repeating: 0x61, count: 1 << 20)
        #expect(try await TextTool.pipe(body, to: "echo done").get().bytes == Array("done\n".utf8))
    }

    @Test(arguments: [
        ("echo 'no such field' >&2; exit 3", "no such field"), ("exit 4", "exit status 4, and no output"),
        ("exec yes", "it wrote more than 4 MiB"),
    ])
    func `a command that fails says why`(command: String, reason: String) async {
        guard case .failure(let failure) = await TextTool.pipe([], to: command) else {
            Issue.record("it did not fail")
            return
        }
        #expect(failure.reason == reason)
    }
}
