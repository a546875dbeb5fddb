/// Reads what stands between two separators: variables, comments, a request line or curl command, and what belongs to
/// its answer.
struct BlockReader {
    /// One, or several of one curl command; none in a block without a request line.
    private(set) var requests: [FileRequest] = []
    private(set) var variables: [FileVariable] = []
    private(set) var remarks: [(offset: Int, matter: Remark.Matter)] = []

    private let source: SourceLines
    private let lines: Range<Int>
    /// The next line.
    private var index: Int
    private var draft = FileRequest(number: 0)
    /// The requests behind `--next` of a curl command.
    private var others: [FileRequest] = []

    init(_ source: SourceLines, _ lines: Range<Int>) {
        self.source = source
        // Blank lines before the next separator belong to nobody.
        let last = lines.last { !source[$0].trimmed.isEmpty }
        self.lines = lines.lowerBound..<(last.map { $0 + 1 } ?? lines.lowerBound)
        index = lines.lowerBound
    }

    mutating func read() {
        guard readRequestLine() else { return }
        draft.lines = lines
        if !readCurl() {
            readTarget()
            readHeaders()
            readBody()
        }
        readAnswerParts()
        finish()
        requests = [draft] + others
    }

    private mutating func remark(_ matter: Remark.Matter, at place: ArraySlice<UInt8>) {
        remarks.append((place.startIndex, matter))
    }

    private var line: ArraySlice<UInt8> { source[index] }

    // MARK: Before the request

    /// Moves to the request line, past all that may stand before it; answers whether there is one.
    private mutating func readRequestLine() -> Bool {
        while index < lines.upperBound {
            let text = line.trimmed
            if text.isEmpty {
                index += 1
            } else if readComment(text) || readVariable(text) {
                index += 1
            } else if text.begins(with: "<") {
                remark(.scriptBefore, at: text)
                skipScript(text)
            } else if let word = Self.inclusions.first(where: { text.firstWord.word.elementsEqual($0.utf8) }),
                !text.firstWord.rest.isEmpty
            {
                remark(.inclusion(word), at: text)
                index += 1
            } else {
                return true
            }
        }
        return false
    }

    private static let inclusions = ["import", "run"]

    /// Takes a line for a comment, and what it may say of the request.
    private mutating func readComment(_ text: ArraySlice<UInt8>) -> Bool {
        guard let comment = text.comment else { return false }
        if let directive = Directive(comment) { apply(directive, at: comment) }
        return true
    }

    private mutating func apply(_ directive: Directive, at place: ArraySlice<UInt8>) {
        switch directive {
        case .name(let name): draft.givenName = name
        case .note(let text): draft.note = text
        case .prompt(let name, let question):
            draft.prompts.append(name)
            if !question.isEmpty { draft.questions[name] = question }
        case .noRedirect: draft.followsRedirects = false
        case .timeout(let duration): draft.timeout = duration
        case .noCookies: draft.usesCookies = false
        case .nothing: break
        case .bad(let name, let expected): remark(.badDirective(name: name, expected: expected), at: place)
        case .unknown(let name): remark(.unknownDirective(name), at: place)
        }
    }

    private mutating func readVariable(_ text: ArraySlice<UInt8>) -> Bool {
        guard let definition = VariableDefinition(text) else { return false }
        variables.append(FileVariable(name: definition.name, value: Fragment(definition.value), line: index))
        return true
    }

    /// Moves past a script: to the line that ends with `%}`, or past the one line that names its file.
    private mutating func skipScript(_ text: ArraySlice<UInt8>) {
        index += 1
        guard text.firstPlace(of: "{%") != nil, text.firstPlace(of: "%}") == nil else { return }
        while index < lines.upperBound {
            let isEnd = line.firstPlace(of: "%}") != nil
            index += 1
            if isEnd { return }
        }
    }

    // MARK: The request

    /// Reads a command line of curl, which may go on over lines; answers whether there is one.
    private mutating func readCurl() -> Bool {
        let start = line.trimmed
        draft.offset = start.startIndex
        guard CurlCommand.names.contains(start.firstWord.word.text), !start.firstWord.rest.isEmpty else { return false }
        var end = index
        while end + 1 < lines.upperBound, !source[end + 1].trimmed.isEmpty,
            !source[end + 1].isAnswerPart || source[end].trimmedAtEnd.last == UInt8(ascii: "\\")
        {
            end += 1
        }
        // Quotation marks may hold empty lines.
        var text = source.whole(index..<end + 1).prefix(Self.curlLimit).text
        var commands = Result { () throws(CurlFault) in try CurlCommand.commands(text) }
        var tries = 0
        while case .failure(let fault) = commands, fault.isOpen, end + 1 < lines.upperBound, tries < Self.emptyLineLimit
        {
            repeat { end += 1 } while end + 1 < lines.upperBound && !source[end].trimmed.isEmpty
            tries += 1
            text = source.whole(index..<end + 1).prefix(Self.curlLimit).text
            commands = Result { () throws(CurlFault) in try CurlCommand.commands(text) }
        }
        index = end + 1
        switch commands {
        case .failure(let fault): remark(.curl(fault), at: start)
        case .success(let commands):
            let common = draft
            for (index, command) in commands.enumerated() {
                var request = common
                command.fill(&request, from: start.startIndex)
                if index == 0 { draft = request } else { others.append(request) }
                for omission in command.omissions {
                    remark(.curlOptionLeftOut(omission.option, because: omission.reason), at: start)
                }
            }
        }
        return true
    }

