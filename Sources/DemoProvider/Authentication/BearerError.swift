import HTTPServer
import JOSE

/// Why a protected resource refuses a request (RFC 6750 §3.1, RFC 7592 §2, RFC 9449 §7.1, RFC 9470 §3).
enum BearerError: Error, Sendable, Hashable {
    /// The request has no token; the challenge then has no error.
    case tokenMissing
    case malformedRequest(String)
    case invalidToken(TokenEnd)
    /// The token of a registration is not the one that its client got, or the client is not registered.
    case invalidRegistrationToken
    /// The token lacks this scope.
    case insufficientScope(String)
    /// The sign-in lacks this authentication context class.
    case insufficientAuthentication(contextClass: String)
    case invalidProof(String)
    case proofNonceWanted

    static let realm = "session-console demo"

    /// The scope and the metadata are those of the resource (RFC 6750 §3, RFC 9728 §5.1).
    func response(
        scheme: TokenScheme, scope: String? = nil, metadata: String? = nil, namesScope: Bool = true
    ) -> ServerResponse {
        var response = ServerResponse.json(["error": .string(code ?? "unauthorized")], status: status)
        response.headers["WWW-Authenticate"] = challenge(
            scheme, namesScope ? missingScope ?? scope : nil, metadata)
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    private func challenge(_ scheme: TokenScheme, _ wanted: String?, _ metadata: String?) -> String {
        var parameters = [("realm", Self.realm)]
        if let code { parameters.append(("error", code)) }
        if let description { parameters.append(("error_description", description)) }
        if case .insufficientAuthentication(let contextClass) = self {
            parameters.append(("acr_values", contextClass))
        }
        if let wanted { parameters.append(("scope", wanted)) }
        if scheme == .dpop {
            parameters.append(("algs", KeyProof.algorithms.map(\.rawValue).sorted().joined(separator: " ")))
        }
        if let metadata { parameters.append(("resource_metadata", metadata)) }
        return "\(scheme.rawValue) " + parameters.map { "\($0)=\"\($1)\"" }.joined(separator: ", ")
    }

    private var missingScope: String? {
        if case .insufficientScope(let scope) = self { scope } else { nil }
    }

    private var status: Int {
        switch self {
        case .tokenMissing, .invalidToken, .invalidRegistrationToken, .insufficientAuthentication, .invalidProof,
            .proofNonceWanted:
            401
        case .malformedRequest: 400
        case .insufficientScope: 403
        }
    }

    private var code: String? {
        switch self {
        case .tokenMissing: nil
        case .malformedRequest: "invalid_request"
        case .invalidToken, .invalidRegistrationToken: "invalid_token"
        case .insufficientScope: "insufficient_scope"
        case .insufficientAuthentication: "insufficient_user_authentication"
        case .invalidProof: "invalid_dpop_proof"
        case .proofNonceWanted: "use_dpop_nonce"
        }
    }

    /// All texts are fixed and free of quotes and backslashes, so that they need no escaping in a challenge.
    private var description: String? {
        switch self {
        case .tokenMissing: nil
        case .malformedRequest(let reason), .invalidProof(let reason): reason
        case .proofNonceWanted: "the proof must contain the nonce of this answer"
        case .invalidToken(let end): end.description(of: .access)
        case .invalidRegistrationToken: "the token is not that of a registration here"
        case .insufficientScope: "the access token lacks a scope"
        case .insufficientAuthentication: "a stronger sign-in is needed here"
        }
    }
}

/// How an access token is presented.
enum TokenScheme: String, Sendable {
    /// RFC 6750 §2.1.
    case bearer = "Bearer"
    /// RFC 9449 §7.1.
    case dpop = "DPoP"
}
