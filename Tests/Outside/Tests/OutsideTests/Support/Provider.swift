import CurlTransport
import Foundation
import SessionCore

/// The program's own OpenID provider and API, in a process of its own.
struct Provider: Sendable {
    /// What the program says of itself on its first line.
    private struct Announcement: Decodable {
        let issuer: String
        let client_id: String
        let api: URL
        let control: URL
    }

    /// What was asked of the provider and the API so far.
    struct Statistics: Decodable {
        /// Token requests by grant type, then by outcome.
        let token: [String: [String: Int]]
        /// API requests by path, then by status.
        let api: [String: [String: Int]]

        var refreshes: [String: Int] { token["refresh_token", default: [:]].filter { $0.value > 0 } }
    }

    let issuer: String
    let clientID: String
    let api: URL
    private let control: URL
    private let transport = CurlTransport()

    /// Starts the provider and ends it when `body` has ended.
    static func run(_ body: (Provider) async throws -> Void) async throws {
        guard FileManager.default.isExecutableFile(atPath: program.path()) else { throw NotBuilt(program: program) }
        let process = Process()
        process.executableURL = program
        process.arguments = ["provider"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        let line = await firstLine(of: output.fileHandleForReading)
        try await body(Provider(JSONDecoder().decode(Announcement.self, from: line)))
    }

    /// Thrown where there is no program: `swift build` in the package around this one makes it.
    private struct NotBuilt: Error {
        let program: URL
    }

    private init(_ announcement: Announcement) {
        issuer = announcement.issuer
        clientID = announcement.client_id
        api = announcement.api
        control = announcement.control
    }

    /// The program, which the package around this one has built; `SESSION_CONSOLE_PROGRAM` names another.
    private static var program: URL {
        if let path = ProcessInfo.processInfo.environment["SESSION_CONSOLE_PROGRAM"] { return URL(filePath: path) }
        return URL(filePath: #filePath).appending(path: "../../../../../../.build/debug/session-console").standardized
    }

    private static func firstLine(of output: FileHandle) async -> Data {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var text = Data()
                while !text.contains(UInt8(ascii: "\n")) {
                    let piece = output.availableData
                    if piece.isEmpty { break }
                    text += piece
                }
                continuation.resume(returning: text)
            }
        }
    }
}

extension Provider {
    /// A session of the provider's client for its API.
    func session(over transport: any HTTPTransport, store: any SessionStore = MemoryStore()) async throws -> Session {
        try await Session.open(client: client, transport: transport, store: store)
    }

    var client: ClientConfiguration {
        ClientConfiguration(
            issuer: issuer, clientID: clientID, scope: ["openid", "profile", "offline_access"], apis: [api])
    }

    /// That many requests for the orders.
    func orders(_ count: Int) -> [HTTPRequest] {
        Array(repeating: HTTPRequest(url: api.appending(path: "orders")), count: count)
    }

    func statistics() async throws -> Statistics {
        let response = try await transport.send(HTTPRequest(url: control.appending(path: "statistics")))
        return try JSONDecoder().decode(Statistics.self, from: Data(response.body))
    }

    /// Sets the provider's clock forward, which ends the access tokens there, and nobody is told.
    func expireAccessTokens() async throws {
        try await turn("clock", #"{"offset": 120}"#)
    }

    func revokeSession() async throws {
        try await turn("revoke-session", #"{"username": "alice"}"#)
    }

    func approveDevice(_ userCode: String) async throws {
        try await turn("approve-device", #"{"user_code": "\#(userCode)", "username": "alice"}"#)
    }

    private func turn(_ name: String, _ body: String) async throws {
        let response = try await transport.send(
            HTTPRequest(method: "POST", url: control.appending(path: name), body: .text(body)))
        guard response.isSuccess else { throw SwitchFailed(name: name, status: response.status) }
    }

    private struct SwitchFailed: Error {
        let name: String
        let status: Int
    }
}
