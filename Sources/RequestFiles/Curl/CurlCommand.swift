import Addresses
import JOSE

/// A request that is written as a command line of curl, as people write it and browsers copy it.
///
/// A file that `--data @FILE` names keeps its line breaks, which curl takes out.
package struct CurlCommand: Sendable {
    package private(set) var method = "GET"
    package private(set) var url = ""
    package private(set) var headers: [(name: String, value: String)] = []
    package private(set) var body: [Piece] = []
    /// What `--speed-time` says, whatever the speed: how long the server may be silent.
    package private(set) var timeout: Duration?
    package private(set) var maximumTime: Duration?
    /// Options that are left out, although the request is another without them.
    package private(set) var omissions: [(option: String, reason: CurlOmission)] = []

    /// A part of the body.
    package enum Piece: Sendable, Hashable {
        case text(String)
        case file(String)
    }

    /// Fields that curl would add by itself and is told not to, in lower case.
    private var leftOut: Set<String> = []
    private var givenMethod: String?
    private var isHead = false
    private var isGet = false
    private var isJSON = false
    private var urls: [String] = []
    private var form: [CurlFormPart] = []
    /// The option that gave the last part of the form.
    private var formOption = ""

    /// What the program is called; the second is written for PowerShell, where the first is something else.
    static let names: Set = ["curl", "curl.exe"]

    package init(_ line: String) throws(CurlFault) { try self.init(ShellWords(line).words) }

    /// The command of these words, its name included.
    init(_ words: [String]) throws(CurlFault) {
        var words = words[...]
        guard words.popFirst().map(Self.names.contains) == true else { throw .notCurl }
        var takesOptions = true
        while let word = words.popFirst() {
            if takesOptions, word == "--" {
                takesOptions = false
            } else if takesOptions, word.hasPrefix("--") {
                try readLong(word, &words)
            } else if takesOptions, word.hasPrefix("-"), word.count > 1 {
                try readShort(word.dropFirst(), &words)
            } else {
                urls.append(word)
            }
        }
        try finish()
    }

    private mutating func readLong(_ word: String, _ words: inout ArraySlice<String>) throws(CurlFault) {
        let name = String(word.dropFirst(2))
        if name.hasPrefix("no-"), case .ignored? = CurlOption.long[String(name.dropFirst(3))] { return }
        guard let option = CurlOption.long[name] else { throw .unknownOption(word) }
        var value = ""
        if option.takesValue {
            guard let next = words.popFirst() else { throw .missingArgument(word) }
            value = next
        }
        try apply(option, value, as: word)
    }

    /// Letters may stand together, the last one with its value: `-sXPOST`.
    private mutating func readShort(_ letters: Substring, _ words: inout ArraySlice<String>) throws(CurlFault) {
        var rest = letters
        while let letter = rest.popFirst() {
            let word = "-\(letter)"
            guard let name = CurlOption.short[letter], let option = CurlOption.long[name] else {
                throw .unknownOption(word)
            }
            guard option.takesValue else {
                try apply(option, "", as: word)
                continue
            }
            if rest.isEmpty {
                guard let next = words.popFirst() else { throw .missingArgument(word) }
                rest = next[...]
            }
            return try apply(option, String(rest), as: word)
        }
    }

    private mutating func apply(_ option: CurlOption, _ value: String, as word: String) throws(CurlFault) {
        switch option {
        case .method:
            guard !value.isEmpty, value.utf8.allSatisfy(\.isTokenByte) else {
                throw .badArgument(word, expected: "a method")
            }
            givenMethod = value
        case .header: try addHeader(value, word)
        case .data:
            if value.hasPrefix("@") { addData([.file(String(value.dropFirst()))]) } else { addData([.text(value)]) }
        case .dataRaw: addData([.text(value)])
        case .dataBinary: addData([value.hasPrefix("@") ? .file(String(value.dropFirst())) : .text(value)])
        case .dataEncoded: addData([.text(try Self.encoded(value, word))])
        case .json:
            isJSON = true
            body.append(value.hasPrefix("@") ? .file(String(value.dropFirst())) : .text(value))
        case .form, .formText:
            guard let part = CurlFormPart(value, isText: option.isFormText) else {
                throw .badArgument(word, expected: "name=value")
            }
            form.append(part)
            formOption = word
        case .user:
            guard value.contains(":") else { throw .badArgument(word, expected: "user:password") }
            set("Authorization", "Basic " + Base64.encode(Array(value.utf8)))
        case .cookie:
            guard value.contains("=") else { throw .badArgument(word, expected: "cookies (name=value), not a file") }
            set("Cookie", value)
        case .agent: set("User-Agent", value)
        case .referer: set("Referer", value.split(separator: ";").first.map(String.init) ?? value)
        case .bearer: set("Authorization", "Bearer \(value)")
        case .head: isHead = true
        case .get: isGet = true
        case .url: urls.append(value)
        case .timeLimit: maximumTime = try Self.time(value, of: word)
        case .speedTime: timeout = try Self.time(value, of: word)
        case .ignored, .ignoredWithValue: break
        case .insecure: omissions.append((word, .insecure))
        case .setting(let own): omissions.append((word, .setting(own)))
        case .notDone: throw .optionNotDone(word)
        }
    }

    private static func time(_ value: String, of word: String) throws(CurlFault) -> Duration {
        guard let seconds = Double(value), seconds > 0, seconds <= 86_400 else {
            throw .badArgument(word, expected: "a number of seconds")
        }
        return .milliseconds(Int((seconds * 1000).rounded(.up)))
    }

    private mutating func set(_ name: String, _ value: String) { headers.append((name, value)) }

    /// `Name: value`; `Name;` has no value, and `Name:` leaves a field out that curl would add by itself.
    private mutating func addHeader(_ text: String, _ word: String) throws(CurlFault) {
        if text.hasSuffix(";"), !text.contains(":") { return set(String(text.dropLast()), "") }
        guard let header = HeaderLine(Array(text.utf8)[...].trimmed) else {
            throw .badArgument(word, expected: "'Name: value'")
        }
        guard !header.value.isEmpty else {
            leftOut.insert(header.name.lowercased())
            return
        }
        set(header.name, header.value.text)
    }

    private mutating func addData(_ pieces: [Piece]) {
        if !body.isEmpty { body.append(.text("&")) }
        body += pieces
    }

    /// `value`, `=value`, `name=value`; the forms that read a file are not done.
    private static func encoded(_ text: String, _ word: String) throws(CurlFault) -> String {
        guard let sign = text.firstIndex(where: { $0 == "=" || $0 == "@" }) else {
            return PercentEncoding.component(text.utf8)
        }
        guard text[sign] == "=" else { throw .badArgument(word, expected: "name=value; files are not read for it") }
        let name = text[..<sign]
        let value = PercentEncoding.component(text[text.index(after: sign)...].utf8)
        return name.isEmpty ? value : "\(name)=\(value)"
    }

    private mutating func finish() throws(CurlFault) {
        guard let first = urls.first else { throw .noURL }
        guard urls.count == 1 else { throw .severalURLs }
        url = first
        if isGet, !body.isEmpty {
            let texts = body.compactMap { piece in if case .text(let text) = piece { text } else { nil } }
            guard texts.count == body.count else { throw .badArgument("--get", expected: "data that is not in a file") }
            let fragment = url.firstIndex(of: "#") ?? url.endIndex
            url.insert(contentsOf: (url[..<fragment].contains("?") ? "&" : "?") + texts.joined(), at: fragment)
            body = []
        }
        if !form.isEmpty {
            guard body.isEmpty else { throw .badArgument(formOption, expected: "no data beside it") }
            let boundary = CurlFormPart.boundary(of: form)
            body = CurlFormPart.body(form, boundary)
            headers.removeAll { $0.name.lowercased() == "content-type" }
            set("Content-Type", "multipart/form-data; boundary=\(boundary)")
        }
        method = givenMethod ?? (isHead ? "HEAD" : body.isEmpty ? "GET" : "POST")
        func has(_ name: String) -> Bool {
            leftOut.contains(name) || headers.contains { $0.name.lowercased() == name }
        }
        if isJSON {
            if !has("content-type") { set("Content-Type", "application/json") }
            if !has("accept") { set("Accept", "application/json") }
        } else if !body.isEmpty, !has("content-type") {
            set("Content-Type", "application/x-www-form-urlencoded")
        }
    }
}

extension CurlCommand {
    /// Makes it the request of a file, at that place.
    func fill(_ request: inout FileRequest, from offset: Int) {
        request.method = method
        request.target = [Fragment(url, from: offset)]
        request.headers = headers.map { FileRequest.Header(name: $0.name, value: [Fragment($0.value, from: offset)]) }
        request.bodyKind = .curl
        request.timeout = timeout ?? request.timeout
        request.maximumTime = maximumTime
        request.body = body.map { piece in
            switch piece {
            case .text(let text): .text(Fragment(text, from: offset))
            case .file(let path): .file(path: Fragment(path, from: offset), fills: false, encoding: .utf8)
            }
        }
    }
}
