import FoundationEssentials
import SessionCore
import Synchronization

/// A provider and an API in memory, which count what they are asked for.
final class MemoryProvider: HTTPTransport {
    static let issuer = "https://issuer.example"
    static let clientID = "many-users"

    private let counts = Mutex<[String: Int]>([:])
    private let filler = String(repeating: "0aZ9-yB_", count: 100)

    /// How often a path was asked for.
    func count(of path: String) -> Int { counts.withLock { $0[path] ?? 0 } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let path = request.url.path
        let number = counts.withLock { counts in
            counts[path, default: 0] += 1
            return counts[path] ?? 0
        }
        let body =
            switch path {
            case "/.well-known/openid-configuration": Self.metadata
            case "/keys": Self.keys
            case "/token": tokens(number)
            default: #"{"orders":[]}"#
            }
        return HTTPResponse(
            status: 200, headers: ["Content-Type": "application/json"], body: Array(body.utf8), url: request.url)
    }

    /// Tokens of 800 bytes that were never given before, and an ID token.
    private func tokens(_ number: Int) -> String {
        let (access, refresh) = ("access-\(number)-" + filler, "refresh-\(number)-" + filler)
        return """
            {"access_token":"\(access.prefix(800))","refresh_token":"\(refresh.prefix(800))","token_type":"Bearer",
            "expires_in":3600,"id_token":"\(Self.idToken)"}
            """
    }

    private static let metadata = """
        {"issuer":"\(issuer)","token_endpoint":"\(issuer)/token","jwks_uri":"\(issuer)/keys"}
        """
    /// The key that has signed the ID token, which is the same for all users and valid until 2100.
    private static let keys = """
        {"keys":[{"kty":"EC","crv":"P-256","kid":"k1","use":"sig","alg":"ES256",
        "x":"MZvGZiuMzdEZ76MXM8sRIWQpB9g4D-MGN-k33qdriVI","y":"7raK3t_zqRJA5lXSoBGZFh75xtRsqzYrPDIIadiZpBk"}]}
        """
    private static let idToken = [
        "eyJhbGciOiJFUzI1NiIsImtpZCI6ImsxIn0",
        "eyJpc3MiOiJodHRwczovL2lzc3Vlci5leGFtcGxlIiwic3ViIjoiYWxpY2UiLCJhdWQiOiJtYW55LXVzZXJzIiwiaWF"
            + "0IjoxNzAwMDAwMDAwLCJleHAiOjQxMDI0NDQ4MDB9",
        "MEQrBkio6Ovrzad6jtXNE4h1jhvXH9TnOZAalMSFfHtWc6wUursHiXG5dYv9R5pGeTEE3Lrd-4b5md_0sVQ7hA",
    ].joined(separator: ".")
}
