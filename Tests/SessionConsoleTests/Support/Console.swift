import CurlTransport
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport

/// The program in a home of its own, whose profile `default` names a provider that runs as another process.
final class Console: Sendable {
    let program: ProgramUnderTest
    let provider: ProviderProcess

    /// `settings` are further members of the profile, `options` those of the provider.
    init(_ settings: JSONObject = [:], provider options: [String] = ["--token-lifetime", "1h"]) async throws {
        program = try ProgramUnderTest()
        provider = try await ProviderProcess(program, options)
        try writeProfile(settings)
    }

    deinit { program.remove() }

    var sessionFile: String { program.home + "/state/session-console/default.session.json" }
    var eventFile: String { program.home + "/state/session-console/default.events.jsonl" }

    var proxyFile: String { program.home + "/state/session-console/default.proxy.json" }

    func writeProfile(_ settings: JSONObject, name: String = "default") throws {
        var profile: JSONObject = [
            "issuer": .string(provider.announcement.issuer), "client_id": .string(provider.announcement.client_id),
            "api": .string(provider.announcement.api),
        ]
        for member in settings.members { profile[member.name] = member.value }
        try program.makeProfile(name, profile)
    }

    func run(_ arguments: String..., input: String = "") async throws -> Subprocess.Result {
        try await program.run(arguments: arguments, input: input)
    }

    func json(_ arguments: String..., input: String = "") async throws -> JSONValue {
        let result = try await program.run(arguments: arguments + ["--json"], input: input)
        guard let last = result.lines.last else { throw NoJSON(errors: result.errorText) }
        return try JSONValue(parsing: last.utf8)
    }

    struct NoJSON: Error { let errors: String }

    @discardableResult
    func signIn(_ options: String..., username: String = "alice", password: String = "wonderland") async throws
        -> Subprocess.Result
    {
        try await program.run(
            arguments: ["login", "--flow", "password", "--username", username, "--password-stdin"] + options,
            input: password + "\n")
    }

    /// The stored record of the session.
    func record() throws -> JSONValue {
        try JSONValue(parsing: try Data(contentsOf: URL(filePath: sessionFile)))
    }

    /// Makes the stored tokens older than they are, as if the session had been left alone for a while.
    func age(by seconds: Double) throws {
        guard var record = try record().object, var session = record["session"]?.object else { return }
        for name in ["access_obtained_at", "refresh_obtained_at"] {
            guard let time = session[name]?.double, let earlier = JSONNumber(time - seconds) else { continue }
            session[name] = .number(earlier)
        }
        record["session"] = .object(session)
        try Data(record.serialized().utf8).write(to: URL(filePath: sessionFile))
    }

    /// What a person does with the authorization URL; returns the redirect that the browser is sent to.
    func browse(_ link: String) async throws -> URL {
        guard let url = URL(string: link) else { throw NoJSON(errors: link) }
        return try await Browser(CurlTransport()).signIn(at: url)
    }

    func open(_ url: URL) async throws -> HTTPResponse { try await Browser(CurlTransport()).open(url) }
}
