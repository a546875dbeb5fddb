import FoundationEssentials
import TerminalUI

extension SessionScreen {
    func frames(_ form: ScreenForm, in body: Rect, scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        switch form {
        case .wide: wideFrames(in: body, scene)
        // Beside the card the response stays in sight: it has the call that died.
        case .stacked where scene.placement.isTold && body.width > 65: toldFrames(in: body, scene)
        case .stacked: stackedFrames(in: body, scene)
        case .single: singleFrames(in: body, scene)
        case .tooSmall: []
        }
    }

    /// Session and user info share a place where there is little room: user info has it while it has the focus.
    func partner(of pane: PaneID, _ form: ScreenForm, in _: Scene) -> PaneID? {
        guard form == .stacked || form == .wide else { return nil }
        return pane == .tokens ? .userInfo : pane == .userInfo ? .tokens : nil
    }

    private var infoPane: PaneID { focus == .userInfo ? .userInfo : .tokens }

    /// The rows of the call that died below a card that has all columns: its title, its status and why.
    private static let rowsBelowCard = 4

    /// The left half, or all above the last rows: the call that died stays in sight, and all that happened where there
    /// is room for it.
    func cardPlace(_ form: ScreenForm, in body: Rect, scene _: Scene) -> CardPlace? {
        guard form == .wide, body.width >= 116 else {
            guard !isZoomed, body.height >= 18 else { return nil }
            let (card, panes) = body.split(bottom: Self.rowsBelowCard)
            return CardPlace(card: card, panes: panes, form: .single)
        }
        let width = min(80, body.width / 2)
        return CardPlace(card: body.split(left: width).left, panes: body.inset(left: width), form: .stacked)
    }

    /// Session and request over the events, which have what the others don't need: half the rows at least.
    private func wideFrames(in body: Rect, _ scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        let leftWidth = Self.leftWidth(in: body)
        let sessionHeight = sessionRows(.wide, in: body, scene) + 2
        let isHigh = body.height >= Self.highBody
        let usual = isHigh ? (body.height + 1) / 2 : min(18, body.height - 13)
        let upper = body.split(top: min(max(usual, sessionHeight), body.height - 9)).top
        let events = body.inset(top: upper.height - 1)
        let (left, right) = (upper.split(left: leftWidth).left, upper.inset(left: leftWidth - 1))
        let mostRequest = right.height / (request.isEditingBody ? 2 : 3)
        let requestHeight = min(max(6, request.rowCount + 2), max(6, mostRequest))
        var frames: [(pane: PaneID, frame: Rect)] = []
        if isHigh, left.height >= sessionHeight + 4 {
            frames = [
                (.tokens, left.split(top: sessionHeight).top), (.userInfo, left.inset(top: sessionHeight - 1)),
            ]
        } else {
            frames = [(infoPane, left)]
        }
        return frames + [
            (.request, right.split(top: requestHeight).top), (.response, right.inset(top: requestHeight - 1)),
            (.events, events),
        ]
    }

    /// The rows from which on user info has a place of its own.
    private static let highBody = 37

    private static func leftWidth(in body: Rect) -> Int { min(100, max(48, body.width / 2)) }

    /// The rows of the session above other panes, each token on one.
    private func stripHeight(in body: Rect, _ scene: Scene) -> Int {
        min(sessionRows(.stacked, in: body, scene), max(2, body.height / 4)) + 2
    }

    mutating func measure(_ form: ScreenForm, in body: Rect, scene: Scene) {
        guard form == .wide || form == .stacked else { return }
        let measure = SessionMeasure(form, in: body, scene)
        if measured?.of != measure { measured = (measure, rows(of: measure, in: scene)) }
    }

    /// The rows that the session's lines need in their place.
    private func sessionRows(_ form: ScreenForm, in body: Rect, _ scene: Scene) -> Int {
        let measure = SessionMeasure(form, in: body, scene)
        if let measured, measured.of == measure { return measured.rows }
        return rows(of: measure, in: scene)
    }

    private func rows(of measure: SessionMeasure, in scene: Scene) -> Int {
        tokens.rowCount(in: scene, width: measure.width, isTall: measure.isTall)
    }

    /// All that the number of the session's rows depends on.
    struct SessionMeasure: Hashable {
        let width: Int
        let isTall: Bool
        let sceneRevision: Int
        let moment: Date

        fileprivate init(_ form: ScreenForm, in body: Rect, _ scene: Scene) {
            isTall = form == .wide
            width = (isTall ? leftWidth(in: body) : body.width) - 4
            (sceneRevision, moment) = (scene.revision, scene.now)
        }
    }

    /// The session stays in sight above the focused pane as long as some lines are left for that.
    private func singleFrames(in body: Rect, _ scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        let stripHeight = SessionLines.flatHeight + 2
        if body.height <= Self.rowsBelowCard { return [(focus == .events ? .events : .response, body)] }
        guard focus != .tokens, body.height >= stripHeight + 9 else { return [(focus, body)] }
        return [
            (.tokens, Rect(x: body.x, y: body.y, width: body.width, height: stripHeight)),
            (focus, body.inset(top: stripHeight - 1)),
        ]
    }

    private func stackedFrames(in body: Rect, _ scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        let infoHeight = max(stripHeight(in: body, scene), SessionLines.flatHeight + 2)
        let spare = max(0, body.height - 21)
        let usualHeight = 4 + min(3, spare / 4)
        let eventsHeight = max(6, 7 + (spare - (usualHeight - 4)) / 2 - max(0, 21 - body.height) / 2)
        // A body that is edited takes rows of the response.
        let mostRequest = max(usualHeight, body.height - infoHeight - eventsHeight - 2)
        let requestHeight =
            request.isEditingBody ? min(max(usualHeight, request.rowCount + 2), mostRequest) : usualHeight
        let info = body.split(top: infoHeight).top
        let request = Rect(x: body.x, y: info.maxY - 1, width: body.width, height: requestHeight)
        let events = body.split(bottom: eventsHeight).bottom
        let response = Rect(
            x: body.x, y: request.maxY - 1, width: body.width, height: events.y - request.maxY + 2)
        return [(infoPane, info), (.request, request), (.response, response), (.events, events)]
    }

    /// While a scenario is told, what happened goes before the response's body: that has only the title, unless it has
    /// the focus.
    private func toldFrames(in body: Rect, _ scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        let info = body.split(top: stripHeight(in: body, scene)).top
        let pane = focus == .request ? PaneID.request : .response
        let height = focus == .request ? 4 : focus == .response ? max(4, body.height / 3) : 2
        let middle = Rect(x: body.x, y: info.maxY - 1, width: body.width, height: height)
        return [(infoPane, info), (pane, middle), (.events, body.inset(top: middle.maxY - 1 - body.y))]
    }
}
