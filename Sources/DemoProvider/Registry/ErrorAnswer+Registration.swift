/// The refusals of what is missing, or not registered here: these name the value that was sent.
extension ErrorAnswer {
    static let clientMissing = ErrorAnswer(.invalidClient, "the request contains no client_id")

    static let secretMissing = ErrorAnswer(
        .invalidClient, "the request has no client secret or assertion, and this client needs one")

    static func secretEmpty(of client: Client) -> ErrorAnswer {
        let advice = client.authentication.contains(.none) ? "; a client without one sends client_id in the body" : ""
        return ErrorAnswer(.invalidClient, "the client secret is empty" + advice)
    }

    static func unknownClient(_ id: String, registered clients: [Client]) -> ErrorAnswer {
        let registered = clients.map(\.id).joined(separator: " and ")
        return ErrorAnswer(.invalidClient, "the client \(quoted(id)) is unknown; registered are \(registered)")
    }

    static func unregisteredRedirect(to uri: String?) -> ErrorAnswer {
        guard let uri else { return ErrorAnswer(.invalidRequest, "redirect_uri is missing") }
        return ErrorAnswer(
            .invalidRequest,
            "the redirect URI \(quoted(uri)) is not registered; registered are \(LoopbackRedirectURI.registered)")
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
