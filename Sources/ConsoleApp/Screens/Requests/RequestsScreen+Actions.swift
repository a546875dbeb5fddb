import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI

extension RequestsScreen {
    /// What works in every pane of the screen; calls have the keys of the main screen.
    enum Action: String, KeyAction {
        case send
        case resend
        case burst
        case stepUp = "step-up"
        case edit
        case inspect = "inspect-token"
        case paste = "paste-curl"
        case environment
        case reload

        var binding: Binding {
            switch self {
            case .send: CallAction.send.binding
            case .resend: CallAction.resend.binding
            case .burst: CallAction.burst.binding
            case .stepUp: CallAction.stepUp.binding
            case .edit: Binding([.character("e")], "$EDITOR", "open the file in $EDITOR at the request", .text)
            case .inspect: CallAction.inspect.binding
            case .paste: Binding([.character("p")], "paste curl", "make a request of a pasted curl command", .requests)
            case .environment:
                Binding([.character("E")], "environment", "take variables from the next environment", .requests)
            case .reload: Binding([.character("L")], "read again", "read the folder's request files again", .requests)
            }
        }
    }

    mutating func perform(_ action: Action, in scene: Scene) -> [PaneOutput] {
        if let obstacle = obstacle(to: action, in: scene) {
            return [.notice(Notice(.muted, obstacle.capitalizedFirst))]
        }
        switch action {
        case .send: return sendSelected(count: 1, in: scene)
        case .resend: return begin(lastSent, count: 1, in: scene)
        case .burst: field = Field(purpose: .burst)
        case .stepUp: return response.stepUp.map { [.signIn($0)] } ?? []
        case .edit: return openEditor()
        case .inspect: return [.inspect(nil)]
        case .paste: field = Field(purpose: .paste, text: TextField(kind: .line))
        case .environment: return stepEnvironment()
        case .reload: return [.effect(.requests(.read))]
        }
        return []
    }

    func hints(in _: Scene) -> [Action] {
        let call: [Action] = focus == .response ? [.send] : []
        let stepUp: [Action] = response.stepUp == nil ? [] : [.stepUp]
        let file: [Action] = editObstacle == nil ? [.edit] : []
        let environment: [Action] =
            list.tab == .files && list.library?.environmentNames.isEmpty == false ? [.environment] : []
        return stepUp + call + file + environment + [.paste, .reload]
    }

    func obstacle(to action: Action, in _: Scene) -> String? {
        switch action {
        case .send, .burst: list.selected == nil && list.selectedCall == nil ? "no request is selected" : nil
        case .resend: lastSent == nil ? "no call was sent yet" : nil
        case .stepUp: response.stepUp == nil ? "the answer asks for no other scope or sign-in" : nil
        case .edit: editObstacle
        case .environment:
            list.library?.environmentNames.isEmpty == false
                ? nil : "no environment: the file \(RequestEnvironments.fileName) beside the request files defines them"
        case .inspect, .paste, .reload: nil
        }
    }

    private var editObstacle: String? {
        guard let row = list.selectedRow else { return "no file is selected" }
        if row.call != nil { return "a call of the history has no file" }
        guard let file = list.files.first(where: { $0.path == row.path }) else { return "no file is selected" }
        return file.origin == .pasted
            ? "a pasted request has no file: \(FileRequestPane.Action.editPart.letter) edits it here" : nil
    }

    private func openEditor() -> [PaneOutput] {
        guard let row = list.selectedRow, let path = row.path else { return [] }
        // The lines of a document's requests are not its own.
        let isDocument = list.files.first { $0.path == path }?.origin == .openAPI
        return [.effect(.requests(.edit(path: path, line: isDocument ? 1 : row.line ?? 1)))]
    }

    private mutating func stepEnvironment() -> [PaneOutput] {
        let names = list.library?.environmentNames ?? []
        let index = scope.environment.flatMap(names.firstIndex) ?? -1
        scope.environment = names.indices.contains(index + 1) ? names[index + 1] : nil
        list.environment = scope.environment
        let words = scope.environment.map { "Environment \($0)" } ?? "No environment: what all share is used"
        return [.notice(Notice(.plain, "\(words) · there is: \(names.joined(separator: ", "))"))]
    }

    // MARK: - The screen's own fields

    var ownPrompt: Prompt? {
        guard let field else { return nil }
        switch field.purpose {
        case .paste:
            return Prompt(
                title: "Paste a curl command:", verb: "keep", field: field.text, flaw: field.flaw,
                isForLooking: false)
        case .burst:
            return Prompt(
                title: "Burst: how many calls at once?", verb: "send", field: field.text,
                placeholder: "\(SessionScreen.usualBurst)", flaw: field.flaw, isForLooking: false)
        case .variable(let name):
            return Prompt(
                title: field.question.map { $0.hasSuffix("?") ? $0 : "\($0):" } ?? "\(name):", verb: "send with it",
                field: field.text, placeholder: field.placeholder, flaw: field.flaw, isForLooking: false)
        }
    }

