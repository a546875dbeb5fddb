import TerminalUI

extension LabScreen {
    func frames(_ form: ScreenForm, in body: Rect, scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        switch form {
        case .wide, .stacked:
            if !scene.stage.hasOwnSession {
                let (above, below) = body.sharingLine(top: max(13, body.height / 2))
                return [(.provider, above), (.clients, below)]
            }
            return form == .wide ? wideFrames(in: body, scene) : stackedFrames(in: body)
        case .single: return [(focus, body)]
        case .tooSmall: return []
        }
    }

    /// Of the panes above the results, or of the provider and its clients, one is in sight.
    func partner(of pane: PaneID, _ form: ScreenForm, in scene: Scene) -> PaneID? {
        guard scene.stage.hasOwnSession, scene.context.hasOwnProvider else { return nil }
        return switch (form, pane) {
        case (.stacked, .expectation), (.wide, .clients): .provider
        case (.stacked, .provider), (.wide, .provider): .clients
        case (.stacked, .clients): .expectation
        case (.stacked, .held), (.wide, .held), (.wide, .expectation), (.single, _), (.tooSmall, _): nil
        }
    }

    /// All but the results; where that has too little room, or a pane is zoomed, the pane with the focus goes below it.
    func cardPlace(_ form: ScreenForm, in body: Rect, scene _: Scene) -> CardPlace? {
        let fits = { (place: Rect) in place.width >= 56 && place.height >= 10 }
        let (beside, above) = (body.inset(left: Self.resultsWidth(body) - 1), upper(body))
        switch form {
        case .wide where !isZoomed && fits(beside): return CardPlace(card: beside, panes: body, form: form)
        case .stacked where !isZoomed && fits(above): return CardPlace(card: above, panes: body, form: form)
        case .wide, .stacked, .single:
            guard fits(above) else { return nil }
            return CardPlace(card: above, panes: body.inset(top: above.height), form: .single)
        case .tooSmall: return nil
        }
    }

    private func upper(_ body: Rect) -> Rect { body.split(top: body.height - max(8, body.height * 45 / 100) + 1).top }

    private static func resultsWidth(_ body: Rect) -> Int { min(112, max(56, body.width * 52 / 100)) }

    /// The rows that the provider and its clients' requests need above each other.
    private static let roomForBoth = 24

    /// The results at the left, what is expected over the provider at the right.
    private func wideFrames(in body: Rect, _ scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        let width = Self.resultsWidth(body)
        let right = body.inset(left: width - 1)
        let results = (pane: PaneID.held, frame: body.split(left: width).left)
        // A provider that is not ours has nothing to show.
        guard scene.context.hasOwnProvider else { return [results, (.expectation, right)] }
        let (expected, rest) = right.sharingLine(top: min(14, max(8, right.height * 36 / 100)))
        guard rest.height >= Self.roomForBoth else {
            return [results, (.expectation, expected), (lastProviderPane, rest)]
        }
        let (provider, clients) = rest.sharingLine(top: rest.height / 2)
        return [results, (.expectation, expected), (.provider, provider), (.clients, clients)]
    }

    private func stackedFrames(in body: Rect) -> [(pane: PaneID, frame: Rect)] {
        let above = upper(body)
        return [(lastUpperPane, above), (.held, body.inset(top: above.height - 1))]
    }
}

extension Rect {
    /// The rows above and those below, which share a line.
    fileprivate func sharingLine(top: Int) -> (above: Rect, below: Rect) {
        (split(top: top).top, inset(top: top - 1))
    }
}
