import SessionCore

extension ScriptedAnswer {
    /// The token endpoint's answer with new tokens (RFC 6749 §5.1); what is `nil` is left out.
    ///
    /// `more` is added as it stands: `"scope":"orders"`.
    public static func tokens(
        access: String = "A2", refresh: String? = "R2", expiresIn: String? = "60", idToken: String? = nil,
        more: String = ""
    ) -> Self {
        var members = ["\"access_token\":\"\(access)\"", "\"token_type\":\"Bearer\""]
        if let refresh { members.append("\"refresh_token\":\"\(refresh)\"") }
        if let expiresIn { members.append("\"expires_in\":\(expiresIn)") }
        if let idToken { members.append("\"id_token\":\"\(idToken)\"") }
        if !more.isEmpty { members.append(more) }
        return json("{\(members.joined(separator: ","))}")
    }

    /// The token endpoint's refusal (RFC 6749 §5.2): `invalid_grant` ends the session of a refresh.
    public static func refusal(_ code: String, status: Int = 400) -> Self {
        json("{\"error\":\"\(code)\",\"error_description\":\"because\"}", status: status)
    }

    /// An API's answer to a token that it does not accept (RFC 6750 §3); a challenge of `nil` sends none.
    public static func unauthorized(_ challenge: String? = "Bearer error=\"invalid_token\"") -> Self {
        var headers: HTTPHeaders = [:]
        headers["WWW-Authenticate"] = challenge
        return answer(401, headers: headers)
    }
}
