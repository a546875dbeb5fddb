import SessionCore
import Synchronization

extension ScriptedTransport {
    /// The token endpoint's answer with new tokens; what is `nil` is left out.
    package static func tokens(
        access: String = "A2", refresh: String? = "R2", expiresIn: String? = "60", more: String = ""
    ) -> Answer {
        var members = ["\"access_token\":\"\(access)\"", "\"token_type\":\"Bearer\""]
        if let refresh { members.append("\"refresh_token\":\"\(refresh)\"") }
        if let expiresIn { members.append("\"expires_in\":\(expiresIn)") }
        if !more.isEmpty { members.append(more) }
        return json("{\(members.joined(separator: ","))}")
    }

    /// The token endpoint's refusal.
    package static func refusal(_ code: String, status: Int = 400) -> Answer {
        json("{\"error\":\"\(code)\",\"error_description\":\"because\"}", status: status)
    }

    /// An API's answer to a token that it does not accept.
    package static func unauthorized(_ challenge: String? = "Bearer error=\"invalid_token\"") -> Answer {
        var headers: HTTPHeaders = [:]
        headers["WWW-Authenticate"] = challenge
        return answer(401, headers: headers)
    }
}

/// A protected API: answers 200 to the tokens it accepts, which it says in the body, and 401 to any other.
package final class ScriptedAPI: Sendable {
    private let accepted: Mutex<Set<String>>

    package init(accepting tokens: Set<String>) {
        accepted = Mutex(tokens)
    }

    package func accept(_ tokens: Set<String>) {
        accepted.withLock { $0 = tokens }
    }

    package var answer: ScriptedTransport.Answer {
        { [self] request in
            let field = request.headers["Authorization"] ?? ""
            let token = field.hasPrefix("Bearer ") ? String(field.dropFirst(7)) : ""
            let isAccepted = accepted.withLock { $0.contains(token) }
            return try await
                (isAccepted ? ScriptedTransport.answer(200, text: token) : ScriptedTransport.unauthorized())(request)
        }
    }
}
