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
        return switch pane {
        case .faults: nil
        case .expectation: .held
        case .held: .provider
        case .provider: .expectation
        }
    }

    /// The faults at the left, what is expected over what held at the right.
    private func wideFrames(in body: Rect, _ scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        if scene.context.isProviderAlone { return providerFrames(in: body) }
        let leftWidth = min(112, max(56, body.width * 52 / 100))
        let (left, _) = body.split(left: leftWidth)
        let right = body.inset(left: leftWidth - 1)
        let upper = min(10, max(8, right.height * 26 / 100))
        let rest = right.split(bottom: right.height - upper + 1).bottom
        let top: [(pane: PaneID, frame: Rect)] = [(.faults, left), (.expectation, right.split(top: upper).top)]
        // A provider that is not ours has nothing to show.
        guard scene.context.hasOwnProvider else {
            return top + [(lastLowerPane == .provider ? .provider : .held, rest)]
        }
        let lower = max(8, rest.height / 2)
        return top + [
            (.held, rest.split(top: rest.height - lower + 1).top), (.provider, rest.split(bottom: lower).bottom),
        ]
    }

    /// The provider at the left, its faults over what is expected of its clients at the right.
    private func providerFrames(in body: Rect) -> [(pane: PaneID, frame: Rect)] {
        let leftWidth = body.width * 58 / 100
        let (left, _) = body.split(left: leftWidth)
        let right = body.inset(left: leftWidth - 1)
        let upper = right.height / 2
        return [
            (.provider, left), (.faults, right.split(top: upper).top),
            (focus == .held ? .held : .expectation, right.split(bottom: right.height - upper + 1).bottom),
        ]
    }

    private func stackedFrames(in body: Rect) -> [(pane: PaneID, frame: Rect)] {
        let lower = max(8, body.height * 45 / 100)
        return [
            (.faults, body.split(top: body.height - lower + 1).top), (lastLowerPane, body.split(bottom: lower).bottom),
        ]
    }
}
