import ConsoleKit
import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI

extension RequestsScreen {
    /// Sends what is selected: a request of a file, or a call of the history once more.
    mutating func callSelected(count: Int, in scene: Scene) -> [PaneOutput] {
        isChosen = true
        guard let call = list.selectedCall else { return begin(list.selected, count: count, in: scene) }
        do throws(SentCall.Incomplete) {
            let request = try call.request()
            var draft = RequestDraft()
            (draft.method, draft.target, draft.authorization) = (call.method, call.url, call.authorization)
            let calls = response.calls.begin(draft, count: count, at: scene.now)
            bringResponse()
            return [.effect(.call(.send(calls, request, call.authorization)))]
        } catch {
            let advice = "\(RequestListPane.Action.history.letter) returns to the files"
            return [.notice(Notice(.bad, "It can't be sent again: \(error.reason)", advice: advice))]
        }
    }

    /// Whether what is selected can be sent at once: it asks nothing, needs no file, and no other answer before.
    func sendsAtOnce(in scene: Scene) -> Bool {
        guard let found = list.selected.flatMap(list.request) else { return list.selectedCall != nil }
        let answered = scope.answers[found.file.path] ?? [:]
        guard found.request.note == nil, found.request.prompts.isEmpty,
            found.contents.prerequisites(of: found.request).allSatisfy({ answered[$0.name] != nil })
        else { return false }
        let (outcome, lacking) = resolve(found, files: [:], in: scene)
        return lacking.isEmpty && (try? outcome.get()) != nil
    }

    /// Sends a request, after those whose answers it refers to and that have not been answered in this run.
    mutating func begin(_ id: RequestID?, count: Int, in scene: Scene) -> [PaneOutput] {
        guard let id, let found = list.request(id) else { return [.notice(Notice(.muted, "No request is selected"))] }
        // A note asks to be sent on purpose only.
        if let note = found.request.note, confirmed != id {
            confirmed = id
            let words = note.isEmpty ? "The file asks for confirmation first" : "The file notes: \(note)"
            return [.notice(Notice(.warning, words, advice: "the same key again sends it"))]
        }
        confirmed = nil
        let answered = scope.answers[id.path] ?? [:]
        let earlier = found.contents.prerequisites(of: found.request).filter { answered[$0.name] == nil }
        sending = RequestSending(queue: earlier.map { RequestID($0, path: id.path) } + [id], count: count)
        return sendNext(in: scene)
    }

    /// Takes a typed value for a variable and goes on.
    mutating func give(_ value: String, for name: String, in scene: Scene) -> [PaneOutput] {
        guard let path = sending?.queue.first?.path else { return [] }
        scope.given[path, default: [:]][name] = value
        sending?.asked.insert(name)
        return sendNext(in: scene)
    }

    /// Takes the bytes of files that a body names and goes on.
    mutating func adopt(_ files: [String: Result<[UInt8], FileRefusal>], in scene: Scene) -> [PaneOutput] {
        guard sending?.isWaiting == false else { return [] }
        sending?.files.merge(files) { $1 }
        return sendNext(in: scene)
    }

    /// Sends the next request of the queue, or asks for what it lacks.
    private mutating func sendNext(in scene: Scene) -> [PaneOutput] {
        guard let sending, let id = sending.queue.first, let found = list.request(id) else {
            self.sending = nil
            return []
        }
        if let name = found.request.prompts.first(where: { !sending.asked.contains($0) }) {
            ask(name, id)
            return []
        }
        let (outcome, lacking) = resolve(found, files: sending.files, in: scene)
        guard lacking.isEmpty else { return [.effect(.requests(.readBodies(lacking, besides: id.path)))] }
        switch outcome {
        case .success(let resolved):
            return call(resolved, id, count: sending.queue.count == 1 ? sending.count : 1, in: scene)
        case .failure(let remark):
            if case .undefined(let name) = remark.matter, !sending.asked.contains(name) {
                ask(name, id)
                return []
            }
            self.sending = nil
            let key = Action.edit.letter
            let place = "\(found.file.place(of: found.request, line: remark.position.line)): "
            let isPasted = found.file.origin == .pasted
            let object = found.file.origin == .openAPI ? "document" : "file at its line"
            return [
                .notice(
                    Notice(
                        .bad, "Not sent: \(isPasted ? "" : place)\(remark.words)",
                        advice: isPasted ? nil : "\(key) opens the \(object)"))
            ]
        }
    }

