import FoundationEssentials
import SessionCore
import Synchronization

/// A provider in memory: its metadata, and new tokens of one size for each token request.
struct TokenProvider: HTTPTransport {
    static let issuer = "https://issuer.invalid"
    private static let metadata = #"{"issuer":"\#(issuer)","token_endpoint":"\#(issuer)/token"}"#
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The bytes of a token.
    let size: Int

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = request.method == "POST" ? Self.answer(size) : Self.metadata
        return HTTPResponse(
            status: 200, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: Array(body.utf8), url: request.url)
    }

    static func answer(_ size: Int) -> String {
        #"{"access_token":"\#(token(size))","refresh_token":"\#(token(size))","token_type":"Bearer","expires_in":3600}"#
    }

    /// A token that none was like before; to make it takes hardly any time.
    private static func token(_ size: Int) -> String {
        let number = String(count.add(1, ordering: .relaxed).newValue, radix: 36) + "-"
        return number + String(decoding: filler.prefix(size - number.utf8.count), as: UTF8.self)
    }

    private static let count = Atomic(0)
    private static let filler = (0..<2_048).map { alphabet[($0 * 37 + $0 / 64) % 64] }
}
