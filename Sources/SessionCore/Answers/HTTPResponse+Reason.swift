import JOSE

extension HTTPResponse {
    /// What the body of an error says, in one line, beside the members of an OAuth error; `nil` where it says nothing.
    ///
    /// It is as it came, and may hold secrets.
    var givenReason: String? {
        guard !body.isEmpty, body.count <= Self.answerSizeLimit else { return nil }
        if let json = try? JSONValue(parsing: body) {
            let object = json.object ?? json.array?.first?.object
            return object.flatMap { Self.reason(in: $0) }?.inOneLine
        }
        guard let text = String(validating: body, as: UTF8.self), !text.utf8.contains(where: { $0 < 9 }) else {
            return nil
        }
        switch mediaType {
        case nil, "text/plain": return text.inOneLine
        // The rest of a web page is for a browser; most titles only repeat the status.
        case "text/html", "application/xhtml+xml":
            return text.title?.inOneLine.flatMap { $0.contains("\(status)") ? nil : $0 }
        case let type?: return type.hasPrefix("text/") ? text.inOneLine : nil
        }
    }

    /// What an error's members say, whatever the provider calls them; `error` names its kind, and is left out.
    static func reason(in error: JSONObject) -> String? { reason(in: error, depth: 0) }

    private static func reason(in error: JSONObject, depth: Int) -> String? {
        let inner = depth == 0 ? error["error"]?.object.flatMap { reason(in: $0, depth: 1) } : nil
        let first = depth == 0 ? error["errors"]?.array?.first : nil
        let found: [String?] = [
            error["error_description"]?.string, error["message"]?.string, inner, error["errorSummary"]?.string,
            // RFC 9457.
            error["detail"]?.string, error["title"]?.string,
            first?.string, first?.object.flatMap { reason(in: $0, depth: 1) }, error["msg"]?.string,
        ]
        return found.lazy.compactMap(\.self).first { !$0.allSatisfy(\.isWhitespace) }
    }
}

extension String {
    /// The words with one space between them; `nil` where there are none.
    fileprivate var inOneLine: String? {
        let words = prefix(4_096).split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// The title of a web page.
    fileprivate var title: String? {
        let beginning = prefix(4_096)
        guard let start = beginning.firstRange(of: "<title>")?.upperBound,
            let end = beginning[start...].firstRange(of: "</title>")?.lowerBound
        else { return nil }
        return String(beginning[start..<end])
    }
}
