import SessionCore
import TerminalUI

extension Model {
    /// Actions on the panel that has the focus, and on the focus itself.
    mutating func move(_ action: Action, key: Key?) {
        switch action {
        case .nextPane: stepFocus(by: 1)
        case .previousPane: stepFocus(by: -1)
        case .zoom: isZoomed.toggle()
        case .open: open()
        case .jumpToCause: jumpToCause()
        case .follow: events.follow(!events.list.isFollowing)
        case .showDetails: events.showDetails(!events.showsDetails)
        case .find: beginFind()
        case .nextMatch: moveMatch(by: 1)
        case .previousMatch: moveMatch(by: -1)
        case .nextTab: response.select(response.tab.neighbor(by: 1))
        case .previousTab: response.select(response.tab.neighbor(by: -1))
        case .left: moveSideways(-1)
        case .right: moveSideways(1)
        default:
            guard let key = key ?? action.movementKey else { return }
            moveInPanel(key)
        }
    }

    mutating func focus(_ panel: Panel) {
        focus = panel
        if panel == .session || panel == .userInfo { lastInfoPanel = panel }
    }

    private mutating func stepFocus(by step: Int) {
        let panels = Panel.allCases
        let index = panels.firstIndex(of: focus) ?? 0
        focus(panels[(index + step + panels.count) % panels.count])
    }

    private mutating func moveInPanel(_ key: Key) {
        switch focus {
        case .session: selectedToken = TokenKind.allCases.moved(from: selectedToken, by: key)
        case .userInfo: _ = userInfo.handle(key)
        case .request: selectedField = request.fields.moved(from: selectedField, by: key)
        case .response: _ = response.handle(key)
        case .events: _ = events.handle(key)
        }
    }

    private mutating func moveSideways(_ step: Int) {
        switch focus {
        case .request: request.step(selectedField, by: step)
        case .response: response.scroll(columns: step * 8)
        case .session, .userInfo, .events: break
        }
    }

    private mutating func open() {
        if focus == .response { return response.toggleFold() }
        guard let event = events.selected else { return }
        if case .idTokenRejected(let rejected) = event.kind {
            overlay = .exchange(ExchangeDetails(rejected))
            return
        }
        guard let exchange = events.exchange(behind: event) else {
            notice = Notice(.muted, "No message was exchanged for this event")
            return
        }
        overlay = .exchange(ExchangeDetails(exchange))
    }

    private mutating func jumpToCause() {
        guard let cause = events.selected?.cause else {
            notice = Notice(.muted, "Nothing led to this event: it came from you or from the outside")
            return
        }
        if !events.select(sequence: cause) { notice = Notice(.muted, "The cause is too long ago and was forgotten") }
    }

    private mutating func beginFind() {
        switch focus {
        case .events: overlay = .find(.events, TextField(events.filter))
        case .userInfo: overlay = .find(.userInfo, TextField())
        case .session, .request, .response:
            focus(.response)
            overlay = .find(.response, TextField())
        }
    }

    private mutating func moveMatch(by step: Int) {
        if focus == .userInfo { userInfo.moveMatch(by: step) } else { response.moveMatch(by: step) }
    }
}

extension Action {
    /// The key that moves like this, for an action given by name.
    fileprivate var movementKey: Key? {
        Action.movements.contains(self) ? Keymap.binding(of: self)?.keys.first : nil
    }
}

extension Array where Element: Equatable {
    /// The element that a moving key leads to; it stops at the ends.
    fileprivate func moved(from element: Element, by key: Key) -> Element {
        var list = ScrollList(count: count)
        list.layOut(height: Swift.max(1, count))
        list.select(firstIndex(of: element) ?? 0)
        _ = list.handle(key)
        return indices.contains(list.selection) ? self[list.selection] : element
    }
}
