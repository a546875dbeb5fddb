import TerminalUI

/// Where everything is on a screen of a given size.
struct ScreenLayout: Sendable {
    enum Form: Sendable {
        /// Two columns over a strip of events.
        case wide
        /// Panels above each other.
        case stacked
        /// The panel that has the focus, and the titles of the others.
        case single
        case tooSmall
    }

    let form: Form
    let header: Rect
    /// The frames of the panels in sight; neighbours share a line.
    let frames: [(panel: Panel, frame: Rect)]
    let notice: Rect
    let hints: Rect

    static let smallest = Size(width: 40, height: 10)

    init(_ model: Model, size: Size) {
        let noticeHeight = model.notice?.height(width: size.width) ?? 0
        form = Self.form(for: size)
        let screen = Rect(size)
        let (header, belowHeader) = screen.split(top: 2)
        let (aboveHints, hints) = belowHeader.split(bottom: 1)
        let (body, notice) = aboveHints.split(bottom: noticeHeight)
        self.header = header
        self.hints = hints
        self.notice = notice
        frames =
            switch form {
            case .tooSmall: []
            case .single: [(model.focus, body)]
            case _ where model.isZoomed: [(model.focus, body)]
            case .wide: Self.wide(model, body)
            case .stacked: Self.stacked(model, body)
            }
    }

    private static func form(for size: Size) -> Form {
        if size.width < smallest.width || size.height < smallest.height { return .tooSmall }
        if size.width >= 96, size.height >= 28 { return .wide }
        return size.width >= 60 && size.height >= 22 ? .stacked : .single
    }

    func frame(of panel: Panel) -> Rect? { frames.first { $0.panel == panel }?.frame }

    /// What a panel's frame encloses, a blank left and right of the content taken off.
    func inside(of panel: Panel) -> Rect? { frame(of: panel)?.inset(left: 2, top: 1, right: 2, bottom: 1) }

    private static func wide(_ model: Model, _ body: Rect) -> [(panel: Panel, frame: Rect)] {
        let eventsHeight = max(8, body.height * 3 / 10)
        let (_, events) = body.split(bottom: eventsHeight)
        let (upper, _) = body.split(top: body.height - eventsHeight + 1)
        let leftWidth = min(56, max(48, body.width * 38 / 100))
        let left = Rect(x: upper.x, y: upper.y, width: leftWidth, height: upper.height)
        let right = upper.inset(left: leftWidth - 1)
        let sessionHeight = min(SessionLines.tallHeight + 2, left.height - 4)
        let requestHeight = min(max(6, model.request.fields.count + 1), max(6, right.height / 3))
        return [
            (.session, Rect(x: left.x, y: left.y, width: left.width, height: sessionHeight)),
            (.userInfo, left.inset(top: sessionHeight - 1)),
            (.request, Rect(x: right.x, y: right.y, width: right.width, height: requestHeight)),
            (.response, right.inset(top: requestHeight - 1)),
            (.events, events),
        ]
    }

    private static func stacked(_ model: Model, _ body: Rect) -> [(panel: Panel, frame: Rect)] {
        let sessionHeight = SessionLines.flatHeight + 2
        let spare = max(0, body.height - 21)
        let requestHeight = 4 + min(3, spare / 4)
        let eventsHeight = max(4, 6 + (spare - (requestHeight - 4)) / 3 - max(0, 21 - body.height) / 2)
        let session = Rect(x: body.x, y: body.y, width: body.width, height: sessionHeight)
        let request = Rect(x: body.x, y: session.maxY - 1, width: body.width, height: requestHeight)
        let (_, events) = body.split(bottom: eventsHeight)
        let response = Rect(
            x: body.x, y: request.maxY - 1, width: body.width, height: events.y - request.maxY + 2)
        return [(model.lastInfoPanel, session), (.request, request), (.response, response), (.events, events)]
    }
}
