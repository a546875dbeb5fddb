import ConsoleKit
import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI

/// A request of a file as it would be sent now, or as it is written where it can't be.
struct RequestPreview: Sendable {
    struct Line: Sendable, Hashable {
        var label: String
        /// May hold text from outside.
        var text: String
        var tone: Tone
        /// The part of the request that the line belongs to.
        var part: RequestFile.Part?
        /// Whether the text goes on in the next row where it is too long.
        var isSentence = false
    }

    let id: RequestID
    /// `orders.http:12`.
    let place: String
    private(set) var lines: [Line] = []
    /// Why it can't be sent as it is; some of that is asked for, or sent first.
    let fault: Remark?

    private var showsParameters = false

    /// More lines of a body are not shown.
    static let bodyLimit = 1000

    init(
        _ request: FileRequest, of file: RequestLibrary.File, _ contents: RequestFile,
        _ resolved: Result<ResolvedRequest, Remark>, _ scene: Scene, _ standIns: StandIns
    ) {
        id = RequestID(request, path: file.path)
        place = file.place(of: request)
        switch resolved {
        case .success(let resolved):
            fault = nil
            add(resolved, request, file, scene)
            addStandIns(standIns)
        case .failure(let remark):
            fault = remark
            addWritten(request, remark, contents, of: file.origin)
        }
        addScopes(file.scopes[request.number], scene)
        if let operation = file.operation(of: request) { addParameters(of: operation) }
        addRemarks(of: request, contents, of: file.origin)
    }

    /// A call of the history.
    init(_ call: SentCall, _ scene: Scene) {
        id = RequestID(path: "history \(call.time.timeIntervalSince1970)", name: "", number: 0)
        place = "sent \(scene.time.moment(call.time))" + (call.count > 1 ? ", \(call.count) times" : "")
        fault = nil
        add(call.method, call.url, part: .requestLine)
        add("Token", call.authorization.words, .muted)
        for header in call.headers { add("", "\(header.name): \(header.value)") }
        let body = call.body.map { Self.lines(Array($0.utf8)) } ?? []
        if !body.isEmpty || call.bodySize == 0 {
            addBody(body, isEditable: false)
        } else {
            let size = call.bodySize > 0 ? "\(ByteCount(call.bodySize)), " : ""
            add("Body", size + (call.original == nil ? "not kept" : "kept until the console exits"), .muted)
        }
        let which = call.count > 1 ? "of the first call: " : ""
        let took = call.duration.map { " in \(DurationText.measured($0))" } ?? ""
        switch call.outcome {
        case .answered(let status): add("Answer", "\(which)\(status)\(took)", status < 400 ? .plain : .warning)
        case .failed(let reason): add("Failed", which + reason, .bad, isSentence: true)
        }
        for line in call.responseBody.map({ Self.lines(Array($0.utf8)) })?.prefix(Self.bodyLimit) ?? [] {
            add("", line, .muted)
        }
        if call.original == nil {
            do throws(SentCall.Incomplete) { _ = try call.request() } catch {
                add("Not sent", "it can't be sent again: \(error.reason)", .warning, isSentence: true)
            }
        }
    }

    private mutating func add(
        _ label: String, _ text: String, _ tone: Tone = .plain, part: RequestFile.Part? = nil, isSentence: Bool = false
    ) {
        lines.append(Line(label: label, text: text, tone: tone, part: part, isSentence: isSentence))
    }

    /// Whether sending it can only fail.
    var isBlocked: Bool {
        switch fault?.matter {
        case nil, .undefined, .notAnswered: false
        default: true
        }
    }

    // MARK: - As it would be sent

