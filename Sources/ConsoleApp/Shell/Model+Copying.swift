import SessionCore

extension Model {
    /// Copies an item, or says why there is nothing to copy.
    mutating func copy(_ item: CopyItem) -> [Effect] {
        switch item {
        case .value:
            guard let value = screens.selection(in: scene) else {
                shell.notice = Notice(.muted, "There is nothing to copy in this pane")
                return []
            }
            return [.tool(.copy(value.text, name: value.name))]
        case .curl: return [.tool(curlCommand)]
        case .response:
            guard let answer = screens.session.response.text.record?.answer else {
                shell.notice = .noResponse
                return []
            }
            return [.tool(.copy(answer.response.bodyText, name: "the response"))]
        case .token:
            if scene.isSignedIn { shell.dialog = Question.copyAccessToken } else { shell.notice = .notSignedIn }
            return []
        }
    }

    private var curlCommand: ToolEffect {
        let draft = screens.session.request.draft
        let tokenCommand = scene.context.tokenCommand
        let isWithoutToken = tokenCommand == nil && draft.authorization != .none
        let url = draft.urlText(against: scene.context.api)
        return .copy(
            draft.curlCommand(url: url, tokenCommand: tokenCommand),
            name: "the curl command" + (isWithoutToken ? ", without the token: only this program holds it" : ""))
    }
}
