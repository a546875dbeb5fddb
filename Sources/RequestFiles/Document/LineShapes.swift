/// What a line before the headers says: `GET https://api.example.com/orders`.
struct RequestLine {
    var method = "GET"
    var target: ArraySlice<UInt8>
    /// Why it can't be sent.
    var fault: Remark.Matter?

    init(_ line: ArraySlice<UInt8>) {
        target = line
        let (word, rest) = line.firstWord
        if !rest.isEmpty, word.allSatisfy(\.isTokenByte), word.isMethod {
            method = word.text.uppercased()
            target = rest
            if Self.foreign.contains(method) { fault = .protocolNotSpoken(method) }
        } else if !line.isTarget {
            fault = .notRequestLine
        }
        if target.elementsEqual("*".utf8) { fault = .serverWide }
    }

    private static let foreign: Set = ["GRPC", "WEBSOCKET", "WSS", "WS", "SSE", "MQTT", "AMQP", "RSOCKET", "DUBBO"]
}

extension ArraySlice<UInt8> {
    /// Any word of capital letters, or a well-known method in any case.
    fileprivate var isMethod: Bool {
        let isUpper = allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        return isUpper || ["get", "post", "put", "patch", "delete", "head", "options"].contains(text.lowercased())
    }

    /// Whether it can be a URL, a path or a placeholder without a method before it.
    fileprivate var isTarget: Bool {
        if begins(with: "/") || begins(with: "{{") || begins(with: "*") { return true }
        if begins(withAnyCase: "http://") || begins(withAnyCase: "https://") { return true }
        let authority = prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        return authority.contains { ".:".utf8.contains($0) } && !authority.contains(where: \.isBlank)
            && HeaderLine(self) == nil || (authority.isHostAndPort)
    }

    /// `localhost:8080`, which could be a header field without its space.
    private var isHostAndPort: Bool {
        guard let colon = firstIndex(of: UInt8(ascii: ":")), colon > startIndex, colon + 1 < endIndex else {
            return false
        }
        return self[(colon + 1)...].allSatisfy(\.isDigit)
    }

    /// Without ` HTTP/1.1` or ` HTTP/2 (Prior Knowledge)` at its end.
    var withoutHTTPVersion: ArraySlice<UInt8> {
        let knowledge = "(prior knowledge)"
        if suffix(knowledge.utf8.count).begins(withAnyCase: knowledge) {
            let rest = dropLast(knowledge.utf8.count).trimmedAtEnd
            let target = rest.withoutHTTPVersion
            if target.count < rest.count { return target }
        }
        guard let blank = lastIndex(where: \.isBlank) else { return begins(with: "HTTP/") && hasVersion ? [] : self }
        let last = self[(blank + 1)...]
        return last.begins(withAnyCase: "HTTP/") && last.hasVersion ? self[..<blank].trimmedAtEnd : self
    }

    private var hasVersion: Bool {
        let version = dropFirst(5)
        return !version.isEmpty && version.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    }

    /// What stands behind `#` or `//`; `nil` where the line, without white space around it, is not a comment.
    var comment: ArraySlice<UInt8>? {
        if first == UInt8(ascii: "#") { return drop { $0 == UInt8(ascii: "#") }.trimmed }
        return begins(with: "//") ? dropFirst(2).trimmed : nil
    }

    /// Whether a line belongs to the answer, not to the request.
    var isAnswerPart: Bool { AnswerPart(self) != nil }

    /// Whether a script begins there that would run before sending.
    var isScript: Bool { begins(with: "<") && dropFirst().trimmedAtStart.begins(with: "{%") }
}

/// `Name: value`.
struct HeaderLine {
    var name: String
    var value: ArraySlice<UInt8>

    init?(_ line: ArraySlice<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = line[..<colon].trimmedAtEnd
        guard !name.isEmpty, name.allSatisfy(\.isTokenByte) else { return nil }
        self.name = name.text
        value = line[(colon + 1)...].trimmed
    }
}

/// `@name = value`.
struct VariableDefinition {
    var name: String
    var value: ArraySlice<UInt8>

    init?(_ line: ArraySlice<UInt8>) {
        guard line.first == UInt8(ascii: "@"), let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let name = line[(line.startIndex + 1)..<equals].trimmed
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isDigit || "_-.".utf8.contains($0) || $0 > 0x7F })
        else { return nil }
        self.name = name.text
        value = line[(equals + 1)...].trimmed
    }
}

/// `< ./file`, `<@ ./file` with placeholders, `<@latin1 ./file`.
struct BodyFile {
    var path: ArraySlice<UInt8>
    var fills = false
    var encoding = FileRequest.TextEncoding.utf8
    var unknownEncoding: String?

    init?(_ line: ArraySlice<UInt8>) {
        guard line.first == UInt8(ascii: "<"), !line.isScript else { return nil }
        var rest = line.dropFirst()
        if rest.first == UInt8(ascii: "@") {
            fills = true
            let name = rest.dropFirst().prefix { !$0.isBlank }
            switch name.text.lowercased() {
            case "", "utf8", "utf-8": break
            case "latin1", "iso-8859-1": encoding = .latin1
            case let other: unknownEncoding = other
            }
            rest = rest[name.endIndex...]
        }
        guard rest.first?.isBlank ?? false, !rest.trimmed.isEmpty else { return nil }
        path = rest.trimmed
    }
}

/// What may stand behind a request and is about its answer.
enum AnswerPart: Equatable {
    case script
    case responseFile
    case savedResponse

    init?(_ line: ArraySlice<UInt8>) {
        if line.begins(with: "<>") {
            self = .savedResponse
        } else if line.begins(with: ">>") {
            let rest = line.dropFirst(2)
            let path = rest.first == UInt8(ascii: "!") ? rest.dropFirst() : rest
            guard path.first?.isBlank ?? false, path.trimmed.isPath else { return nil }
            self = .responseFile
        } else if line.first == UInt8(ascii: ">") {
            let rest = line.dropFirst()
            guard rest.trimmed.begins(with: "{%") || (rest.first?.isBlank ?? false && rest.trimmed.isPath) else {
                return nil
            }
            self = .script
        } else {
            return nil
        }
    }

    var matter: Remark.Matter {
        switch self {
        case .script: .scriptAfter
        case .responseFile: .responseFile
        case .savedResponse: .savedResponse
        }
    }
}

extension ArraySlice<UInt8> {
    /// One word with a dot or a slash in it: a line of quoted text has more.
    fileprivate var isPath: Bool {
        !isEmpty && !contains(where: \.isBlank) && contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    }
}
