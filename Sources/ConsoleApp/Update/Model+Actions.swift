import SessionCore
import TerminalUI

extension Model {
    /// Does what a key or a command asks for.
    mutating func perform(_ action: Action, key: Key? = nil) -> [Effect] {
        switch action {
        case .help: overlay = .help(ScrollList(count: HelpPage.height))
        case .signIn:
            overlay = .signIn(SignInDialog())
            return [.askSignInOffers]
        case .signOut: ask(.signOut)
        case .forceSignOut: ask(.forceSignOut)
        case .refresh: return ifSignedIn([.refresh])
        case .fetchUserInfo: return ifSignedIn([.fetchUserInfo])
        case .send: return send(request)
        case .resend: return send(calls.lastDraft ?? request)
        case .burst: overlay = .burst(TextField())
        case .editField: editField()
        case .switchAuthorization: request.step(.authorization, by: 1)
        case .faults: overlay = .faults(selected: 0)
        case .reveal: return reveal()
        case .command: overlay = .commandLine(CommandLine())
        case .copy: overlay = .copyMenu
        case .edit: return [.edit(.request, request.editableText)]
        case .view: return [.view(pagerText)]
        case .timeFormat: timeFormat = timeFormat.next
        case .cancel: return cancel()
        case .close: return close()
        case .redraw: return [.redraw]
        case .suspend: return [.suspend]
        case .quit: return [.quit]
        default: move(action, key: key)
        }
        return []
    }

    private mutating func ask(_ question: Question) {
        guard isSignedIn else { return sayNobodyIsSignedIn() }
        overlay = .question(question)
    }

    private mutating func ifSignedIn(_ effects: [Effect]) -> [Effect] {
        guard isSignedIn else {
            sayNobodyIsSignedIn()
            return []
        }
        notice = nil
        return effects
    }

    private mutating func sayNobodyIsSignedIn() {
        notice = Notice(.bad, "Nobody is signed in", advice: NextStep.signIn.consoleText)
    }

    private mutating func editField() {
        focus(.request)
        if selectedField == .authorization {
            request.step(.authorization, by: 1)
        } else {
            overlay = .field(selectedField, TextField(request.text(of: selectedField)), flaw: nil)
        }
    }

    private mutating func reveal() -> [Effect] {
        guard isSignedIn else {
            sayNobodyIsSignedIn()
            return []
        }
        if revealed != nil {
            revealed = nil
            return []
        }
        focus(.session)
        return [.reveal(selectedToken)]
    }

    /// One step back: the card, an error, running calls, the filter or search, the zoom; then nothing.
    private mutating func cancel() -> [Effect] {
        if card != nil {
            card = nil
        } else if notice != nil {
            notice = nil
        } else if !calls.running.isEmpty {
            return [.cancelCalls(calls.running.keys.sorted())]
        } else if focus == .events, !events.filter.isEmpty {
            events.setFilter("")
        } else if focus == .response, response.search != nil {
            response.find("")
        } else if focus == .userInfo, userInfo.search != nil {
            userInfo.find("")
        } else {
            isZoomed = false
        }
        return []
    }

    private mutating func close() -> [Effect] {
        if card != nil {
            card = nil
        } else if isZoomed {
            isZoomed = false
        } else {
            return [.quit]
        }
        return []
    }
}
