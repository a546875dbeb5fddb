import DemoProvider
import JOSE
import TestSupport
import Testing

/// A client of `Clients/proven` that `led.py` leads through its life, under a watch in front of the demo provider.
struct LedClient: Sendable {
    /// What runs it.
    var command: [String]
    var kind: String
    /// What `led.py` does.
    var steps: [String]
    /// The watch's.
    var options: [String] = []
    var isOpaque = false
    var slowsDownDevices = false

    /// What the watch reports, and that with all that was printed.
    func watched() async throws -> (report: JSONValue, told: Comment) {
        var configuration = DemoProvider.Configuration()
        configuration.accessTokenLifetime = .seconds(300)
        configuration.deviceCodeInterval = .seconds(1)
        configuration.slowsDownDevices = slowsDownDevices
        configuration.opaqueAccessTokens = isOpaque
        let demo = try await DemoProvider.start(configuration)
        let result = try await watch(at: demo)
        await demo.stop()
        return (try JSONValue(parsing: result.output), "\(self): \(result.text)\(result.errorText)")
    }

    private func watch(at demo: DemoProvider) async throws -> Subprocess.Result {
        var program = try ProgramUnderTest()
        defer { program.remove() }
        let python = try ClientSet.current.python
        program.environment.merge([
            "ISSUER": demo.issuer, "API": demo.api, "CONTROL": demo.control, "STATE": program.home,
            // Some libraries take no other key than one of RSA for an ID token.
            "SCOPE": kind == "plain" ? "profile offline_access" : "openid profile offline_access",
            "BROWSER": "\(python) \(ClientSet.path(of: "person-at/browser")) %s", "PYTHONDONTWRITEBYTECODE": "1",
            "OAUTHLIB_INSECURE_TRANSPORT": "1", "AUTHLIB_INSECURE_TRANSPORT": "1", "CLIENT_ID": demo.clientID,
        ]) { $1 }
        if kind == "service" {
            program.environment["CLIENT_ID"] = demo.confidentialClientID
            program.environment["CLIENT_SECRET"] = demo.clientSecret
        }
        if options.contains("--browser") { try program.putPersonAtChromium() }
        let arguments =
            ["watch", "--format", "json", "--fail-on", "never", "--issuer", demo.issuer, "--api", demo.api] + options
            + ["--", python, ClientSet.path(of: "led.py")] + steps + ["--"] + command
        let environment = program.environment
        return try await blocking {
            try Subprocess(ProgramUnderTest.path, arguments, environment: environment).finish(within: .seconds(90))
        }
    }
}

extension JSONValue {
    /// The errors and warnings of a watch's report.
    var broken: Set<String> {
        Set(
            (self["findings"]?.array ?? []).filter { $0["weight"]?.string != "note" }
                .compactMap { $0["name"]?.string })
    }
}
