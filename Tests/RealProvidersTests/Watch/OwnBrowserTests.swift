import DemoProvider
import FoundationEssentials
import JOSE
import TestSupport
import Testing

extension RealProviders {
    /// The real Chromium, which a watch opens for a program's sign-in, and a person who signs in there.
    @Suite struct OwnBrowser {
        /// Runs a client of that habit, and returns the exit status of the watch and what it says.
        private func watch(_ habit: String, _ options: [String] = []) async throws -> (Int32, JSONObject) {
            var program = try ProgramUnderTest()
            defer { program.remove() }
            try program.putPersonAtChromium()
            let demo = try await DemoProvider.start(DemoProvider.Configuration())
            let client = [
                "python3", "\(LentScript.folder)/Clients/loopback_client.py", demo.issuer, demo.api, demo.clientID,
                habit,
            ]
            let place = ["--issuer", demo.issuer, "--api", demo.api, "--browser", "--format", "json"]
            let result = try await program.run(arguments: ["watch"] + place + options + ["--"] + client)
            await demo.stop()
            let report = try #require(try JSONValue(parsing: Array(result.text.utf8)).object, "\(result.errorText)")
            #expect(!result.text.contains("wonderland"))
            return (result.status, report)
        }

        private static func names(_ list: JSONValue?) -> [String] {
            (list?.array ?? []).compactMap { $0["name"]?.string }
        }

        @Test func `a right client's sign-in is seen whole, and nothing is wrong`() async throws {
            let (status, report) = try await watch("keeps-rules")
            // Metadata, the request, the page that leads back, the answer, the code, and the call.
            #expect(status == 0 && report["messages"]?.number?.int == 6, "\(report.serialized())")
            #expect(Self.names(report["findings"]) == [])
            let undecided = Self.names(report["undecided"])
            #expect(!undecided.contains("other-issuer-accepted") && !undecided.contains("state-used-twice"))
        }

        @Test(arguments: [("keeps-rules", 1, "undecided"), ("takes-any-issuer", 23, "finding")])
        func `another issuer's answer is put in its place`(habit: String, status: Int32, result: String) async throws {
            let (ended, report) = try await watch(habit, ["--inject", "other-issuer"])
            #expect(ended == status, "\(report.serialized())")
            let fault = report["faults"]?.array?.first
            #expect(fault?["name"]?.string == "other-issuer@1" && fault?["result"]?.string == result)
            #expect(Self.names(report["findings"]).contains("other-issuer-accepted") == (status == 23))
        }
    }
}
