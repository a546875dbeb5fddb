import HTTPServer
import JOSE

/// Why a protected resource refuses a request (RFC 6750 §3.1, RFC 9449 §7.1, RFC 9470 §3).
enum BearerError: Error, Sendable, Hashable {
    /// The request has no token; the challenge then has no error.
    case tokenMissing
    case malformedRequest(String)
    case invalidToken(TokenEnd)
    /// The token lacks this scope.
    case insufficientScope(String)
    /// The sign-in lacks this authentication context class.
    case insufficientAuthentication(contextClass: String)
    case invalidProof(String)
    case proofNonceWanted

    static let realm = "session-console demo"

    func response(scheme: TokenScheme) -> ServerResponse {
        var response = ServerResponse.json(["error": .string(code ?? "unauthorized")], status: status)
        response.headers["WWW-Authenticate"] = challenge(scheme: scheme)
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    private func challenge(scheme: TokenScheme) -> String {
        var parameters = [("realm", Self.realm)]
        if let code { parameters.append(("error", code)) }
        if let description { parameters.append(("error_description", description)) }
        switch self {
        case .insufficientScope(let scope): parameters.append(("scope", scope))
        case .insufficientAuthentication(let contextClass): parameters.append(("acr_values", contextClass))
        default: break
        }
        if scheme == .dpop {
            parameters.append(("algs", Proof.algorithms.map(\.rawValue).sorted().joined(separator: " ")))
        }
        return "\(scheme.rawValue) " + parameters.map { "\($0)=\"\($1)\"" }.joined(separator: ", ")
    }

    private var status: Int {
        switch self {
        case .tokenMissing, .invalidToken, .insufficientAuthentication, .invalidProof, .proofNonceWanted: 401
        case .malformedRequest: 400
        case .insufficientScope: 403
        }
    }

    private var code: String? {
        switch self {
        case .tokenMissing: nil
        case .malformedRequest: "invalid_request"
        case .invalidToken: "invalid_token"
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
