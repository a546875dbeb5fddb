import TerminalUI

extension LabScreen {
    func frames(_ form: ScreenForm, in body: Rect, scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        switch form {
        case .wide: wideFrames(in: body, scene)
        case .stacked: stackedFrames(in: body, scene)
        case .single: [(focus, body)]
        case .tooSmall: []
        }
    }

    func partner(of pane: PaneID, _ form: ScreenForm, in scene: Scene) -> PaneID? {
        switch form {
        case .stacked where !scene.stage.hasOwnSession:
            switch pane {
            case .provider: .faults
            case .faults: .expectation
            case .expectation: .provider
            case .held, .clients: nil
            }
        case .stacked where !scene.context.hasOwnProvider:
            switch pane {
            case .expectation: .held
            case .held: .expectation
            case .faults, .provider, .clients: nil
            }
        case .stacked:
            switch pane {
            case .faults: nil
            case .expectation: .held
            case .held: .provider
            case .provider: .clients
            case .clients: .expectation
            }
        case .wide:
            switch pane {
            case .provider where sharesProviderPlace(scene): .clients
            case .clients where sharesProviderPlace(scene): .provider
            case .faults, .expectation, .held, .provider, .clients: nil
            }
        case .single, .tooSmall: nil
        }
    }

    /// The faults, where they are in sight and large enough: what held stays in sight beside or below the card.
    ///
    /// Another pane that is zoomed goes below it.
    func cardPlace(_ form: ScreenForm, in body: Rect, scene: Scene) -> CardPlace? {
        let frames = visibleFrames(form, in: body, scene: scene)
        let place =
            isZoomed && focus != .faults
            ? body.split(top: body.height - Self.lowerHeight(body)).top : frames.first { $0.pane == .faults }?.frame
        guard let place, place.width >= 56, place.height >= 10 else { return nil }
        let isBeside = isZoomed && place.height < body.height
        return CardPlace(card: place, panes: isBeside ? body.inset(top: place.height) : body, form: form)
    }

    private static func lowerHeight(_ body: Rect) -> Int { max(8, body.height * 45 / 100) }

    /// The rows that what held, the provider and its clients' requests need above each other.
    private static let roomForAll = 36

    private func sharesProviderPlace(_ scene: Scene) -> Bool {
        scene.context.hasOwnProvider && scene.stage.hasOwnSession
    }

    /// The faults at the left, what is expected over what held at the right.
    private func wideFrames(in body: Rect, _ scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        if !scene.stage.hasOwnSession { return providerFrames(in: body) }
        let leftWidth = min(112, max(56, body.width * 52 / 100))
        let (left, _) = body.split(left: leftWidth)
        let right = body.inset(left: leftWidth - 1)
        let upper = min(14, max(8, right.height * 36 / 100))
        let rest = right.split(bottom: right.height - upper + 1).bottom
        let top: [(pane: PaneID, frame: Rect)] = [(.faults, left), (.expectation, right.split(top: upper).top)]
        // A provider that is not ours has nothing to show.
        guard scene.context.hasOwnProvider else { return top + [(.held, rest)] }
        if rest.height >= Self.roomForAll {
            let height = rest.height / 3
            let (held, last) = (rest.height - 2 * height + 2, rest.split(bottom: height).bottom)
            let middle = Rect(x: rest.x, y: rest.y + held - 1, width: rest.width, height: height)
            return top + [(.held, rest.split(top: held).top), (.provider, middle), (.clients, last)]
        }
        let lower = max(8, rest.height / 2)
        return top + [
            (.held, rest.split(top: rest.height - lower + 1).top), (lastProviderPane, rest.split(bottom: lower).bottom),
        ]
    }

    /// The provider beside its faults and what is expected of its clients, over the clients' requests.
    private func providerFrames(in body: Rect) -> [(pane: PaneID, frame: Rect)] {
        let upper = min(20, max(15, body.height / 2))
        let (top, _) = body.split(top: upper)
        let leftWidth = top.width * 58 / 100
        let right = top.inset(left: leftWidth - 1)
        let faultsHeight = min(right.height - 5, 8)
        return [
            (.provider, top.split(left: leftWidth).left), (.faults, right.split(top: faultsHeight).top),
            (.expectation, right.split(bottom: right.height - faultsHeight + 1).bottom),
            (.clients, body.split(bottom: body.height - upper + 1).bottom),
        ]
    }

    private func stackedFrames(in body: Rect, _ scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        let lower = Self.lowerHeight(body)
        let (above, below) = (body.split(top: body.height - lower + 1).top, body.split(bottom: lower).bottom)
        return scene.stage.hasOwnSession
            ? [(.faults, above), (lastLowerPane, below)] : [(lastUpperPane, above), (.clients, below)]
    }
}
