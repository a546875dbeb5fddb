import CurlTransport
import FoundationEssentials
import Glibc
import JOSE
import SessionCore
import TestSupport

/// The embedded provider as a process of its own, as `session-console provider` runs it.
final class ProviderProcess: Sendable {
    struct Announcement: Decodable, Sendable {
        var issuer: String
        var client_id: String
        var client_secret: String
        var confidential_client_id: String
        var api: String
        var control: String
    }

    struct UnexpectedAnswer: Error { let status: Int, body: String }

    let announcement: Announcement
    private let process: Subprocess
    private let transport = CurlTransport()

    init(_ program: ProgramUnderTest, _ options: [String] = []) async throws {
        let environment = program.environment
        (process, announcement) = try await blocking {
            let process = try Subprocess(ProgramUnderTest.path, ["provider"] + options, environment: environment)
            let line = try process.line { $0.hasPrefix("{") }
            return (process, try JSONDecoder().decode(Announcement.self, from: Data(line.utf8)))
        }
    }

    /// The options that name this provider on a command line.
    var options: [String] {
        ["--issuer", announcement.issuer, "--client-id", announcement.client_id, "--api", announcement.api]
    }

    func end() async throws {
        process.signal(SIGTERM)
        _ = try await blocking { [process] in try process.finish() }
    }

    /// Turns one of the provider's switches.
    func control(_ name: String, _ body: JSONValue = [:]) async throws {
        _ = try await answer(
            HTTPRequest(
                method: "POST", url: try url("\(announcement.control)/\(name)"),
                headers: ["Content-Type": "application/json"], body: .text(body.serialized())))
    }

    /// How many requests of each kind have come.
    func statistics() async throws -> JSONValue {
        try await get("\(announcement.control)/statistics")
    }

    /// How often the token endpoint was asked with this grant type, by outcome.
    func tokenRequests(_ grantType: String) async throws -> JSONValue {
        try await statistics()["token"]?[grantType] ?? [:]
    }

    func get(_ url: String) async throws -> JSONValue {
        try await answer(HTTPRequest(url: try self.url(url)))
    }

    func postForm(_ url: String, _ form: String) async throws -> JSONValue {
        try await answer(
            HTTPRequest(
                method: "POST", url: try self.url(url),
                headers: ["Content-Type": "application/x-www-form-urlencoded"], body: .text(form)))
    }

    /// Whether the refresh token is worth nothing any more; where it is, it is spent by the question.
    func refuses(refreshToken: String) async throws -> Bool {
        do {
            _ = try await postForm(
                announcement.issuer + "/token",
                FormParameters([
                    .init(name: "grant_type", value: "refresh_token"),
                    .init(name: "refresh_token", value: refreshToken),
                    .init(name: "client_id", value: announcement.client_id),
                ]).encoded)
            return false
        } catch let answer as UnexpectedAnswer {
            return answer.status == 400 && answer.body.contains("invalid_grant")
        }
    }

    private func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw UnexpectedAnswer(status: 0, body: text) }
        return url
    }

    private func answer(_ request: HTTPRequest) async throws -> JSONValue {
        let response = try await transport.send(request)
        guard response.isSuccess else {
            throw UnexpectedAnswer(status: response.status, body: String(decoding: response.body, as: UTF8.self))
        }
        return response.body.isEmpty ? [:] : try JSONValue(parsing: response.body)
    }
}
