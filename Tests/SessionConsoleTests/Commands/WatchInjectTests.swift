import ClientObservation
import FoundationEssentials
import JOSE
import TestSupport
import Testing

@testable import session_console

/// `watch --inject`, with a shell as the client that sends a refused token again and again.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct WatchInjectTests {
    private let program: ProgramUnderTest

    init() throws { program = try ProgramUnderTest() }

    private static let send = """
        send() { exec 3<>/dev/tcp/127.0.0.1/${http_proxy##*:}; printf '%b' "$1" >&3; cat <&3; exec 3>&-; }

        """
    private static let faults = ["api-401", "api-401@3", "api-401@2", "token-endpoint-503", "other-issuer@2"]

    /// Three calls, each of which is answered 401.
    private func watch(_ format: String) async throws -> Subprocess.Result {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        }
        let script = """
            request='GET http://localhost:\(server.port)/orders HTTP/1.1\\r\\nHost: h\\r\\n'
            request+='Authorization: Bearer secret-0123456789\\r\\nConnection: close\\r\\n\\r\\n'
            for i in 1 2 3; do send "$request"; done
            """
        return try await program.run(
            arguments: ["watch", "--host", "localhost", "--format", format]
                + Self.faults.flatMap { ["--inject", $0] } + ["--", "bash", "-c", Self.send + script])
    }

    @Test func `text says what became of each, and the status is that of a finding`() async throws {
        defer { program.remove() }
        let result = try await watch("text")
        #expect(result.status == 23 && result.text.components(separatedBy: "HTTP/1.1 401").count == 4)
        let lines = result.errorText.split(separator: "\n").filter { $0.hasPrefix("fault ") }
        #expect(
            lines == [
                "fault api-401@1: finding", "fault api-401@3: finding", "fault api-401@2: finding",
                "fault token-endpoint-503@1: not-struck", "fault other-issuer@2: not-struck",
            ], "\(result.errorText)")
        #expect(result.errorText.contains("rejected-token-sent-again"))
    }

    @Test func `TAP and JUnit fail by a finding, and skip what never struck`() async throws {
        defer { program.remove() }
        let tap = try await watch("tap").text.split(separator: "\n")
        #expect(tap.contains { $0.hasPrefix("not ok") && $0.contains("fault api-401@1") })
        #expect(tap.contains { $0.contains("fault token-endpoint-503@1 # SKIP not struck") }, "\(tap.suffix(12))")
        let junit = try await watch("junit").text
        #expect(junit.contains("fault api-401@1") && junit.contains("not struck: not so many messages came"))
    }

    @Test func `JSON and SARIF list them`() async throws {
        defer { program.remove() }
        let json = try JSONValue(parsing: try await watch("json").output)
        let faults = try #require(json["faults"]?.array)
        let names = ["api-401@1", "api-401@3", "api-401@2", "token-endpoint-503@1", "other-issuer@2"]
        #expect(faults.map { $0["name"]?.string } == names)
        #expect(faults[0]["rule"]?.string == "rejected-token-sent-again" && faults[0]["message"]?["status"]?.int == 401)
        #expect(faults[3]["result"]?.string == "not-struck")
        #expect(try await watch("sarif").text.contains("fault token-endpoint-503@1"))
    }

    @Test(arguments: ["api-402", "api-401@0", "api-401@x", "api-401@", ""])
    func `a name that is none is told with all names`(text: String) async throws {
        defer { program.remove() }
        let result = try await program.run(arguments: ["watch", "--inject", text, "--", "true"])
        #expect(result.status == 2 && ClientFault.all.allSatisfy { result.errorText.contains($0.name) })
    }

    @Test func `the help and the manual name every fault`() async throws {
        defer { program.remove() }
        for page in [["help", "watch"], ["help", "man"]] {
            let text = try await program.run(arguments: page).text.replacing("\\-", with: "-")
            #expect(ClientFault.all.allSatisfy { text.contains($0.name) })
        }
    }
}
