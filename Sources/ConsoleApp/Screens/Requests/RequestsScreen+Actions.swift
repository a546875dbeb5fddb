import ConsoleKit
import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI

extension RequestsScreen {
    /// What works in every pane of the screen.
    enum Action: String, OwnAction {
        case stepUp = "step-up"
        case followChallenge = "follow-challenge"
        case edit
        case inspect = "inspect-token"
        case paste = "paste-curl"
        case environment
        case reload

        var entry: OwnKey<RequestsScreen> {
            switch self {
            case .stepUp: .stepUp { $0.response }
            case .followChallenge: .followChallenge { $0.response }
            case .edit:
                OwnKey(
                    .editFile, obstacle: { screen, _ in screen.editObstacle },
                    handler: { screen, _ in screen.openEditor() })
            case .inspect:
                OwnKey(.inspect) { screen, _ in
                    [(screen.focus == .response ? screen.response.selectedTokens : nil) ?? .inspect(nil)]
                }
            case .paste:
                OwnKey(.pasteCurl) {
                    $0.field = Field(purpose: .paste, text: TextField(kind: .line))
                }
            case .environment:
                OwnKey(
                    ["E"], "environment", "use the variables of the next environment", .requests,
                    obstacle: { screen, _ in screen.environmentObstacle },
                    handler: { screen, _ in screen.stepEnvironment() })
            case .reload:
                OwnKey(["L"], "read again", "reload the folder's request files", .requests) { _, _ in
                    [.effect(.requests(.read))]
                }
            }
        }
    }

    func hints(in scene: Scene) -> [Action] {
        let stepUp: [Action] = response.stepUp == nil || response.isMet(in: scene) ? [] : [.stepUp]
        let file: [Action] = editObstacle == nil ? [.edit] : []
        let environment: [Action] = list.tab == .files && environmentObstacle == nil ? [.environment] : []
        let challenge: [Action] = response.challengedURL(in: scene) == nil ? [] : [.followChallenge]
        return stepUp + challenge + file + environment + [.paste, .reload]
    }

    private var environmentObstacle: String? {
        list.library?.environmentNames.isEmpty == false
            ? nil : "no environments: define them in \(RequestEnvironments.fileName) next to the request files"
    }

    private var editObstacle: String? {
        guard let row = list.list.selected else { return "no file is selected" }
        if row.call != nil { return "a call of the history has no file" }
        guard let file = list.files.first(where: { $0.path == row.path }) else { return "no file is selected" }
        guard file.origin == .pasted else { return nil }
        return list.selected.flatMap(list.request)?.request.bodyKind == .curl
            ? "a pasted command has no file: \(Action.paste.letter) pastes it again"
            : "a pasted request has no file: \(FileRequestPane.Action.editPart.letter) edits it here"
    }

    private func openEditor() -> [PaneOutput] {
        guard let row = list.list.selected, let path = row.path else { return [] }
        // The lines of a document's requests are not its own.
        let isDocument = list.files.first { $0.path == path }?.origin == .openAPI
        return [.effect(.requests(.edit(path: path, line: isDocument ? 1 : row.line ?? 1)))]
    }

    private mutating func stepEnvironment() -> [PaneOutput] {
        let names = list.library?.environmentNames ?? []
        let index = scope.environment.flatMap(names.firstIndex) ?? -1
        scope.environment = names.indices.contains(index + 1) ? names[index + 1] : nil
        list.environment = scope.environment
        let words =
            scope.environment.map { "Environment \($0)" } ?? "No environment: only the shared variables are used"
        return [.notice(Notice(.plain, "\(words) · available: \(names.joined(separator: ", "))"))]
    }

    // MARK: - The screen's own fields

    var ownPrompt: Prompt? {
        guard let field else { return nil }
        switch field.purpose {
        case .paste:
            return Prompt(
                title: field.commands?.title ?? "Paste a curl command:", verb: "keep", field: field.text,
                flaw: field.flaw, reaches: .network)
        case .variable(let name):
            return Prompt(
                title: field.question.map { $0.hasSuffix("?") ? $0 : "\($0):" } ?? "\(name):", verb: "send with it",
                field: field.text, placeholder: field.placeholder, flaw: field.flaw, reaches: .network)
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
            pasteInField(text)
        default:
            field?.pasted = nil
            field?.commands = nil
            _ = field?.text.handle(key)
        }
        return []
    }

    private mutating func keepField(in scene: Scene) -> [PaneOutput] {
        guard let field else { return [] }
        switch field.purpose {
        case .paste:
            if let commands = field.commands { return take(commands, in: scene) }
            return takeCurl(field.pasted ?? field.text.text, in: scene)
        case .variable(let name):
            self.field = nil
            return give(field.text.text, for: name, in: scene)
        }
    }
}