    private mutating func add(
        _ resolved: ResolvedRequest, _ request: FileRequest, _ file: RequestLibrary.File, _ scene: Scene
    ) {
        let operation = file.operation(of: request)
        add(resolved.method, resolved.url.absoluteString, part: .requestLine)
        addToken(resolved, request, of: file, scene)
        var rest = resolved.headers[...]
        for (index, header) in request.headers.enumerated() {
            if let first = rest.first, first.name == header.name {
                rest.removeFirst()
                add("", Self.line(first.name, first.value, of: file.origin), part: .header(index))
            } else if header.name.lowercased() == "authorization" {
                let place = file.origin == .openAPI ? "" : " in place of the file's"
                add("", "\(header.name): the session's token\(place)", .muted, part: .header(index))
            } else if header.name == "Content-Type", resolved.body == nil {
                add("", "\(header.name): left out while there is no body", .muted, part: .header(index))
            } else if operation?.leavesOut(header: header.name) == true {
                add("", "\(header.name): left out while it is empty", .muted, part: .header(index))
            } else {
                add("", "\(header.name): is in the URL", .muted, part: .header(index))
            }
        }
        // What the file does not have: cookies of earlier answers.
        for header in rest { add("", Self.line(header.name, header.value, of: .file)) }
        for name in resolved.omittedFields { add("", "\(name): not sent", .muted) }
        addBody(
            resolved.body.map(Self.lines) ?? [], isEditable: request.bodyKind != .curl && file.origin != .openAPI)
    }

    /// Shows placeholders where a value stands that no preview can tell.
    private mutating func addStandIns(_ standIns: StandIns) {
        let placeholders = standIns.placeholders
        guard !placeholders.isEmpty else { return }
        for index in lines.indices { lines[index].text = standIns.shown(lines[index].text) }
        add("Varies", "\(placeholders.joined(separator: ", ")): new with each send", .muted, isSentence: true)
    }

    /// A field, without what it would sign in with; placeholders are shown.
    private static func line(_ name: String, _ value: String, of origin: RequestLibrary.File.Source) -> String {
        if name.lowercased() == "authorization", !value.contains("{{") {
            return "\(name): \(value.prefix { $0 != " " }) (not shown)"
        }
        if origin == .openAPI || value.contains("{{") || StandIns.mayStand(in: value) { return "\(name): \(value)" }
        return "\(name): \(HTTPExchange.shownValue(of: HTTPHeaders.Field(name: name, value: value)))"
    }

    private mutating func addToken(
        _ resolved: ResolvedRequest, _ request: FileRequest, of file: RequestLibrary.File, _ scene: Scene
    ) {
        let hasField = request.headers.contains { $0.name.lowercased() == "authorization" }
        if resolved.carriesSession {
            let token = scene.status.accessToken.map { "the session's, \($0.fingerprint)" }
            add("Token", token ?? "the session's: there is none", token == nil ? .warning : .plain)
        } else if hasField {
            let own = resolved.headers.first { $0.name.lowercased() == "authorization" }
            let scheme = own.map { String($0.value.prefix { $0 != " " }) } ?? ""
            let reason = scheme.lowercased() == "bearer" ? "the session's is not sent there" : scheme
            add("Token", "the file's own: \(reason)", .muted)
        } else {
            let operation = file.operation(of: request)
            let asked = operation?.credentials.isEmpty == false ? "asks for something else" : "asks for none"
            let reason = operation == nil ? "the file has no Authorization field" : "the document \(asked)"
            add("Token", "none: \(reason)", .muted)
        }
    }

    /// Which scope the document asks for, and whether the session has it.
    private mutating func addScopes(_ sets: [[String]]?, _ scene: Scene) {
        let sets = (sets ?? []).filter { !$0.isEmpty }
        guard !sets.isEmpty else { return }
        let words = sets.map { $0.joined(separator: " ") }.joined(separator: ", or ")
        let granted = ScopeText(scene.status).granted
        let isMissing = granted.map { granted in !sets.contains { Set($0).isSubset(of: granted) } } ?? false
        lines.insert(
            Line(
                label: "Scope", text: words + (isMissing ? ": the session does not have it" : ""),
                tone: isMissing ? .warning : .plain, isSentence: true), at: 2)
    }

