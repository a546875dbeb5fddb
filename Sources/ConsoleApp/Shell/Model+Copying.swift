import ConsoleKit
import RequestFiles
import SessionCore

extension Model {
    /// Copies an item, or says why there is nothing to copy.
    mutating func copy(_ item: CopyItem) -> [Effect] {
        switch item {
        case .value:
            guard let value = screens.current.selection(in: scene) else {
                shell.notice = Notice(.muted, "There is nothing to copy in this pane")
                return []
            }
            return [.tool(.copy(value.text, name: value.name))]
        case .curl: return screens.sendsChosen ? copyFileRequest() : [.tool(curlCommand)]
        case .response:
            guard let answer = screens.response.text.record?.answer else {
                shell.notice = .noResponse
                return []
            }
            return [.tool(.copy(answer.response.bodyText, name: "the response"))]
        case .token:
            if scene.isSignedIn { shell.dialog = Question.copyAccessToken } else { shell.notice = .notSignedIn }
            return []
        }
    }

    /// Copies the selected request of a file as a curl command, or says why there is none; what its body takes from
    /// files is read first.
    mutating func copyFileRequest(_ files: [String: Result<[UInt8], FileRefusal>]? = nil) -> [Effect] {
        if let call = screens.requests.list.selectedCall {
            do throws(SentCall.Incomplete) { _ = try call.request() } catch {
                shell.notice = Notice(.bad, "Not copied: \(error.reason)")
                return []
            }
        }
        do throws(Remark) {
            switch try screens.requests.curlCommand(in: scene, files: files ?? [:]) {
            case .nothing: shell.notice = Notice(.muted, "The selected request is not text")
            case .command(let command, holdsSecrets: true): shell.dialog = Question.copySecrets(command)
            case .command(let command, holdsSecrets: false):
                return [.tool(.copy(command.text, name: command.name))]
            case .lacking(let paths, let id):
                // A file's contents may name no further files.
                guard files == nil else { break }
                screens.requests.copying = id
                return [.requests(.readBodies(paths, besides: id.path))]
            }
        } catch {
            let list = screens.requests.list
            let isDocument = list.selected.flatMap(list.request)?.file.origin == .openAPI
            let line = isDocument ? "" : "line \(error.position.line): "
            shell.notice = Notice(.bad, "Not copied: \(line)\(error.words)")
        }
        return []
    }

    private var curlCommand: ToolEffect {
        let draft = screens.session.request.draft
        let tokenCommand = scene.context.tokenCommand
        let isWithoutToken = tokenCommand == nil && draft.sentAuthorization != .none
        let url = draft.urlText(against: scene.context.api)
        return .copy(
            draft.curlCommand(url: url, tokenCommand: tokenCommand, options: scene.context.curlOptions),
            name: isWithoutToken ? "the curl command without its token (only this program has it)" : "the curl command")
    }
}
