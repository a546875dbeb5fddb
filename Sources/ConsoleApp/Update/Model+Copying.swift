import SessionCore

extension Model {
    /// Copies an item, or says why there is nothing to copy.
    mutating func copy(_ item: CopyItem) -> [Effect] {
        switch item {
        case .value:
            guard let (text, name) = selectedValue else {
                notice = Notice(.muted, "There is nothing to copy in this pane")
                return []
            }
            return [.copy(text, name: name)]
        case .curl:
            let command = context.tokenCommand
            let isWithoutToken = command == nil && request.authorization != .none
            return [
                .copy(
                    request.curlCommand(url: url(of: request), tokenCommand: command),
                    name: "the curl command"
                        + (isWithoutToken ? ", without the token: it lives in this program alone" : ""))
            ]
        case .response:
            guard let answer = response.record?.answer else {
                notice = Notice(.muted, "There is no response yet")
                return []
            }
            return [.copy(String(decoding: answer.response.body, as: UTF8.self), name: "the response")]
        case .token:
            guard isSignedIn else {
                notice = Notice(.bad, "Nobody is signed in", advice: NextStep.signIn.consoleText(isSignedIn: false))
                return []
            }
            overlay = .question(.copyAccessToken)
            return []
        }
    }

    private var selectedValue: (text: String, name: String)? {
        switch focus {
        case .session:
            let fingerprint =
                switch selectedToken {
                case .access: status.accessToken?.fingerprint
                case .refresh: status.refreshToken?.fingerprint
                case .identity: status.idToken?.fingerprint
                }
            return fingerprint.map { ("\($0)", "the fingerprint") }
        case .userInfo: return userInfo.selected.map { ($0.value, "the claim \($0.name)") }
        case .request: return (url(of: request), "the URL")
        case .response: return response.selectedText.map { ($0, "the line") }
        case .events: return events.selected.map { (EventText($0).plainLine, "the event") }
        }
    }

    /// What `$PAGER` shows: all that the panel holds.
    var pagerText: String {
        switch focus {
        case .session, .userInfo: userInfo.claims.map { "\($0.name): \($0.value)\n" }.joined()
        case .request: request.editableText
        case .response: response.record?.answer.map { String(decoding: $0.response.body, as: UTF8.self) } ?? ""
        case .events:
            events.listed.flatMap(\.rows).map { "\(time.moment($0.event.time))  \($0.text.plainLine)\n" }.joined()
        }
    }
}

extension EventText {
    /// The event as one line of plain text.
    var plainLine: String { [label, detail, tag].filter { !$0.isEmpty }.joined(separator: "  ") }
}
