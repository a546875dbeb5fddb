import Addresses
import JOSE

/// A request that is written as a command line of curl, as people write it and browsers copy it.
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

    /// Fields that the transport would add by itself and is told not to.
    package private(set) var omittedFields: [String] = []

    /// A part of the body.
    package enum Piece: Sendable, Hashable {
        case text(String)
        case file(String, as: FileRequest.FileReading = .asIs)
    }

    /// The names of the fields that options other than `--header` add: a field of `--header` takes their place.
    private var implied: Set<String> = []
    private var leftOut: [String] = []
    private var givenMethod: String?
    private var isHead = false
    private var isGet = false
    private var isJSON = false
    private var isGlobbing = true
    private var urls: [String] = []
    private var queries: [String] = []
    private var upload: (path: String, option: String)?
    private var form: [CurlFormPart] = []
    /// The option that gave the last part of the form.
    private var formOption = ""
    private let input: ShellCommand.Input?

    /// What the program is called; the second is written for PowerShell, where the first is something else.
    static let names: Set = ["curl", "curl.exe"]

    /// The command of that line, which makes one request.
    package init(_ line: String) throws(CurlFault) {
        let commands = try Self.commands(ShellWords(line).command)
        guard let only = commands.first, commands.count == 1 else { throw .severalRequests }
        self = only
    }

    /// The commands that a line stands for: one for each URL, on both sides of each `--next`.
    static func commands(_ line: String) throws(CurlFault) -> [CurlCommand] {
        try commands(ShellWords(line).command)
    }

    static func commands(_ command: ShellCommand) throws(CurlFault) -> [CurlCommand] {
        var commands: [CurlCommand] = []
        for words in parts(of: command.words) { commands.append(try CurlCommand(words, command.input)) }
        commands[commands.count - 1].omissions += command.leftOut.map { ($0, .afterwards) }
        return commands
    }

    /// The command of these words, its name included.
    private init(_ words: [String], _ input: ShellCommand.Input?) throws(CurlFault) {
        self.input = input
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
        if name.hasPrefix("no-") {
            switch CurlOption.long[String(name.dropFirst(3))] {
            case .ignored?: return
            case .globOff?:
                isGlobbing = true
                return
            default: break
            }
        }
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
        case .data: addData([Self.piece(value, as: .withoutLineEnds)])
        case .dataRaw: addData([.text(value)])
        case .dataBinary: addData([Self.piece(value, as: .asIs)])
        case .dataEncoded: addData(Self.encoded(value))
        case .json:
            isJSON = true
            body.append(Self.piece(value, as: .asIs))
        case .form, .formText:
            guard let part = CurlFormPart(value, isText: option.isFormText) else {
                throw .badArgument(word, expected: "name=value")
            }
            form.append(part)
            formOption = word
        case .user:
            guard value.contains(":") else { throw .badArgument(word, expected: "user:password") }
            imply("Authorization", "Basic " + Base64.encode(Array(value.utf8)))
        case .cookie:
            guard value.contains("=") else { throw .badArgument(word, expected: "cookies (name=value), not a file") }
            let others = headers.last { implied.contains("cookie") && $0.name == "Cookie" }
            imply("Cookie", others.map { "\($0.value); \(value)" } ?? value)
        case .agent: imply("User-Agent", value)
        case .referer: imply("Referer", value.split(separator: ";").first.map(String.init) ?? value)
        case .bearer: imply("Authorization", "Bearer \(value)")
        case .head: isHead = true
        case .get: isGet = true
        case .url: urls.append(value)
        case .urlQuery:
            // A plus sign in front has the rest taken as it stands.
            guard !value.hasPrefix("+") else { return queries.append(String(value.dropFirst())) }
            queries.append(try Self.text(of: Self.encoded(value), for: word))
        // Each is for another URL.
        case .upload: upload = upload ?? (value, word)
        case .range:
            guard !value.isEmpty, value.utf8.allSatisfy({ $0.isDigit || "-,".utf8.contains($0) }) else {
                throw .badArgument(word, expected: "a range such as 0-99")
            }
            imply("Range", "bytes=\(value.contains("-") ? value : value + "-")")
        case .globOff: isGlobbing = false
        case .timeLimit: maximumTime = try Self.time(value, of: word)
        case .speedTime: timeout = try Self.time(value, of: word)
        case .next, .ignored, .ignoredWithValue: break
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

    /// Adds a field of `--header`.
    private mutating func set(_ name: String, _ value: String) {
        if implied.remove(name.lowercased()) != nil { headers.removeAll { $0.name.lowercased() == name.lowercased() } }
        headers.append((name, value))
    }

    /// Adds a field unless a line of `--header` speaks of it; a later option takes the place of an earlier one.
    private mutating func imply(_ name: String, _ value: String) {
        let key = name.lowercased()
        guard implied.contains(key) || !headers.contains(where: { $0.name.lowercased() == key }) else { return }
        headers.removeAll { $0.name.lowercased() == key }
        implied.insert(key)
        headers.append((name, value))
    }

    /// `Name: value`; `Name;` has no value, and `Name:` leaves a field out that curl would add by itself.
    private mutating func addHeader(_ text: String, _ word: String) throws(CurlFault) {
        if text.hasSuffix(";"), !text.contains(":") { return set(String(text.dropLast()), "") }
        guard let header = HeaderLine(Array(text.utf8)[...].trimmed) else {
            throw .badArgument(word, expected: "'Name: value'")
        }
        guard !header.value.isEmpty else { return leftOut.append(header.name) }
        set(header.name, header.value.text)
    }

    /// `@FILE`, or a text.
    private static func piece(_ value: String, as reading: FileRequest.FileReading) -> Piece {
        value.hasPrefix("@") ? .file(String(value.dropFirst()), as: reading) : .text(value)
    }

    private mutating func addData(_ pieces: [Piece]) {
        if !body.isEmpty { body.append(.text("&")) }
        body += pieces
    }

    /// `value`, `=value`, `name=value`, `@FILE`, `name@FILE`.
    private static func encoded(_ text: String) -> [Piece] {
        guard let sign = text.firstIndex(where: { $0 == "=" || $0 == "@" }) else {
            return [.text(PercentEncoding.component(text.utf8))]
        }
        let name = text[..<sign]
        let rest = text[text.index(after: sign)...]
        let start = name.isEmpty ? "" : "\(name)="
        guard text[sign] == "@" else { return [.text(start + PercentEncoding.component(rest.utf8))] }
        return (start.isEmpty ? [] : [.text(start)]) + [.file(String(rest), as: .encoded)]
    }

    /// The text of pieces that stand in the URL.
    private static func text(of pieces: [Piece], for option: String) throws(CurlFault) -> String {
        let texts = pieces.compactMap { piece in if case .text(let text) = piece { text } else { nil } }
        guard texts.count == pieces.count else { throw .badArgument(option, expected: "data that is not in a file") }
        return texts.joined()
    }

    private mutating func finish() throws(CurlFault) {
        guard let first = urls.first else { throw .noURL }
        guard urls.count == 1 else { throw .tooManyURLs(limit: Self.urlLimit) }
        url = first
        for text in [url, upload?.path ?? ""] where isGlobbing {
            if let glob = CurlGlob.first(in: text) { throw .glob(glob) }
        }
        if !form.isEmpty {
            guard body.isEmpty else { throw .badArgument(formOption, expected: "no other data") }
            let boundary = CurlFormPart.boundary(of: form)
            body = CurlFormPart.body(form, boundary)
            leftOut.removeAll { $0.lowercased() == "content-type" }
            headers.removeAll { $0.name.lowercased() == "content-type" }
            set("Content-Type", "multipart/form-data; boundary=\(boundary)")
        }
        if let upload, !upload.path.isEmpty {
            guard body.isEmpty else { throw .badArgument(upload.option, expected: "no other data") }
            let isInput = upload.path == "-" || upload.path == "."
            body = [.file(isInput ? "-" : upload.path)]
            if !isInput { url = url.addingFileName(of: upload.path) }
        }
        body = try body.map { piece throws(CurlFault) in try filled(piece) }
        if isGet, !body.isEmpty {
            queries.append(try Self.text(of: body, for: "--get"))
            body = []
        }
        for query in queries {
            let fragment = url.firstIndex(of: "#") ?? url.endIndex
            url.insert(contentsOf: (url[..<fragment].contains("?") ? "&" : "?") + query, at: fragment)
        }
        let isUpload = upload?.path.isEmpty == false
        method = givenMethod ?? (isHead ? "HEAD" : body.isEmpty ? "GET" : isUpload ? "PUT" : "POST")
        if isJSON {
            imply("Content-Type", "application/json")
            imply("Accept", "application/json")
        } else if !body.isEmpty, !isUpload, form.isEmpty {
            imply("Content-Type", "application/x-www-form-urlencoded")
        }
        leaveOut()
    }

    /// Takes the fields away that `--header 'Name:'` names and that no other `--header` gives.
    private mutating func leaveOut() {
        for name in leftOut {
            let key = name.lowercased()
            if implied.contains(key) { headers.removeAll { $0.name.lowercased() == key } }
            guard !headers.contains(where: { $0.name.lowercased() == key }) else { continue }
            omittedFields.append(name)
        }
    }

    /// What standard input is, in place of the file `-`.
    private func filled(_ piece: Piece) throws(CurlFault) -> Piece {
        guard case .file("-", let reading) = piece else { return piece }
        switch input {
        case .file(let path): return .file(path, as: reading)
        case .text(let text): return .text(String(decoding: reading.bytes(Array(text.utf8)), as: UTF8.self))
        case nil: throw .noInput
        }
    }
}

extension CurlCommand {
    /// Makes it the request of a file, at that place.
    func fill(_ request: inout FileRequest, from offset: Int) {
        request.method = method
        request.target = [Fragment(url, from: offset)]
        request.headers = headers.map { FileRequest.Header(name: $0.name, value: [Fragment($0.value, from: offset)]) }
        request.omittedFields = omittedFields
        request.bodyKind = .curl
        request.timeout = timeout ?? request.timeout
        request.maximumTime = maximumTime
        request.body = body.map { piece in
            switch piece {
            case .text(let text): .text(Fragment(text, from: offset))
            case .file(let path, let reading): .file(path: Fragment(path, from: offset), as: reading)
            }
        }
    }
}
