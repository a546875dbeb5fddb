public import FoundationEssentials
import JOSE

/// What the provider says of a token (RFC 7662 §2.2).
public struct Introspection: Sendable, Hashable {
    /// Whether the token can be used now; if not, nothing else is known of it.
    public let isActive: Bool
    /// The `exp` member, by the provider's clock; `nil` where the answer has none.
    public let expiresAt: Date?
    /// The `scope` member, split at spaces; `nil` where the answer has none.
    public let scope: [String]?
    /// The `sub` member: usually the user's identifier; `nil` where the answer has none.
    public let subject: String?
    /// All members of the answer, in the provider's order, for display.
    public let claims: [UserInfo.Claim]

    package init(
        isActive: Bool, expiresAt: Date? = nil, scope: [String]? = nil, subject: String? = nil,
        claims: [UserInfo.Claim]
    ) {
        self.isActive = isActive
        self.expiresAt = expiresAt
        self.scope = scope
        self.subject = subject
        self.claims = claims
    }
}

/// The introspection endpoint (RFC 7662); many providers keep it for confidential clients.
package struct IntrospectionEndpoint: Sendable {
    private let provider: ProviderChannel

    package init(_ provider: ProviderChannel) {
        self.provider = provider
    }

    package func introspect(_ token: Secret, kind: TokenRevocation.Kind) async throws(SessionError)
        -> Introspection
    {
        let parameters: FormParameters = ["token": token.reveal(), "token_type_hint": kind.rawValue]
        let response = try await provider.post(parameters, to: .introspection, for: .introspection)
        guard response.isSuccess else {
            throw response.failure(during: .introspection, now: provider.channel.clock.now)
        }
        let answer = provider.channel.facts(try response.jsonObject(for: .introspection))
        guard let isActive = answer["active"]?.bool else {
            throw .unintelligible("active is missing", during: .introspection)
        }
        return Introspection(
            isActive: isActive,
            expiresAt: answer["exp"].flatMap(JWTClaims.time),
            scope: answer["scope"]?.string.map { $0.split(separator: " ").map(String.init) },
            subject: answer["sub"]?.string,
            claims: answer.members.map { UserInfo.Claim(name: $0.name, json: $0.value) })
    }
}
