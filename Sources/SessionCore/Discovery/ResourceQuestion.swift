package import FoundationEssentials
package import JOSE

/// A message that asks a resource whether it wants a token, by GET or as a client of the Model Context Protocol does.
///
/// None of them changes anything: at most a server of MCP opens a session for `initialize`, which nobody uses.
package struct ResourceQuestion: Sendable, Hashable {
    package let method: String
    package let url: URL
    package let headers: HTTPHeaders
    /// JSON; `nil` for a GET.
    package let body: String?
    private let kind: Kind

    private enum Kind: Hashable {
        case page, initialize, tools, statelessTools
    }

    private static let accept = "application/json, text/event-stream"
    /// The last revision in which a client introduces itself by `initialize`.
    private static let handshakeVersion = "2025-11-25"
    /// The revision from which on each message says its version and its method.
    package static let statelessVersion = "2026-07-28"
    /// What each message of that revision says of itself, as its `_meta`.
    package static let about = JSONObject([
        ("io.modelcontextprotocol/protocolVersion", .string(statelessVersion)),
        ("io.modelcontextprotocol/clientInfo", client), ("io.modelcontextprotocol/clientCapabilities", [:]),
    ])

    /// A GET, as of a page or a stream.
    package static func page(at url: URL) -> ResourceQuestion {
        ResourceQuestion(method: "GET", url: url, headers: ["Accept": accept], body: nil, kind: .page)
    }

    /// How a client of MCP introduces itself.
    package static func initialize(at url: URL) -> ResourceQuestion {
        let parameters: JSONObject = [
            "protocolVersion": .string(handshakeVersion), "capabilities": [:], "clientInfo": client,
        ]
        return call("initialize", parameters, at: url, .initialize)
    }

    /// The question to ask after this one was answered without a demand for a token; `nil` where no other is left.
    func next(after response: HTTPResponse) -> ResourceQuestion? {
        switch kind {
        // A redirect of a GET may lead to a page for people, which takes no POST.
        case .page: .initialize(at: [405, 406].contains(response.status) ? response.url : url)
        case .initialize where response.isSuccess: tools(inSessionOf: response)
        case .tools where response.isSuccess, .statelessTools: nil
        case .initialize, .tools: statelessTools
        }
    }

    private func tools(inSessionOf response: HTTPResponse) -> ResourceQuestion {
        let version = (try? JSONValue(parsing: response.body))?["result"]?["protocolVersion"]?.string
        var headers: HTTPHeaders = ["MCP-Protocol-Version": version ?? Self.handshakeVersion]
        headers["Mcp-Session-Id"] = response.headers["Mcp-Session-Id"]
        return Self.call("tools/list", [:], at: url, .tools, headers)
    }

    private var statelessTools: ResourceQuestion {
        Self.call(
            "tools/list", ["_meta": .object(Self.about)], at: url, .statelessTools,
            ["MCP-Protocol-Version": Self.statelessVersion, "Mcp-Method": "tools/list"])
    }

    private static let client: JSONValue = ["name": "session-console", "version": "1"]

    private static func call(
        _ method: String, _ parameters: JSONObject, at url: URL, _ kind: Kind, _ more: HTTPHeaders = [:]
    ) -> ResourceQuestion {
        let message: JSONObject = [
            "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .object(parameters),
        ]
        var headers: HTTPHeaders = ["Accept": accept, "Content-Type": "application/json"]
        for field in more.fields { headers[field.name] = field.value }
        return ResourceQuestion(
            method: "POST", url: url, headers: headers, body: JSONValue.object(message).serialized(), kind: kind)
    }

    /// The message, without a token.
    package var request: HTTPRequest {
        HTTPRequest(method: method, url: url, headers: headers, body: body.map { .text($0) } ?? .none)
    }
}

/// What a resource answered to a question without a token.
struct ResourceAnswer {
    let question: ResourceQuestion
    let response: HTTPResponse
    /// The schemes of its challenges.
    let schemes: [String]
    /// The challenge that says most about the token it wants; `nil` where none is of a token's scheme.
    let challenge: AuthenticationChallenge?

    init(_ question: ResourceQuestion, _ response: HTTPResponse) {
        let challenges = AuthenticationChallenge.parse(response.headers)
        self.question = question
        self.response = response
        schemes = challenges.map(\.scheme)
        challenge =
            challenges.first { challenge in
                ["bearer", "dpop"].contains(challenge.scheme.lowercased()) && challenge.resourceMetadata != nil
            } ?? AuthenticationChallenge.token(in: response.headers)
    }

    /// Whether it asks for a token, by its status or by a challenge.
    var demandsToken: Bool {
        guard !response.isSuccess, StatusMeaning(response.status) != .temporary else { return false }
        return response.status == 401 || challenge != nil
    }

    /// Where the resource is: a redirect of a page may lead to one for people, unless it is of a resource that moved.
    var place: URL {
        let isMoved = response.redirects.allSatisfy { [301, 307, 308].contains($0.status) }
        return demandsToken || isMoved || question.method == "POST" ? response.url : question.url
    }
}
