import FoundationEssentials
import LoopbackRedirect
import SessionCore
import Testing

/// The providers of the fleet, with what is different about each.
enum KnownProvider: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case oidcProviderMock = "oidc-provider-mock"
    case canaille
    /// django-oauth-toolkit behind TLS, as it is meant to be run: refresh tokens rotate and reuse revokes them all.
    case djangoRotating = "django-rotating"
    /// django-oauth-toolkit on a plain port, with one refresh token for the whole session.
    case djangoSteady = "django-steady"
    case glewlwyd

    var testDescription: String { rawValue }

    var person: any Visitor {
        switch self {
        case .oidcProviderMock: Person(answers: ["sub": "alice"], consent: nil)
        case .canaille:
            Person(answers: ["login": "alice", "password": "wonderland"], consent: ("answer", "accept"))
        case .djangoRotating, .djangoSteady:
            Person(answers: ["username": "alice", "password": "wonderland"], consent: ("allow", "Authorize"))
        case .glewlwyd: GlewlwydVisitor(username: "alice", password: "wonderland")
        }
    }

    /// Whether each refresh yields another refresh token.
    var rotates: Bool { self == .djangoRotating || self == .canaille || self == .glewlwyd }

    /// Whether there is a revocation endpoint.
    var revokes: Bool { self != .oidcProviderMock }

    /// Whether an access token ends with the refresh token beside it, as RFC 7009 §2.1 would have it.
    var revokesGrants: Bool { self != .glewlwyd }

    /// Whether a refresh token that is no longer good gets `invalid_grant`; glewlwyd says 400, and nothing else.
    var explainsRejections: Bool { self != .glewlwyd }

    /// The client as the console would be configured for it.
    func configuration(_ fleet: ProviderFleet) throws -> ClientConfiguration {
        let place = try fleet.place(of: self)
        var configuration = ClientConfiguration(
            issuer: place.issuer, clientID: "console", authentication: authentication,
            scope: self == .glewlwyd ? ["openid"] : ["openid", "profile"],
            apis: [try #require(URL(string: place.api))])
        if self == .djangoRotating || self == .djangoSteady {
            // They are there, and its OpenID metadata does not say so.
            configuration.endpoints = [
                .revocation: try #require(URL(string: place.issuer + "/revoke_token/")),
                .deviceAuthorization: try #require(URL(string: place.issuer + "/device-authorization/")),
            ]
        }
        return configuration
    }

    /// A public client where the provider lets one revoke its tokens.
    private var authentication: ClientAuthentication {
        switch self {
        case .djangoRotating, .djangoSteady: .none
        // It takes any secret, though none at all it does not take.
        case .oidcProviderMock: .basic(Secret("any"))
        case .canaille, .glewlwyd: .basic(Secret("console-secret"))
        }
    }

    /// The providers that know device codes.
    static let withDevices: [KnownProvider] = [.djangoRotating, .djangoSteady, .glewlwyd]

    /// Those of them that the doctor looks at by device code.
    static let examinedByDevice: [KnownProvider] = [.djangoRotating, .glewlwyd]

    /// A free port, or the registered one where the provider does not follow RFC 8252 §7.3.
    func redirectURI(_ fleet: ProviderFleet) -> String {
        switch self {
        case .canaille, .glewlwyd: fleet.redirectURI
        default: LoopbackRedirect.defaultURI
        }
    }
}
