/// The refusals of what is missing, or not registered here: these name the value that was sent.
extension ErrorAnswer {
    static let clientMissing = ErrorAnswer(.invalidClient, "the request contains no client_id")

    static let secretMissing = ErrorAnswer(
        .invalidClient, "the request has no client secret or assertion, and this client needs one")

    static func secretEmpty(of client: Client) -> ErrorAnswer {
        let advice = client.authentication.contains(.none) ? "; a client without one sends client_id in the body" : ""
        return ErrorAnswer(.invalidClient, "the client secret is empty" + advice)
    }

    static func unknownClient(_ id: String, announced: [Client], others: Int) -> ErrorAnswer {
        let registered = announced.map(\.id) + (others > 0 ? ["\(others) by registration"] : [])
        return ErrorAnswer(
            .invalidClient,
            "the client \(quoted(id)) is unknown; registered are \(registered.joined(separator: " and "))")
    }

    static func unregisteredRedirect(to uri: String?, of client: Client) -> ErrorAnswer {
        guard let uri else { return ErrorAnswer(.invalidRequest, "redirect_uri is missing") }
        return ErrorAnswer(
            .invalidRequest,
            "the redirect URI \(quoted(uri)) is not registered; registered are \(client.redirectURIs.words)")
    }

    static func unregisteredGrant(_ type: GrantType) -> ErrorAnswer {
        ErrorAnswer(.unauthorizedClient, "this client is not registered for the grant type \(type.rawValue)")
    }

    /// A value that was sent, in the characters that a description may contain (RFC 6749 §5.2), all others encoded.
    static func quoted(_ value: String) -> String {
        let bytes = Array(value.utf8)
        let shown = bytes.prefix(longestValue).map { byte in
            switch byte {
            case 0x20...0x21, 0x23...0x5B, 0x5D...0x7E: String(Unicode.Scalar(byte))
            default: (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return "'\(shown.joined())\(bytes.count > longestValue ? "..." : "")'"
    }

    private static let longestValue = 200
}
