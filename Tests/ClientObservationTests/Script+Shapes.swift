import FoundationEssentials
import JOSE
import SessionHTTP

@testable import ClientObservation

/// Messages in the shapes that the world sends beside those of the standard.
extension Script {
    /// A request with a body of any type, answered with a body of any type.
    mutating func exchange(
        _ method: String = "POST", _ url: String, _ fields: HTTPHeaders = [:], body: String = "", at second: Double,
        lasts: Double = 0.1, _ status: Int = 200, _ answerFields: HTTPHeaders = ["Cache-Control": "no-store"],
        answer: String = ""
    ) {
        guard let url = URL(string: url) else { return }
        let request = ObservedRequest(
            method: method, url: url, headers: fields, body: Array(body.utf8), begin: Self.start + second,
            caller: caller)
        let reply = ObservedAnswer(status: status, headers: answerFields, body: Array(answer.utf8))
        messages.append(ObservedMessage(request, .answered(reply), end: Self.start + second + lasts))
    }

    /// Gives the latest message that answer.
    mutating func answerLast(_ status: Int, _ fields: HTTPHeaders, _ body: String) {
        guard let last = messages.popLast() else { return }
        let answer = ObservedAnswer(status: status, headers: fields, body: Array(body.utf8))
        messages.append(ObservedMessage(last.request, .answered(answer), end: last.request.begin + 0.1))
    }

    /// An answer with tokens, as JSON.
    static func json(_ access: String, _ refresh: String? = nil, expiresIn: JSONValue = 3_600) -> String {
        var object: JSONObject = ["access_token": .string(secret(access)), "token_type": "Bearer"]
        object["refresh_token"] = refresh.map { .string(secret($0)) }
        object["expires_in"] = expiresIn
        return JSONValue.object(object).serialized()
    }

    static func basic(_ name: String, _ password: String) -> HTTPHeaders {
        ["Authorization": "Basic \(Base64.encode(Array("\(name):\(password)".utf8)))"]
    }
}
