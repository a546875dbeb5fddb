import HTTPServer
import JOSE

/// An error answer of the authorization server (RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2, RFC 8628 §3.5,
/// RFC 8707 §2, RFC 9449 §5 and §8).
struct ErrorAnswer: Error, Sendable {
    enum Code: String, Sendable {
        case accessDenied = "access_denied"
        case authorizationPending = "authorization_pending"
        case expiredToken = "expired_token"
        case invalidDPoPProof = "invalid_dpop_proof"
        case invalidClient = "invalid_client"
        case invalidClientMetadata = "invalid_client_metadata"
        case invalidGrant = "invalid_grant"
        case invalidRedirectURI = "invalid_redirect_uri"
        case invalidRequest = "invalid_request"
        case invalidScope = "invalid_scope"
        case invalidTarget = "invalid_target"
        case loginRequired = "login_required"
        case requestNotSupported = "request_not_supported"
        case serverError = "server_error"
        case slowDown = "slow_down"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedGrantType = "unsupported_grant_type"
        case unsupportedResponseType = "unsupported_response_type"
        case useDPoPNonce = "use_dpop_nonce"
    }

    let code: Code
    let description: String
    private let status: Int

    /// The status is that of the code, if none is given.
    init(_ code: Code, _ description: String, status: Int? = nil) {
        self.code = code
        self.description = description
        self.status = status ?? code.status
    }

    var response: ServerResponse {
        var response = ServerResponse.json(
            ["error": .string(code.rawValue), "error_description": .string(description)], status: status)
        response.headers["Cache-Control"] = "no-store"
        if code == .invalidClient {
            // RFC 6749 §5.2 requires this if the client used Basic, RFC 9110 §15.5.2 in every 401.
            response.headers["WWW-Authenticate"] = "Basic realm=\"session-console demo\""
        }
        return response
    }
}

extension ErrorAnswer.Code {
    fileprivate var status: Int {
        switch self {
        case .invalidClient: 401
        case .serverError: 500
        default: 400
        }
    }
}
