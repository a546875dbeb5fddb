import FoundationEssentials
import HTTPServer
import JOSE

extension DemoProvider {
    static let resources: [Resource] = [
        .protected("/orders", "a list in several scripts; ?limit=9") { _, request, token in
            .json(Orders(query: request.query, subject: token.subject).json)
        },
        .protected("/me", "the access token's owner") { provider, _, token throws(BearerError) in
            // A client by itself has no profile.
            guard token.user == nil || token.scope.contains("profile") else { throw .insufficientScope("profile") }
            return .json(provider.me(token))
        },
        .protected("/admin", "403: the token lacks the scope admin", requiring: "admin") { _, _, _ in
            .json(["message": "the admin scope opened this"])
        },
        .protected("/step-up", "401: wants a stronger sign-in") { _, _, token throws(BearerError) in try stepUp(token)
        },
        .protected("/redirect", "302 to /orders, with the token") { _, _, _ in
            ServerResponse(status: 302, headers: ["Location": "/orders"])
        },
        .protected("/redirect-out", "302 to another origin, without the token") { provider, _, _ in
            provider.redirectOut()
        },
        .protected("/slow", "answers late; ?ms=3000") { _, request, _ in await slow(request.query) },
        .protected("/large", "large JSON; ?mb=5") { _, request, _ in LargeBody(query: request.query).response },
        toolServer("/mcp"), toolServer("/mcp/"),
        Resource("/echo", "the request as it arrived") { _, request in .json(Echo(request).json) },
        Resource("/resolve", "what a gateway learns about a session") { provider, request in
            provider.resolve(request, at: .api)
        },
        Resource("/public", "needs no token") { _, _ in .json(["message": "anyone may read this"]) },
        Resource("/status", "also needs no token") { _, _ in .json(["status": "ok"]) },
    ]

    /// The paths of the protected API, each with what it shows.
    package static var apiPaths: [(path: String, summary: String)] {
        resources.filter { !$0.path.hasSuffix("/") }.map { ($0.path, $0.summary) }
    }

    private static func toolServer(_ path: String) -> Resource {
        Resource(path, "an MCP server with a tool; POST alone", isProtected: true, scope: nil) {
            provider, request throws(BearerError) in
            try provider.answerAsToolServer(request)
        }
    }

    /// The names of the scopes that it grants.
    package static var scopes: [String] { Scope.supported }

    func answerAsAPI(_ request: ServerRequest) async -> ServerResponse {
        await journaled(request) { await answerAtResource(request, $0) }
    }

    private func answerAtResource(_ request: ServerRequest, _ id: Int) async -> ServerResponse {
        guard RequestSource.isAddressed(request, to: api) else { return dated(.misdirected) }
        if request.path.hasPrefix(Self.resourceMetadataPath) { return await describeResource(request, id) }
        let resource = Self.resources.first { $0.path == request.path }
        var targets: Set<FaultTarget> = [.api]
        if let resource { targets.insert(.path(resource.path)) }
        if resource?.path == Endpoint.resolve.path { targets.insert(.endpoint(.resolve)) }
        let response = await withFaults(at: targets, in: id) {
            guard let resource else { return .notFound }
            do throws(BearerError) {
                return try await resource.answer(self, request)
            } catch {
                return refusal(error, to: request, by: resource)
            }
        }.response
        count(response, at: resource?.path ?? Statistics.other)
        return dated(withProofNonce(spoiled(response, to: request), to: request, by: .api))
    }

    /// Only a fault at the very path strikes here, so that those of the API are left for the calls.
    private func describeResource(_ request: ServerRequest, _ id: Int) async -> ServerResponse {
        let response = await withFaults(at: [.path(request.path)], in: id) { resourceMetadata(for: request) }
            .response
        count(response, at: Self.resourceMetadataPath)
        return dated(response)
    }

    private func count(_ response: ServerResponse, at path: String) {
        let outcome =
            switch response.body {
            case .hang: "hang"
            case .drop: "drop"
            case .bytes, .chunks: String(response.status)
            }
        statistics.api[path, default: [:]][outcome, default: 0] += 1
    }

    private func me(_ token: AccessTokens.Entry) -> JSONObject {
        var answer: JSONObject = [
            "sub": .string(token.subject), "client_id": .string(token.clientID), "scope": .string(token.scope.text),
            "expires_in": .number(JSONNumber(Int(token.expiresAt.timeIntervalSince(clock.now)))),
        ]
        answer["username"] = token.user.map { .string($0.username) }
        answer["name"] = token.user.map { .string($0.name) }
        return answer
    }

    private static func slow(_ query: FormItems) async -> ServerResponse {
        let milliseconds = min(max(query["ms"].flatMap { Int($0) } ?? 1000, 0), 60_000)
        // The sleep is cancelled when the server stops; the answer is then not sent.
        try? await Task.sleep(for: .milliseconds(milliseconds))
        return .json(["waited_ms": .number(JSONNumber(milliseconds))])
    }

    /// Redirects to this machine's other name, which is another origin: a token must not be sent there.
    private func redirectOut() -> ServerResponse {
        let location = api.replacing("127.0.0.1", with: "localhost") + "/echo"
        return ServerResponse(status: 302, headers: ["Location": location])
    }

    private static func stepUp(_ token: AccessTokens.Entry) throws(BearerError) -> ServerResponse {
        try requireStepUp(of: token)
        return .json(["message": "a stronger sign-in opened this"])
    }
}
