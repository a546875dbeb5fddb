import FoundationEssentials
import JOSE
import SessionHTTP

extension Conduct {
    private static let bodyLimit = 256 << 10

    init(_ request: ObservedRequest) {
        let schemes = request.headers.values(of: "Authorization").map { $0.prefix { $0 != " " }.lowercased() }
        isBearer = schemes.contains("bearer")
        isDPoP = schemes.contains("dpop")
        hasProof = request.headers["DPoP"] != nil
        isMCP = ["Mcp-Protocol-Version", "Mcp-Session-Id"].contains { request.headers[$0] != nil }
        isMarked = ["Idempotency-Key", "X-Idempotency-Key", "X-Request-Id"].contains { request.headers[$0] != nil }
        // A server, too, may send Origin; a browser alone says what it is for.
        let site = request.headers["Sec-Fetch-Site"]
        isOfOtherOrigin =
            request.headers["Origin"] != nil && (site == "cross-site" || site == "same-site")
            && request.headers["Sec-Fetch-Mode"] == "cors"
        // A call of JSON-RPC or a query in GraphQL may only read.
        let body = request.body
        if request.method == "POST" || request.method == "PATCH", !body.isEmpty, body.count <= Self.bodyLimit {
            let members = (try? JSONValue(parsing: body))?.object
            isMCP =
                isMCP
                || members?["jsonrpc"] != nil
                    && request.headers["Accept"]?.lowercased().contains("text/event-stream") == true
            if members?["jsonrpc"] == nil, members?["query"] == nil {
                effect = SecretID(of: Base64URL.encode(Digest.sha256.hash(body)))
            }
        }
    }
}
