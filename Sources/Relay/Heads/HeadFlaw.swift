/// Why the bytes before a body are no head that two readers would read alike; each is answered and ends its connection.
package enum HeadFlaw: Error, Sendable, Hashable {
    /// A line ends without a carriage return (RFC 9112 §2.2 lets readers guess).
    case bareLineFeed
    /// A byte that no head may have: NUL, or a carriage return within a line.
    case forbiddenByte
    case startLine
    /// A field without a name, with a space before its colon, or none at all.
    case field
    /// Another version than HTTP/1.0 and 1.1.
    case version
    case tooLarge
    /// `Content-Length` is no number, there are two, or it stands beside `Transfer-Encoding` (RFC 9112 §6.3).
    case length
    /// A transfer coding that does not end a request's body (RFC 9112 §6.1).
    case transferCoding
    /// The first byte is that of a TLS handshake.
    case tls

    /// RFC 9110 §15: what a client is answered.
    var status: Int {
        switch self {
        case .tooLarge: 431
        case .version: 505
        default: 400
        }
    }
}

extension HeadFlaw: CustomStringConvertible {
    package var description: String {
        switch self {
        case .bareLineFeed: "a line of the head ends without a carriage return"
        case .forbiddenByte: "the head contains a byte that it must not contain"
        case .startLine: "the first line is not HTTP"
        case .field: "a header field is malformed"
        case .version: "only HTTP/1.1 and HTTP/1.0 are spoken here"
        case .tooLarge: "the head is too large"
        case .length: "the length of the body is ambiguous"
        case .transferCoding: "the body's transfer coding has no end"
        case .tls: "TLS is not spoken here"
        }
    }
}
