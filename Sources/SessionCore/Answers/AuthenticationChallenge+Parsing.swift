extension AuthenticationChallenge {
    /// The challenges of every `WWW-Authenticate` field, in order (RFC 9110 §11.6.1).
    ///
    /// Several may share a field. Quoted strings keep their commas and lose their escapes; what fits the grammar
    /// nowhere is skipped up to the next comma, so that one server's mistake does not hide another challenge.
    public static func parse(_ headers: HTTPHeaders) -> [AuthenticationChallenge] {
        headers.values(of: "WWW-Authenticate").flatMap { value in
            var scanner = ChallengeScanner(value)
            return scanner.challenges()
        }
    }

    /// The challenge about the session's token: the first of scheme `Bearer` or `DPoP`, with one that
    /// carries an error preferred.
    public static func token(in headers: HTTPHeaders) -> AuthenticationChallenge? {
        let challenges = parse(headers).filter {
            $0.scheme.equalsIgnoringCase("Bearer") || $0.scheme.equalsIgnoringCase("DPoP")
        }
        return challenges.first { $0.error != nil } ?? challenges.first
    }

    /// What an answer says about the token, for a person to read.
    ///
    /// That is its challenge, and where it can't be understood the fields as they came; `nil` without any such field.
    static func answer(in headers: HTTPHeaders) -> AuthenticationChallenge? {
        let challenge = token(in: headers)
        if let challenge, challenge.error != nil { return challenge }
        let fields = headers.values(of: "WWW-Authenticate")
        guard !fields.isEmpty, challenge == nil || hasMalformed(in: headers) else { return challenge }
        let text = fields.joined(separator: ", ")
        return AuthenticationChallenge(
            scheme: challenge?.scheme ?? "", parameters: challenge?.parameters ?? [:],
            received: String(decoding: text.utf8.prefix(receivedLimit), as: UTF8.self))
    }

    /// How much of fields that can't be understood is kept.
    private static let receivedLimit = 4_096

    /// Whether a field has something that fits the grammar nowhere.
    package static func hasMalformed(in headers: HTTPHeaders) -> Bool {
        headers.values(of: "WWW-Authenticate").contains { field in
            var scanner = ChallengeScanner(field)
            _ = scanner.challenges()
            return scanner.isMalformed
        }
    }
}

/// Reads the grammar of RFC 9110 §11.2, where a comma may end a parameter or a whole challenge.
private struct ChallengeScanner {
    private let bytes: [UInt8]
    private var position = 0
    /// Whether something was met that fits the grammar nowhere.
    private(set) var isMalformed = false
    /// Whether a challenge may begin here: what follows a value without quotes is the rest of its text.
    private var isAfterComma = false

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func challenges() -> [AuthenticationChallenge] {
        var challenges: [AuthenticationChallenge] = []
        var scheme: String?
        var parameters: [String: String] = [:]
        func finished() -> [AuthenticationChallenge] {
            scheme.map { [AuthenticationChallenge(scheme: $0, parameters: parameters)] } ?? []
        }
        while skipSeparators() {
            guard let name = token() else {
                skipToComma()
                continue
            }
            if let value = parameterValue() {
                if scheme == nil { isMalformed = true }
                if scheme != nil, parameters[name.lowercased()] == nil { parameters[name.lowercased()] = value }
            } else if !isAfterComma {
                skipToComma()
            } else {
                challenges += finished()
                scheme = name
                parameters = [:]
                skipToken68()
            }
        }
        return challenges + finished()
    }

    /// Skips white space and commas; `false` at the end.
    private mutating func skipSeparators() -> Bool {
        isAfterComma = position == 0
        while position < bytes.count, isSpace(bytes[position]) || bytes[position] == UInt8(ascii: ",") {
            if bytes[position] == UInt8(ascii: ",") { isAfterComma = true }
            position += 1
        }
        return position < bytes.count
    }

    private mutating func skipSpaces() {
        while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    }

    /// Skips to the next comma that is in no quoted string.
    private mutating func skipToComma() {
        isMalformed = true
        while position < bytes.count, bytes[position] != UInt8(ascii: ",") {
            if bytes[position] == UInt8(ascii: "\"") { _ = quotedString() } else { position += 1 }
        }
    }

    private mutating func token() -> String? {
        let start = position
        while position < bytes.count, isTokenByte(bytes[position]) { position += 1 }
        return start < position ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    /// The value after `=`, or `nil` with the position unchanged where a scheme was read and not a parameter's name.
    private mutating func parameterValue() -> String? {
        let start = position
        skipSpaces()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
            position = start
            return nil
        }
        position += 1
        skipSpaces()
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return quotedString() }
        let valueStart = position
        // Beyond the grammar, whatever is neither space nor comma counts: servers send URLs and lists without quotes.
        while position < bytes.count, !isSpace(bytes[position]), bytes[position] != UInt8(ascii: ",") { position += 1 }
        return String(decoding: bytes[valueStart..<position], as: UTF8.self)
    }

    /// What follows the opening quote; one that is never closed ends with the field.
    private mutating func quotedString() -> String {
        position += 1
        var text: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
            text.append(bytes[position])
            position += 1
        }
        if position >= bytes.count { isMalformed = true }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// Skips `abc/def==` directly after a scheme: credentials in one piece, which no token scheme uses.
    private mutating func skipToken68() {
        let start = position
        skipSpaces()
        guard position > start else { return }
        let tokenStart = position
        while position < bytes.count, TokenShape.isTokenByte(bytes[position]) { position += 1 }
        while position < bytes.count, bytes[position] == UInt8(ascii: "=") { position += 1 }
        let isWhole = position > tokenStart && (position == bytes.count || bytes[position] == UInt8(ascii: ","))
        // A parameter without a value, `realm=`, looks like a padded token68 as well; both say nothing.
        if !isWhole { position = start }
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    private func isTokenByte(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte) }
}