    mutating func typeInOwnPrompt(_ key: Key, in scene: Scene) -> [PaneOutput] {
        let flaw = field?.flaw
        field?.flaw = nil
        switch key {
        case .escape:
            field = nil
            sending = nil
        case .enter where flaw != nil && field?.purpose == .paste && field?.text.isEmpty == true: field?.flaw = flaw
        case .enter: return keepField(in: scene)
        case .paste(let text) where field?.purpose == .paste && field?.text.isEmpty == true:
            // It stays in sight until it is kept: the key that does that must not send it.
            do throws(CurlFault) {
                let (text, hadCookies) = try Self.safe(text)
                field?.pasted = text
                field?.hadCookies = hadCookies
                _ = field?.text.handle(.paste(text.replacing("\\\n", with: " ")))
            } catch {
                // It is not shown: whatever its words are, they may hold a password.
                field?.flaw = [error.words, error.advice].compactMap(\.self).joined(separator: ". ")
            }
        default:
            field?.pasted = nil
            _ = field?.text.handle(key)
        }
        return []
    }

    private mutating func keepField(in scene: Scene) -> [PaneOutput] {
        guard let field else { return [] }
        switch field.purpose {
        case .paste: return takeCurl(field.pasted ?? field.text.text, in: scene)
        case .burst:
            let text = field.text.text.trimmed
            guard let count = text.isEmpty ? SessionScreen.usualBurst : Int(text),
                (1...SessionScreen.largestBurst).contains(count)
            else {
                self.field = Field(purpose: .burst, flaw: "a burst is of 1 to \(SessionScreen.largestBurst) calls")
                return []
            }
            self.field = nil
            return sendSelected(count: count, in: scene)
        case .variable(let name):
            self.field = nil
            return give(field.text.text, for: name, in: scene)
        }
    }

    // MARK: - Pasting

    mutating func paste(_ text: String, in scene: Scene) -> [PaneOutput]? { takeCurl(text, in: scene) }

    /// What may be shown of a pasted command, without passwords, tokens and cookies; and whether it had any cookies.
    private static func safe(_ text: String) throws(CurlFault) -> (line: String, hadCookies: Bool) {
        let command = bare(text)
        guard command.hasPrefix("curl") else { return (text, false) }
        return try CurlCommand.withoutCredentials(command) ?? (text, false)
    }

    /// Without the prompt of a shell, and with the line breaks of this system.
    private static func bare(_ text: String) -> String {
        let text = text.trimmed.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return text.hasPrefix("$ ") ? String(text.dropFirst(2)) : text
    }

    /// Makes a request of a command line, or says why there is none.
    private mutating func takeCurl(_ text: String, in scene: Scene) -> [PaneOutput] {
        var text = Self.bare(text)
        // A pasted request is kept and shown: without cookies, and the session's token goes in place of the password.
        let safe = try? CurlCommand.withoutCredentials(text)
        text = safe?.line ?? text
        let hadCookies = safe?.hadCookies == true || field?.hadCookies == true
        let flaw: String
        do throws(RequestFile.Refusal) {
            let file = try RequestFile(Array(text.utf8))
            if let request = file.requests.first, request.bodyKind == .curl || request.fault == nil {
                field = nil
                list.add(pasted: file)
                focus = .request
                return [.notice(notice(of: file, request, hadCookies: hadCookies, in: scene))]
            }
            flaw = file.requests.first?.fault?.words ?? "this is not a curl command"
        } catch {
            flaw = error.words
        }
        guard field != nil else { return [.notice(Notice(.bad, "Not kept: \(flaw)"))] }
        field?.flaw = flaw
        return []
    }

    private func notice(
        of file: RequestFile, _ request: FileRequest, hadCookies: Bool, in scene: Scene
    ) -> Notice {
        if let fault = request.fault { return Notice(.bad, "It can't be sent: \(fault.words)", advice: fault.advice) }
        let advice = "\(Action.send.letter) sends it"
        let values = request.headers.map { $0.value.map(\.text) }
        let isBasic = values.contains(["Basic {{user}} {{password}}"])
        let isBearer = values.contains(["Bearer {{token}}"])
        let credentials = isBasic ? "password" : isBearer ? "password or token" : nil
        let cookies = hadCookies ? "cookies" : nil
        let left = [cookies, credentials].compactMap(\.self).joined(separator: isBearer ? ", " : " and ")
        let kept = left.isEmpty ? "Kept" : "Kept without its \(left)"
        let omissions = file.remarks.map(\.words)
        guard omissions.isEmpty else {
            return Notice(.warning, "\(kept), but \(omissions.joined(separator: "; "))", advice: advice)
        }
        if isBasic { return Notice(.good, "\(kept): user and password are asked for", advice: advice) }
        guard isBearer else {
            return Notice(.good, left.isEmpty ? "\(kept) \(request.summary)" : kept, advice: advice)
        }
        let origins = scene.context.apis.compactMap { Origin($0) }
        let origin = URL(string: request.target.map(\.text).joined()).flatMap { Origin($0) }
        let isSessions = origin.map(origins.contains) ?? false
        let words =
            isSessions
            ? "the session's token is sent instead" : "the session's token does not go there, so one is asked for"
        return Notice(.good, "\(kept): \(words)", advice: advice)
    }
}
