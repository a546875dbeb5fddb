import TerminalUI

extension LabScreen {
    func frames(_ form: ScreenForm, in body: Rect, scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        switch form {
        case .wide: wideFrames(in: body, scene)
        case .stacked: stackedFrames(in: body)
        case .single: [(focus, body)]
        case .tooSmall: []
        }
    }

    func partner(of pane: PaneID, _ form: ScreenForm) -> PaneID? {
        guard form == .stacked else { return nil }
        return pane == .held ? .expectation : pane == .expectation ? .held : nil
    }

    /// The faults at the left, what is expected over what held at the right.
    private func wideFrames(in body: Rect, _ scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        let leftWidth = min(112, max(56, body.width * 52 / 100))
        let (left, _) = body.split(left: leftWidth)
        let right = body.inset(left: leftWidth - 1)
        let upper = min(12, max(8, right.height * 35 / 100))
        return [
            (.faults, left), (.expectation, right.split(top: upper).top),
            (.held, right.split(bottom: right.height - upper + 1).bottom),
        ]
    }

    private func stackedFrames(in body: Rect) -> [(pane: PaneID, frame: Rect)] {
        let lower = max(8, body.height * 45 / 100)
        return [
            (.faults, body.split(top: body.height - lower + 1).top), (lastLowerPane, body.split(bottom: lower).bottom),
        ]
    }
}
