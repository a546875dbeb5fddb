import HTTPServer
import JOSE

/// The client identifier and authentication in a request (RFC 6749 §2.3.1, §3.2.1).
struct ClientCredentials: Sendable {
    enum Proof: Sendable {
        case none
        case secret(String)
        case assertion(ReceivedAssertion)
    }

    let id: String
    let proof: Proof
    let authentication: Client.Authentication

    init(of request: ServerRequest, form: FormItems) throws(ErrorAnswer) {
        let basic = try Self.basic(request.headers["Authorization"])
        guard [basic?.secret, form["client_secret"], form["client_assertion"]].count(where: { $0 != nil }) < 2 else {
            throw ErrorAnswer(.invalidRequest, "the client authenticates in two ways at once")
        }
        if let basic {
            (id, proof, authentication) = (basic.id, .secret(basic.secret), .secretBasic)
        } else if let text = form["client_assertion"] {
            guard form["client_assertion_type"] == ReceivedAssertion.type else {
                throw ErrorAnswer(.invalidRequest, "client_assertion_type must be \(ReceivedAssertion.type)")
            }
            let assertion = try ReceivedAssertion(text)
            (id, proof, authentication) = (assertion.clientID, .assertion(assertion), .privateKeyJWT)
        } else if let id = form["client_id"] {
            self.id = id
            proof = form["client_secret"].map { .secret($0) } ?? .none
            authentication = form["client_secret"] == nil ? .none : .secretPost
        } else {
            throw .clientMissing
        }
        guard form["client_id"] ?? id == id else {
            throw ErrorAnswer(.invalidRequest, "client_id differs from the authenticated client")
        }
    }

    private static func basic(_ header: String?) throws(ErrorAnswer) -> (id: String, secret: String)? {
        guard let header, header.lowercased().hasPrefix("basic ") else { return nil }
        guard let bytes = try? Base64.decode(header.dropFirst(6).drop { $0 == " " }),
            case let pair = String(decoding: bytes, as: UTF8.self), let colon = pair.firstIndex(of: ":")
        else {
            throw ErrorAnswer(.invalidClient, "the Authorization header is malformed")
        }
        return (
            FormItems.decodeComponent(pair[..<colon]), FormItems.decodeComponent(pair[pair.index(after: colon)...])
        )
    }
}
