import TerminalUI

extension TokensScreen {
    func frames(_ form: ScreenForm, in body: Rect, scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        switch form {
        case .wide: wideFrames(in: body)
        case .stacked: stackedFrames(in: body)
        case .single: [(focus, body)]
        case .tooSmall: []
        }
    }

    func partner(of pane: PaneID, _ form: ScreenForm, in _: Scene) -> PaneID? {
        guard form == .stacked else { return nil }
        return pane == .life ? .changes : pane == .changes ? .life : nil
    }

    /// The list over the life at the left, the claims over the changes at the right.
    private func wideFrames(in body: Rect) -> [(pane: PaneID, frame: Rect)] {
        // From 54 columns on each present token has a bar of its own; the claims go before it.
        let leftWidth = min(72, max(46, min(54, body.width - 66), body.width * 38 / 100))
        let (left, _) = body.split(left: leftWidth)
        let right = body.inset(left: leftWidth - 1)
        let lifeHeight = min(TokenLife.capacity + 8, max(10, left.height * 45 / 100))
        let changesHeight = min(18, max(8, right.height * 3 / 10))
        return [
            (.list, left.split(top: left.height - lifeHeight + 1).top),
            (.claims, right.split(top: right.height - changesHeight + 1).top),
            (.life, left.split(bottom: lifeHeight).bottom), (.changes, right.split(bottom: changesHeight).bottom),
        ]
    }

    private func stackedFrames(in body: Rect) -> [(pane: PaneID, frame: Rect)] {
        let listHeight = min(max(3, list.list.count) + 2, max(6, body.height * 28 / 100))
        let lowerHeight = max(6, body.height * 3 / 10)
        let middle = body.height - listHeight - lowerHeight + 2
        return [
            (.list, body.split(top: listHeight).top),
            (.claims, Rect(x: body.x, y: body.y + listHeight - 1, width: body.width, height: middle)),
            (lastLowerPane, body.split(bottom: lowerHeight).bottom),
        ]
    }
}
