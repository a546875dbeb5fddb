import CurlTransport
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

extension ConsoleTests {
    /// `session-console URL`.
    @Suite(.serialized) struct ResourceTests {
        @Test func `a URL alone leads to a call, each step with its message, after the issuer is confirmed`()
            async throws
        {
            let server = try ProtectedServer()
            var program = try ProgramUnderTest()
            defer { program.remove() }
            program.environment["BROWSER"] = "./browser"
            try await program.makeScript(
                "browser", "#!/bin/sh\nprintf %s \"$1\" >link.new && mv link.new link\n")
            let script = ProgramUnderTest.commandLine([server.url]) + "; echo \"ended with status $?\"; exec cat"
            try await TmuxScreen.run(script, width: 120, height: 36, program: program) { [program] screen in
                try await screen.wait("the question") {
                    $0.contains("\(server.issuer) is protected by \(server.issuer)") && $0.contains("–  client")
                }
                #expect(server.clients.isEmpty)
                try await screen.press("y")
                try await until { (try? program.text("link")) != nil }
                #expect(server.clients == ["client-1"])
                let link = try #require(URL(string: try program.text("link")))
                #expect(try await CurlTransport.patient().send(HTTPRequest(url: link)).status == 200)
                try await screen.wait("the call") { $0.contains(/✓  call +GET .* 200/) }
                #expect(server.resources == [server.url, server.url])
                try await screen.press("g")
                try await screen.press("Enter")
                try await screen.wait("the first message") { $0.contains("Exchange 1") && $0.contains("401") }
                try await screen.press("Escape")
                try await screen.wait(for: "Sign in from a URL")
                try await screen.press("q")
                try await screen.press("2")
                try await screen.wait("the steps in the diagram") {
                    $0.contains("GET /.well-known/oauth-authorization-server") && $0.contains("POST /register")
                }
                try await screen.press("Q")
                try await screen.wait(for: "ended with status 0")
            }
        }
    }
}
