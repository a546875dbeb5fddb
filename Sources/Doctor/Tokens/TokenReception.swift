import JOSE
import SessionCore

/// What a resource made of a token.
enum TokenReception: Sendable {
    /// The token opened it, or would have with another scope.
    case taken(HTTPResponse)
    case refused(HTTPResponse)
    /// Neither of both: an answer that a refused token should not get.
    case otherwise(String)
    /// About the moment, and not about the token.
    case unknown(String)

    /// What an answer says of the token that was sent, beside the answer to one that is made up, and the status of the
    /// answer to a right one, where there is one.
    init(_ answer: HTTPResponse?, besides madeUp: HTTPResponse?, right: Int? = nil) {
        guard let answer, let madeUp else {
            self = .unknown("no answer")
            return
        }
        let status = answer.status
        // Servers that take a token for a bad request answer so, too.
        let isRight = status == right && ![400, 404, 405].contains(status)
        self =
            if madeUp.isSuccess, !madeUp.isRPCError {
                .unknown("it takes a made-up token, too")
            } else if answer.isSuccess {
                answer.isRPCError
                    ? madeUp.isRPCError ? .refused(answer) : .otherwise("\(status) with an error") : .taken(answer)
            } else if StatusMeaning(status) == .temporary, status != 500 {
                .unknown("it answers \(status)")
            } else if answer.lacksScope, madeUp.status != 403 {
                .taken(answer)
            } else if status == 401 || status == madeUp.status {
                .refused(answer)
            } else {
                isRight ? .taken(answer) : .otherwise("\(status)")
            }
    }

    /// Whether the token got what it was sent for.
    var isOpen: Bool {
        if case .taken(let answer) = self { answer.isSuccess } else { false }
    }
}

extension HTTPResponse {
    /// Whether its token was refused for want of scope (RFC 6750 §3.1).
    var lacksScope: Bool {
        status == 403 && AuthenticationChallenge.token(in: headers)?.error == "insufficient_scope"
    }

    /// How a token was taken: a clause after "it answers".
    var wordsOfTaking: String {
        isSuccess ? "\(status)" : lacksScope ? "403 insufficient_scope" : "\(status), as a right one"
    }

    /// Whether it is an error of JSON-RPC, which a server of MCP may send with 200.
    fileprivate var isRPCError: Bool {
        guard let answer = try? JSONValue(parsing: body) else { return false }
        return answer["jsonrpc"] != nil && answer["error"] != nil
    }
}
