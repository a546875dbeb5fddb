import DemoProvider
import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// A server that lets in who has a token of the demo's provider, and the programs that read tokens, with a session of
/// Alice.
struct Gate: Sendable {
    let demo: DemoProvider
    let program: ProgramUnderTest
    /// The server's origin without TLS.
    let plain: String
    /// A gate with TLS, by a certificate that stands in ``certificate``.
    let secure: String
    private let folder: String

    var certificate: String { folder + "/ca.pem" }

    /// What was asked of the server: lines of status, method, path, and how the token came.
    var requests: [String] {
        get throws {
            try String(contentsOf: URL(filePath: folder + "/gate.log"), encoding: .utf8)
                .split(separator: "\n").map(String.init)
        }
    }

    /// Starts all of it, lends it to the work and stops it, whatever the work throws.
    static func run(_ work: (Gate) async throws -> Void) async throws {
        let demo = try await DemoProvider.start()
        let result: Swift.Result<Void, any Error>
        do {
            try await LentScript.run("Readers/start", [demo.api]) { json in
                let gate = try Gate(demo, json)
                defer { gate.program.remove() }
                try await gate.signIn()
                try await work(gate)
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await demo.stop()
        try result.get()
    }

    private init(_ demo: DemoProvider, _ json: JSONValue) throws {
        self.demo = demo
        var program = try ProgramUnderTest()
        plain = try #require(json["plain"]?.string)
        secure = try #require(json["tls"]?.string)
        folder = try #require(json["folder"]?.string)
        let programs = ProgramUnderTest.path.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 }
        program.environment["PATH"] = "\(programs):\(json["PATH"]?.string ?? "")"
        program.environment["GIT_TERMINAL_PROMPT"] = "0"
        program.environment["HTTPIE_CONFIG_DIR"] = program.home
        self.program = program
    }

    private func signIn() async throws {
        let profile = [
            "profile", "add", "default", "--issuer", demo.issuer, "--client-id", demo.clientID, "--api", plain, "--api",
            secure,
        ]
        try await #require(program.run(arguments: profile).status == 0)
        let login = try await program.run(
            "login", "--flow", "password", "--username", "alice", "--password-stdin", input: "wonderland\n")
        try #require(login.status == 0, "\(login.errorText)")
    }

    /// Runs a line of a shell in the home of the program.
    func shell(_ line: String, _ variables: [String: String] = [:]) async throws -> Subprocess.Result {
        let (home, environment) = (program.home, program.environment.merging(variables) { _, new in new })
        return try await blocking {
            try Subprocess("/bin/sh", ["-c", "cd \"$0\" && \(line)", home], environment: environment)
                .finish(within: .seconds(60))
        }
    }

    /// The access token as a script gets it.
    var token: String {
        get async throws {
            String(decoding: try await program.run("token").output.dropLast(), as: UTF8.self)
        }
    }

    /// Waits until the access token has expired, by the clock of this machine.
    func awaitExpiry() async throws {
        let status = try JSONValue(parsing: try await program.run("status", "--json").output)
        let end = try Date(try #require(status["access_token"]?["expires_at"]?.string), strategy: .iso8601)
        try await until { Date() > end + 1 }
    }
}
