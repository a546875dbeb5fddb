import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

extension ProviderState: RecordedByMembers {
    static let members = Members(
        Self.init(
            clockOffset:accessTokenLifetime:refreshTokenLifetime:sessions:otherTokens:counts:addresses:requests:
            findings:),
        .needed("clock_offset", \.clockOffset), .needed("access_token_lifetime", \.accessTokenLifetime),
        .needed("refresh_token_lifetime", \.refreshTokenLifetime), .needed("sessions", \.sessions),
        .needed("other_tokens", \.otherTokens), .needed("counts", \.counts),
        .needed("addresses", \.publicAddresses), .needed("requests", \.requests, unless: []),
        .needed("findings", \.findings, unless: []))

    private var publicAddresses: [Address] { addresses.filter { !$0.isSecret } }
}

extension ProviderState.Token: RecordedByMembers {
    static let members = Members(
        Self.init(fingerprint:isRefreshToken:clientID:expiresAt:), .needed("fingerprint", \.fingerprint),
        .needed("is_refresh_token", \.isRefreshToken), .needed("client_id", \.clientID),
        .needed("expires_at", \.expiresAt))
}

extension ProviderState.SignedInSession: RecordedByMembers {
    static let members = Members(
        Self.init(id:username:clientID:startedAt:tokens:), .needed("id", \.id), .needed("username", \.username),
        .needed("client_id", \.clientID), .needed("started_at", \.startedAt), .needed("tokens", \.tokens))
}

extension ProviderState.Count: RecordedByMembers {
    static let members = Members(
        Self.init(name:count:outcomes:), .needed("name", \.name), .needed("count", \.count),
        .needed("outcomes", \.outcomes))
}

extension ProviderState.Address: RecordedByMembers {
    static let members = Members(
        { Self($0, $1, remark: $2) }, .needed("name", \.name), .needed("value", \.value),
        .optional("remark", \.remark))
}

extension ProviderState.Request: RecordedByMembers {
    static let members = Members(
        Self.init(id:change:time:clientID:method:path:grantType:answer:flaw:faults:), .needed("id", \.id),
        .needed("change", \.change), .needed("time", \.time), .optional("client_id", \.clientID),
        .needed("method", \.method), .needed("path", \.path), .optional("grant_type", \.grantType),
        .optional("answer", \.answer), .optional("flaw", \.flaw), .needed("faults", \.faults, unless: []))
}
