extension DemoProvider {
    /// The provider's endpoints, by the names that statistics and faults use.
    package enum Endpoint: String, Sendable, Hashable, CaseIterable {
        case discovery
        case jwks
        case authorization
        case signIn = "sign_in"
        case token
        case deviceAuthorization = "device_authorization"
        case device
        case userInfo = "userinfo"
        case revocation
        case introspection
        case endSession = "end_session"
        case pushedAuthorizationRequest = "pushed_authorization_request"
        case registration
        case resolve

        package var path: String {
            switch self {
            case .discovery: "/.well-known/openid-configuration"
            case .jwks: "/jwks"
            case .authorization: "/authorize"
            case .signIn: "/sign-in"
            case .token: "/token"
            case .deviceAuthorization: "/device-authorization"
            case .device: "/device"
            case .userInfo: "/userinfo"
            case .revocation: "/revoke"
            case .introspection: "/introspect"
            case .endSession: "/end-session"
            case .pushedAuthorizationRequest: "/par"
            case .registration: "/register"
            case .resolve: "/resolve"
            }
        }
    }
}
