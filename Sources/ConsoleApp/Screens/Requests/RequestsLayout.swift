import TerminalUI

extension RequestsScreen {
    /// The list at the left, the request over its response at the right; one of these below the list where there is
    /// less room.
    func frames(_ form: ScreenForm, in body: Rect) -> [(pane: PaneID, frame: Rect)] {
        switch form {
        case .wide:
            let leftWidth = min(84, max(46, body.width * 40 / 100))
            let right = body.inset(left: leftWidth - 1)
            let requestHeight = min(max(10, request.list.count + 2), right.height / 2)
            return [
                (.list, body.split(left: leftWidth).left), (.request, right.split(top: requestHeight).top),
                (.response, right.inset(top: requestHeight - 1)),
            ]
        case .stacked:
            let rows = list.list.isEmpty ? 12 : list.list.count
            let listHeight = min(max(8, rows + 2), body.height * (list.list.isEmpty ? 6 : 4) / 10)
            return [(.list, body.split(top: listHeight).top), (lastRightPane, body.inset(top: listHeight - 1))]
        case .single: return [(focus, body)]
        case .tooSmall: return []
        }
    }

    func partner(of pane: PaneID, _ form: ScreenForm, in _: Scene) -> PaneID? {
        guard form == .stacked else { return nil }
        return pane == .request ? .response : pane == .response ? .request : nil
    }

    /// The list, where it is in sight beside the call that died.
    func cardPlace(_ form: ScreenForm, in body: Rect, scene: Scene) -> CardPlace? {
        guard form == .wide else { return nil }
        let list = visibleFrames(form, in: body, scene: scene).first { $0.pane == .list && $0.frame.width >= 46 }
        return list.map { CardPlace(card: $0.frame, panes: body, form: form) }
    }
}