    /// The parameters that the document has for the call, each with its place and whether it must be given.
    private mutating func addParameters(of operation: OpenAPIDocument.Operation) {
        showsParameters = true
        for index in lines.indices {
            for parameter in operation.parameters {
                for mark in [parameter.mark, "{{%\(parameter.variable)}}", "{{\(parameter.variable)}}"] {
                    lines[index].text = lines[index].text.replacing(mark, with: "{\(parameter.name)}")
                }
            }
        }
        if !operation.credentials.isEmpty {
            let words = "the document asks for \(operation.credentials.joined(separator: " and ")), which is not sent"
            add("Left out", words, .warning, isSentence: true)
        }
        for (index, parameter) in operation.parameters.enumerated() {
            if let obstacle = parameter.obstacle {
                let words = "\(parameter.name) (\(parameter.place.rawValue)): \(obstacle)"
                add("Left out", words, .warning, isSentence: true)
                continue
            }
            let need = parameter.isRequired ? "required" : "optional"
            let allowed = parameter.allowed.isEmpty ? "" : "one of \(parameter.allowed.joined(separator: ", "))"
            let words = [parameter.summary, allowed].filter { !$0.isEmpty }.joined(separator: ", ")
            let summary = words.isEmpty ? "" : ": \(words)"
            add(
                index == 0 ? "Asks for" : "", "\(parameter.name)  \(parameter.place.rawValue), \(need)\(summary)",
                .muted,
                isSentence: true)
        }
    }

    private static func lines(_ body: [UInt8]) -> [String] {
        guard let text = String(validating: body, as: UTF8.self) else { return ["(\(body.count) bytes, not text)"] }
        return text.split(maxSplits: bodyLimit, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { String($0.prefix(2000)) }
    }

    private mutating func addBody(_ body: [String], isEditable: Bool) {
        if isEditable { add("", "+ add a header", .muted, part: .newHeader) }
        guard !body.isEmpty else { return add("Body", "none", .muted, part: .body) }
        for (index, line) in body.prefix(Self.bodyLimit).enumerated() {
            add(index == 0 ? "Body" : "", line, part: .body)
        }
        if body.count > Self.bodyLimit { add("", "the rest is not shown here", .muted) }
    }

    // MARK: - As it is written

    private mutating func addWritten(
        _ request: FileRequest, _ remark: Remark, _ file: RequestFile, of origin: RequestLibrary.File.Source
    ) {
        let line = origin == .openAPI ? "the document" : "line \(remark.position.line)"
        switch remark.matter {
        case .undefined("token") where origin == .openAPI:
            add("Asks for", "token: the session's is not sent to that server", .warning, isSentence: true)
        case .undefined(let name):
            add("Asks for", "\(name), which \(line) does not define", .warning, isSentence: true)
        case .notAnswered(let name):
            add("First", "'\(name)' is sent, because \(line) refers to its answer", .muted, isSentence: true)
        default: add("Not sent", Self.text(of: remark, in: origin), .bad, isSentence: true)
        }
        add(request.method, request.target.map(\.text).joined(), part: .requestLine)
        for (index, header) in request.headers.enumerated() {
            let value = header.value.map(\.text).joined(separator: " ")
            add("", Self.line(header.name, value, of: origin), part: .header(index))
        }
        let body = request.bodyKind == .curl ? request.bodyOfCommand : file.text(of: .body, of: request) ?? ""
        addBody(
            body.isEmpty ? [] : Self.lines(Array(body.utf8)),
            isEditable: request.bodyKind != .curl && origin != .openAPI)
    }

    private static func text(of remark: Remark, in origin: RequestLibrary.File.Source) -> String {
        origin == .openAPI ? remark.words : "line \(remark.position.line): \(remark.words)"
    }

    private mutating func addRemarks(
        of request: FileRequest, _ file: RequestFile, of origin: RequestLibrary.File.Source
    ) {
        if let note = request.note { add("Note", note.isEmpty ? "is sent only after confirmation" : note, .warning) }
        if !request.prompts.isEmpty, !showsParameters {
            add("Asks for", request.prompts.joined(separator: ", "), .muted)
        }
        for remark in file.remarks where request.lines.contains(remark.position.line - 1) && remark != fault {
            add(
                remark.preventsSending ? "Not sent" : "Left out", Self.text(of: remark, in: origin),
                remark.preventsSending ? .bad : .warning, isSentence: true)
        }
    }
}

extension FileRequest {
    /// The body of a command line as it is written there.
    fileprivate var bodyOfCommand: String {
        body.map { line in
            switch line {
            case .text(let text): text.text
            case .file(let path, _): "@\(path.text)"
            }
        }
        .joined()
    }
}

extension OpenAPIDocument.Parameter {
    /// What stands for its value in a request until it is given: no sign in it is changed in a URL.
    var mark: String { "__\(variable)__" }
}