    /// How many empty lines the words of a command may hold.
    private static let emptyLineLimit = 20
    /// The longest command, in bytes; what is cut off leaves a quotation mark open.
    private static let curlLimit = 1 << 20

    private mutating func readTarget() {
        let first = line.trimmed
        var pieces = [first]
        index += 1
        while index < lines.upperBound, line.first?.isBlank ?? false || line.first.map(Self.goesOn) ?? false {
            let piece = line.trimmed
            if piece.isEmpty || (HeaderLine(piece) != nil && !(piece.first.map(Self.goesOn) ?? false)) { break }
            if !readComment(piece) { pieces.append(piece) }
            index += 1
        }
        if let last = pieces.last { pieces[pieces.count - 1] = last.withoutHTTPVersion }
        let shape = RequestLine(pieces[0])
        draft.method = shape.method
        pieces[0] = shape.target
        draft.target = pieces.map { Fragment($0) }
        if let fault = shape.fault { remark(fault, at: first) }
        for piece in pieces { check(piece) }
    }

    /// What a line of a query or path begins with.
    private static func goesOn(_ byte: UInt8) -> Bool { "?&".utf8.contains(byte) }

    private mutating func readHeaders() {
        while index < lines.upperBound, !line.trimmed.isEmpty, !line.isAnswerPart {
            let text = line.trimmed
            defer { index += 1 }
            if readComment(text) { continue }
            if line.first?.isBlank ?? false, !draft.headers.isEmpty, HeaderLine(text) == nil {
                draft.headers[draft.headers.count - 1].value.append(Fragment(text))
                check(text)
            } else if let header = HeaderLine(text) {
                draft.headers.append(FileRequest.Header(name: header.name, value: [Fragment(header.value)]))
                check(text)
            } else {
                remark(.notHeader, at: text)
            }
        }
    }

    /// Records what can't stand in a request line or a field.
    private mutating func check(_ text: ArraySlice<UInt8>) {
        if text.count > RequestFile.fieldLimit { remark(.lineTooLong(limit: RequestFile.fieldLimit), at: text) }
        if let place = text.firstIndex(where: \.isControl) {
            remark(.controlCharacter(text[place]), at: text[place...])
        }
        if String(validating: text, as: UTF8.self) == nil { remark(.notText, at: text) }
    }

    private mutating func readBody() {
        if index < lines.upperBound, line.trimmed.isEmpty { index += 1 }
        let start = index
        while index < lines.upperBound, !line.isAnswerPart { index += 1 }
        let end = (start..<index).last { !source[$0].trimmed.isEmpty }.map { $0 + 1 } ?? start
        let body = (start..<end).map { source[$0] }
        if isBesideTheRequest(body) {
            for (number, text) in body.enumerated() {
                guard let definition = VariableDefinition(text.trimmed) else { continue }
                variables.append(
                    FileVariable(name: definition.name, value: Fragment(definition.value), line: start + number))
            }
            return
        }
        let leavesCommentsOut = draft.hasBodyWithoutComments(beginning: body.first { !$0.trimmed.isEmpty })
        for text in body where !(leavesCommentsOut && text.trimmed.comment != nil) {
            switch BodyFile(text) {
            case nil where text.isScript:
                remark(.scriptBefore, at: text)
            case nil: draft.body.append(.text(Fragment(text)))
            case .some(let file):
                let path = Fragment(file.path)
                draft.body.append(.file(path: path, as: file.fills ? .filled(file.encoding) : .asIs))
                if let name = file.unknownEncoding { remark(.encodingNotDone(name), at: text) }
            }
        }
    }

    /// Whether what stands behind the empty line is not a body, but comments and variables for what follows.
    private func isBesideTheRequest(_ body: [ArraySlice<UInt8>]) -> Bool {
        draft.fields("Content-Type").isEmpty
            && body.allSatisfy { line in
                let text = line.trimmed
                return text.isEmpty || text.comment != nil || VariableDefinition(text) != nil
            }
    }

    // MARK: After the request

    private mutating func readAnswerParts() {
        var isStray = false
        while index < lines.upperBound {
            let text = line.trimmed
            if text.isEmpty || readComment(text) {
                index += 1
            } else if let part = AnswerPart(line) {
                remark(part.matter, at: text)
                if part == .script { skipScript(text) } else { index += 1 }
            } else {
                if !isStray { remark(.strayLine, at: text) }
                isStray = true
                index += 1
            }
        }
    }

    private mutating func finish() {
        if draft.method == "GRAPHQL" || draft.fields("X-REQUEST-TYPE").contains(where: \.isGraphQL) {
            draft.method = "POST"
            draft.bodyKind = .graphQL
            draft.headers.removeAll { Array($0.name.utf8)[...].isSameName(as: "X-REQUEST-TYPE") }
        }
    }
}

extension FileRequest.Header {
    fileprivate var isGraphQL: Bool { value.first?.bytes.trimmed.isSameName(as: "GraphQL") ?? false }
}

extension FileRequest {
    /// Whether lines of the body that begin as comments are comments: in JSON and forms they can't be anything else.
    fileprivate func hasBodyWithoutComments(beginning first: ArraySlice<UInt8>?) -> Bool {
        guard let type = fields("Content-Type").first?.value.first?.bytes.trimmed.text.lowercased() else {
            return first?.trimmed.first.map { "{[".utf8.contains($0) } ?? false
        }
        return type.contains("json") || type.hasPrefix("application/x-www-form-urlencoded")
    }
}
