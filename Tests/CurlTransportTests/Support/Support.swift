import CurlTransport
import FoundationEssentials
import HTTPServer
import SessionCore
import Synchronization
import Testing

extension HTTPServer {
    func url(_ path: String) throws -> URL {
        try #require(URL(string: origin + path))
    }
}

/// The error of a request that must fail.
func failure(
    of transport: CurlTransport, _ request: HTTPRequest, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> TransportError {
    try await #require(throws: TransportError.self, sourceLocation: sourceLocation) {
        try await transport.send(request)
    }
}

/// Keeps what arrives on other threads.
final class Collector<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    var all: [Value] { values.withLock { $0 } }

    func add(_ value: Value) {
        values.withLock { $0.append(value) }
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// A folder that is gone with its owner.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("curl-transport-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file.path
    }
}
