import FoundationEssentials
import SessionCore

/// A successful answer of a token endpoint (RFC 6749 §5.1).
struct TokenReply {
    private static let refreshToken = "refresh_token"

    private var members: [String: JSONMember]

    /// `nil` for an error, and for a body that is not a JSON object.
    init?(_ response: HTTPResponse) {
        guard response.isSuccess,
            let members = try? JSONDecoder().decode([String: JSONMember].self, from: Data(response.body))
        else { return nil }
        self.members = members
    }

    var refreshToken: Secret? {
        guard case .string(let text) = members[Self.refreshToken] else { return nil }
        return Secret(text)
    }

    /// The answer's body without the refresh token.
    func bodyWithoutRefreshToken() throws -> [UInt8] {
        var members = members
        members[Self.refreshToken] = nil
        return Array(try JSONEncoder().encode(members))
    }
}