    private mutating func ask(_ name: String, _ id: RequestID) {
        let isSecret = SecretNames.contains(variable: name)
        let found = list.request(id)
        let operation = found.flatMap { $0.file.operation(of: $0.request) }
        let parameter = operation?.parameter(asked: name)
        let known = isSecret ? nil : scope.given[id.path]?[name] ?? parameter?.offered
        field = Field(purpose: .variable(name), text: TextField(known ?? "", kind: isSecret ? .secret : .line))
        let path = parameter?.place == .file ? "path of a file, relative to the document" : ""
        field?.placeholder = path
        if let parameter, !parameter.isRequired {
            let values = parameter.allowed.isEmpty ? path : parameter.allowed.joined(separator: ", ")
            field?.placeholder = "empty: left out" + (values.isEmpty ? "" : "; or \(values)")
            // The placeholder is out of sight behind a value.
            if known?.isEmpty == false { field?.question = "\(name) (empty: left out)" }
        }
        // What a document says of a parameter may be long.
        if operation == nil { field?.question = found?.request.questions[name] }
    }

    private mutating func call(
        _ resolved: ResolvedRequest, _ id: RequestID, count: Int, in scene: Scene
    ) -> [PaneOutput] {
        let draft = RequestDraft(resolved)
        let calls = response.calls.begin(draft, count: count, at: scene.now)
        let isReferred = list.request(id).map { $0.contents.mentions($0.request, ".request.") } ?? false
        for call in calls {
            running[call] = id
            if isReferred { sent[call] = resolved }
        }
        sending?.isWaiting = true
        bringResponse()
        return [
            .effect(.call(.protect(resolved.secrets.map { Secret($0) }))),
            .effect(.call(.send(calls, resolved.request, draft.authorization))),
        ]
    }

    /// Records the end of a call, and sends the request that waited for its answer.
    mutating func end(
        _ call: CallID, with result: Result<AuthorizedResponse, SessionError>, in scene: Scene
    ) -> [PaneOutput] {
        let outputs = response.end(call, with: result)
        guard let id = running.removeValue(forKey: call) else { return outputs }
        let sent = sent.removeValue(forKey: call)
        if case .success(let answer) = result { record(answer, to: sent, of: id, in: scene) }
        guard let sending, sending.isWaiting, sending.queue.first == id else { return outputs }
        self.sending?.isWaiting = false
        self.sending?.queue.removeFirst()
        guard let next = self.sending?.queue.first else {
            self.sending = nil
            return outputs
        }
        if case .success(let answer) = result, answer.response.status < 400 { return outputs + sendNext(in: scene) }
        self.sending = nil
        if case .failure(.cancelled) = result { return outputs }
        return outputs + [.notice(Notice(.bad, "\(next.name) was not sent, because \(id.name) failed"))]
    }

    /// Keeps an answer's cookies, and the answer where other requests of the file may refer to it.
    private mutating func record(
        _ answer: AuthorizedResponse, to sent: ResolvedRequest?, of id: RequestID, in scene: Scene
    ) {
        guard let found = list.request(id) else { return }
        if found.request.usesCookies { scope.cookies[id.path, default: CookieJar()].take(answer, at: scene.now) }
        let response = answer.response
        guard response.body.count <= Self.largestReferredAnswer,
            sent != nil || found.contents.mentions(found.request, ".response.")
        else { return }
        scope.answers[id.path, default: [:]][found.request.name] = RecordedAnswer(
            status: response.status, headers: response.headers.fields.map { ($0.name, $0.value) }, body: response.body,
            request: sent)
    }

    /// Larger answers are not kept for references, in bytes.
    private static let largestReferredAnswer = 4 << 20
}

extension OpenAPIDocument.Parameter {
    /// The value that is offered when it is asked for.
    ///
    /// An optional parameter that only lists its values begins empty: the first of them may filter what comes.
    var offered: String? { !isRequired && allowed.first == initial ? nil : initial }
}

extension RequestDraft {
    /// What the response pane says of a call of a file.
    ///
    /// The values of secret variables are left out: they were typed, or are those of the private environment.
    fileprivate init(_ resolved: ResolvedRequest) {
        self.init()
        method = resolved.method
        target = resolved.secrets.filter { $0.count >= 4 }
            .reduce(resolved.url.absoluteString) { $0.replacing($1, with: SecretNames.dots) }
        authorization = resolved.carriesSession ? .required : .none
    }
}

extension RequestFile {
    /// Whether a placeholder may speak of a request: of its answer, or of what was sent.
    fileprivate func mentions(_ request: FileRequest, _ part: String) -> Bool {
        bytes.contains(Array("\(request.name)\(part)".utf8))
    }
}
