import FoundationEssentials
import JOSE
import TestSupport
import Testing

extension ConsoleTests {
    @Suite(.serialized) struct RequestsTests {
        private static let orders = """
            ### list orders
            GET /orders?limit=3
            Accept: application/json
            Authorization: Bearer {{token}}

            # kept
            ### create
            POST /orders
            Authorization: Bearer {{token}}

            {"item": "Tea"}

            """

        private func write(_ text: String, _ console: ConsoleUnderTest) throws {
            try Data(text.utf8).write(to: URL(filePath: console.program.home + "/orders.http"))
        }

        private func file(_ console: ConsoleUnderTest) throws -> String {
            String(decoding: try Data(contentsOf: URL(filePath: console.program.home + "/orders.http")), as: UTF8.self)
        }

        @Test(arguments: [(120, 36), (80, 24), (60, 20)])
        func `a request of a file is sent with the session's token`(width: Int, height: Int) async throws {
            try await ConsoleUnderTest.run(width: width, height: height) { console in
                try write(Self.orders, console)
                try await console.signIn()
                try await console.screen.press("4")
                try await console.screen.wait(for: "list orders")
                try await console.screen.press("Enter")
                try await console.screen.wait("the answer") { $0.contains("200 OK") && $0.contains("Coffee") }
                #expect(try await console.calls(of: "/orders") == ["200": 1])
            }
        }

        @Test func `a header edited in place is written to the file, which was changed by nobody else`() async throws {
            try await ConsoleUnderTest.run { console in
                try write(Self.orders, console)
                try await console.screen.press("4")
                try await console.screen.wait(for: "list orders")
                try await console.screen.press("Tab", "Down", "Down", "a")
                try await console.screen.wait(for: "Header (empty: remove it)")
                try await console.screen.type(";q=1")
                try await console.screen.press("Enter")
                try await console.screen.wait(for: "Wrote orders.http")
                let wanted = Self.orders.replacing("Accept: application/json", with: "Accept: application/json;q=1")
                #expect(try file(console) == wanted)
                // Somebody else changes the file while it is edited.
                try await console.screen.press("a")
                try await console.screen.wait(for: "Header (empty: remove it)")
                try write(Self.orders.replacing("# kept", with: "# changed"), console)
                try await console.screen.type("0")
                try await console.screen.press("Enter")
                try await console.screen.wait(for: "this was changed in the file too")
                #expect(try file(console).contains("# changed"))
                #expect(try file(console).contains("Accept: application/json\n"))
            }
        }

        @Test func `the editor opens the file at the request, and what it wrote is listed`() async throws {
            let script = "#!/bin/sh\necho \"$@\" >\"$HOME/arguments\"\nprintf '### added\\nGET /me\\n' >>\"$2\"\n"
            try await ConsoleUnderTest.run(environment: ["VISUAL": "./vim"]) { console in
                try await console.program.makeScript("vim", script)
                try write(Self.orders, console)
                try await console.screen.press("4")
                try await console.screen.wait(for: "list orders")
                try await console.screen.press("Down", "e")
                try await console.screen.wait(for: "added")
                let arguments = try Data(contentsOf: URL(filePath: console.program.home + "/arguments"))
                #expect(String(decoding: arguments, as: UTF8.self) == "+8 orders.http\n")
            }
        }

        @Test func `an editor that ends with a failure is reported with its status`() async throws {
            try await ConsoleUnderTest.run(environment: ["VISUAL": "./vim"]) { console in
                try await console.program.makeScript("vim", "#!/bin/sh\nexit 3\n")
                try write(Self.orders, console)
                try await console.screen.press("4")
                try await console.screen.wait(for: "list orders")
                try await console.screen.press("e")
                try await console.screen.wait(for: "The editor failed: ./vim ended with status 3")
            }
        }

        @Test func `a pasted curl command becomes a request, which the history lists and HAR keeps`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.signIn()
                try await console.screen.press("4")
                try await console.screen.wait(for: "no .http or .rest file")
                let api = console.provider.announcement.api
                try await console.screen.paste(
                    "curl '\(api)/me' \\\n  -H 'accept: application/json' \\\n  -H 'authorization: Bearer old' -k")
                try await console.screen.wait(for: "-k is refused")
                #expect(try await console.calls(of: "/me") == [:])
                try await console.screen.press("r")
                try await console.screen.wait("the answer") { $0.contains("200 OK") && $0.contains("alice") }
                try await console.screen.press("BTab", "H")
                try await console.screen.wait("the history") { $0.contains("[History]") && $0.contains("/me") }
                try await console.screen.press("Enter")
                try await console.screen.wait("the second call") { _ in
                    try await console.calls(of: "/me") == ["200": 2]
                }
                try await console.screen.press("w")
                try await console.screen.wait(for: "requests.har")
                try await console.screen.press("Enter")
                try await console.screen.wait(for: "Saved")
                let archive = try Data(contentsOf: URL(filePath: console.program.home + "/requests.har"))
                let text = String(decoding: archive, as: UTF8.self)
                #expect(text.contains("\"version\":\"1.2\"") && text.contains("/me"))
                #expect(!text.contains("Bearer old"))
            }
        }

        @Test func `HAR lists the faults that were injected, also those that struck no message`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.signIn()
                try await console.perform("fault clock +5 min")
                try await console.screen.wait(for: "FAULT: clock +5 min")
                try await console.perform("fault expire access token")
                try await console.perform("get /orders")
                try await console.screen.wait(for: "200 OK")
                try await console.screen.press("4")
                try await console.screen.wait(for: "no .http or .rest file")
                try await console.screen.press("w")
                try await console.screen.wait(for: "requests.har")
                try await console.screen.press("Enter")
                try await console.screen.wait(for: "Saved")
                let archive = try Data(contentsOf: URL(filePath: console.program.home + "/requests.har"))
                let json = try JSONValue(parsing: archive)
                #expect(try !HARCheck.entries(of: json).isEmpty)
                let faults = json["log"]?["_faults"]?.array ?? []
                #expect(faults.map { $0["name"] } == ["clock-ahead", "access-token-expired"])
                #expect(faults.map { $0["step"] } == ["armed", "struck"])
                #expect(
                    json["log"]?["comment"]
                        == "faults were injected on purpose, see _faults: clock-ahead, access-token-expired")
            }
        }
    }
}
