import TerminalUI

extension SessionScreen {
    func frames(_ form: ScreenForm, in body: Rect, scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        switch form {
        case .wide: wideFrames(in: body)
        case .stacked: stackedFrames(in: body)
        case .single: singleFrames(in: body)
        case .tooSmall: []
        }
    }

    func partner(of pane: PaneID, _ form: ScreenForm, in _: Scene) -> PaneID? {
        guard form == .stacked else { return nil }
        return pane == .tokens ? .userInfo : pane == .userInfo ? .tokens : nil
    }

    /// The response, where that is in sight and large enough.
    func cardPlace(_ form: ScreenForm, in body: Rect, scene: Scene) -> Rect? {
        let frames = visibleFrames(form, in: body, scene: scene)
        return frames.first { $0.pane == .response && $0.frame.width >= 56 && $0.frame.height >= 12 }?.frame
    }

    private func wideFrames(in body: Rect) -> [(pane: PaneID, frame: Rect)] {
        let eventsHeight = max(8, body.height * 3 / 10)
        let (_, events) = body.split(bottom: eventsHeight)
        let (upper, _) = body.split(top: body.height - eventsHeight + 1)
        let leftWidth = min(76, max(48, body.width * 38 / 100))
        let left = Rect(x: upper.x, y: upper.y, width: leftWidth, height: upper.height)
        let right = upper.inset(left: leftWidth - 1)
        let tokensHeight = min(SessionLines.tallHeight + 2, left.height - 4)
        let mostRequest = right.height / (request.isEditingBody ? 2 : 3)
        let requestHeight = min(max(6, request.rowCount + 2), max(6, mostRequest))
        return [
            (.tokens, Rect(x: left.x, y: left.y, width: left.width, height: tokensHeight)),
            (.userInfo, left.inset(top: tokensHeight - 1)),
            (.request, Rect(x: right.x, y: right.y, width: right.width, height: requestHeight)),
            (.response, right.inset(top: requestHeight - 1)),
            (.events, events),
        ]
    }

    /// The session stays in sight above the focused pane as long as some lines are left for that.
    private func singleFrames(in body: Rect) -> [(pane: PaneID, frame: Rect)] {
        let stripHeight = SessionLines.flatHeight + 2
        guard focus != .tokens, body.height >= stripHeight + 9 else { return [(focus, body)] }
        return [
            (.tokens, Rect(x: body.x, y: body.y, width: body.width, height: stripHeight)),
            (focus, body.inset(top: stripHeight - 1)),
        ]
    }

    private func stackedFrames(in body: Rect) -> [(pane: PaneID, frame: Rect)] {
        let tokensHeight = SessionLines.flatHeight + 2
        let spare = max(0, body.height - 21)
        let usualHeight = 4 + min(3, spare / 4)
        let eventsHeight = max(4, 6 + (spare - (usualHeight - 4)) / 3 - max(0, 21 - body.height) / 2)
        // A body that is edited takes rows of the response.
        let mostRequest = max(usualHeight, body.height - tokensHeight - eventsHeight - 2)
        let requestHeight =
            request.isEditingBody ? min(max(usualHeight, request.rowCount + 2), mostRequest) : usualHeight
        let info = Rect(x: body.x, y: body.y, width: body.width, height: tokensHeight)
        let request = Rect(x: body.x, y: info.maxY - 1, width: body.width, height: requestHeight)
        let (_, events) = body.split(bottom: eventsHeight)
        let response = Rect(
            x: body.x, y: request.maxY - 1, width: body.width, height: events.y - request.maxY + 2)
        return [(lastInfoPane, info), (.request, request), (.response, response), (.events, events)]
    }
}
