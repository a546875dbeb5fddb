import JOSE

/// `{{login.response.body.$.id}}`: a part of an earlier request of the file, or of the answer to it.
struct AnswerReference {
    let request: String
    private let part: Part
    /// Whether what was sent is meant, not what was answered.
    private let isSent: Bool

    private enum Part {
        case body
        case path(String)
        case field(String)
        case status
    }

    /// Fails where the name does not speak of a request; throws where it does so in a way that is not understood.
    init?(_ name: String) throws(Remark.Matter) {
        let bytes = Array(name.utf8)[...]
        let (answered, sent) = (bytes.firstPlace(of: ".response."), bytes.firstPlace(of: ".request."))
        guard let place = [answered, sent].compactMap(\.self).min() else { return nil }
        isSent = place == sent
        request = bytes[..<place].text
        let rest = bytes[(place + (isSent ? 9 : 10))...].text
        switch rest {
        case "status" where !isSent: part = .status
        case "body", "body.*": part = .body
        case _ where rest.hasPrefix("headers.") && rest.utf8.count > 8: part = .field(String(rest.dropFirst(8)))
        case _ where rest.hasPrefix("body.") && rest.utf8.count > 5: part = .path(String(rest.dropFirst(5)))
        case _ where rest.hasPrefix("body["): part = .path(String(rest.dropFirst(4)))
        default: throw .notReferable(name)
        }
    }

    func value(in scope: VariableScope, of file: RequestFile) throws(Remark.Matter) -> [UInt8] {
        guard let request = file.request(named: request) else { throw .noSuchRequest(self.request) }
        if scope.assumedAnswers.contains(request.name) {
            if case .path(let text) = part { _ = try JSONPath(text) }
            return Array("0".utf8)
        }
        guard let answer = scope.answers[request.name] else { throw .notAnswered(request: self.request) }
        let message = isSent ? answer.request : answer.response
        switch part {
        case .status: return Array("\(answer.status)".utf8)
        case .body: return message.body
        case .field(let name):
            guard let field = message.headers.first(where: { Array($0.name.utf8)[...].isSameName(as: name) }) else {
                // The session's token goes along unseen.
                let isToken = isSent && Array(name.utf8)[...].isSameName(as: "Authorization")
                throw isToken
                    ? .sessionToken("\(self.request).request.headers.\(name)") : .noField(name, of: self.request)
            }
            return Array(field.value.utf8)
        case .path(let text):
            let path = try JSONPath(text)
            let value: JSONValue
            do throws(JSONError) { value = try JSONValue(parsing: message.body) } catch {
                throw .bodyNotJSON(of: self.request)
            }
            guard let found = path.value(in: value) else { throw .nothingAt(path: text, of: self.request) }
            return Array((found.string ?? found.serialized()).utf8)
        }
    }
}
