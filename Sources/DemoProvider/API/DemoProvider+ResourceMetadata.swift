import HTTPServer
import JOSE

extension DemoProvider {
    /// Where the API says what it is (RFC 9728 §3); the path of a resource is appended.
    static let resourceMetadataPath = "/.well-known/oauth-protected-resource"

    /// The metadata of the API, or of the resource whose path is appended (RFC 9728 §2).
    func resourceMetadata(for request: ServerRequest) -> ServerResponse {
        guard ["GET", "HEAD"].contains(request.method) else { return .methodNotAllowed(allowed: ["GET"]) }
        let path = request.path.dropFirst(Self.resourceMetadataPath.count)
        if path.isEmpty { return .json(resourceMetadata(path: "", scopes: Scope.supported)) }
        guard !flaws.chain.contains(.rootMetadataOnly),
            let resource = Self.resources.first(where: { $0.isProtected && $0.path == path })
        else { return .notFound }
        let scopes = Scope.standard.names + ["orders"] + [resource.scope].compactMap(\.self)
        return .json(resourceMetadata(path: resource.path, scopes: scopes))
    }

    /// The answer to a request that a resource refuses; its challenge names the resource's metadata (RFC 9728 §5.1).
    func refusal(_ error: BearerError, to request: ServerRequest, by resource: Resource) -> ServerResponse {
        let namesScope = !flaws.resource.contains(.unnamedScope)
        var response = refusal(
            error, to: request, scope: namesScope ? resource.scope : nil, metadata: pointer(to: resource),
            namesScope: namesScope)
        if flaws.chain.contains(.severalChallenges), let challenge = response.headers["WWW-Authenticate"] {
            response.headers["WWW-Authenticate"] = "Negotiate"
            response.headers.append("WWW-Authenticate", "Basic realm=\"\(BearerError.realm)\", \(challenge)")
        }
        if flaws.chain.contains(.noChallenge) { response.headers["WWW-Authenticate"] = nil }
        if flaws.chain.contains(.forbiddenFirst), error == .tokenMissing { response.status = 403 }
        return spoiled(refusal: response, to: request)
    }

    private func resourceMetadata(path: String, scopes: [String]) -> JSONObject {
        var document: JSONObject = [
            "resource": .string(resourceIdentifier(path: path)),
            "authorization_servers": .array(authorizationServers.map { .string($0) }),
            "scopes_supported": .array(scopes.map { .string($0) }),
            "bearer_methods_supported": ["header"],
            "resource_name": .string(path.isEmpty ? BearerError.realm : "\(BearerError.realm) \(path)"),
        ]
        if let policy = configuration.proofs {
            document["dpop_signing_alg_values_supported"] = .array(
                KeyProof.algorithms.map(\.rawValue).sorted().map { .string($0) })
            document["dpop_bound_access_tokens_required"] = .bool(policy.isRequired)
        }
        return document
    }

    private func resourceIdentifier(path: String) -> String {
        if flaws.chain.contains(.foreignResource) { return "https://api.example\(path)" }
        if flaws.chain.contains(.otherResource) { return api + "/elsewhere" }
        return flaws.chain.contains(.parentResource) ? api : api + path
    }

    private var authorizationServers: [String] {
        if flaws.chain.contains(.noServers) { return [] }
        if flaws.chain.contains(.wrongServer) { return [api] }
        if flaws.chain.contains(.issuerWithPath) { return [issuer + "/tenant"] }
        return flaws.chain.contains(.severalServers) ? [issuer, "https://login.example"] : [issuer]
    }

    private func pointer(to resource: Resource) -> String? {
        if flaws.chain.contains(.noPointer) || flaws.chain.contains(.rootMetadataOnly) { return nil }
        let path = Self.resourceMetadataPath + resource.path
        if flaws.chain.contains(.wrongPointer) { return api + path + "/nowhere" }
        if flaws.chain.contains(.relativePointer) { return path }
        let origin = flaws.chain.contains(.foreignPointer) ? api.replacing("127.0.0.1", with: "localhost") : api
        return origin + path
    }
}
