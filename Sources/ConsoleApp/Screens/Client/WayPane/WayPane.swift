import ClientObservation
import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

/// The way of the selected client to its first call, step by step.
struct WayPane: ListPane {
    static let title = "Way to the first call"
    static let shortTitle = "Way"
    static let summary = "the steps of the selected client until its first call: seen, failed or never come"
    static let rowName = "the step"

    var list = RowList<Row>()
    private(set) var client: ServedClient?

    enum Action: String, OwnAction {
        case messages = "way-messages"

        var entry: OwnKey<WayPane> {
            switch self {
            case .messages:
                OwnKey(
                    [.enter], "messages", "go to the messages of this client", .events,
                    obstacle: { pane, _ in pane.client == nil ? "no client has come" : nil },
                    handler: { _, _ in [.focus(title: MessagesPane.title)] })
            }
        }
    }

    /// A step, where the client comes from, or who has to act.
    struct Row: ListRow {
        let id: Int
        var step: ServedClient.Step?
        var isOfSide = true
    }

    mutating func adopt(_ client: ServedClient?) {
        guard client != self.client else { return }
        self.client = client
        guard client != nil else { return list.replace([]) }
        let steps = ServedClient.Step.allCases.enumerated().map { Row(id: $0, step: $1) }
        list.replace(steps + [Row(id: steps.count, isOfSide: false), Row(id: steps.count + 1)])
    }

    func hints(in _: Scene) -> [Action] { client == nil ? [] : [.messages] }

    func text(of row: Row, in scene: Scene) -> String { line(of: row, in: scene, .unicode).text }

    // MARK: - Drawing

    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        client.map { SafeText.line(" · \($0.title)", style: .dim, glyphs: glyphs) } ?? StyledText()
    }

    func absence(in _: Scene, _: Canvas, width: Int) -> [StyledText] {
        StyledText("What the selected client has done until its first call stands here.", .dim).wrapped(to: width)
    }

    func draw(_ row: Row, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
        canvas.write(line(of: row, in: scene, canvas.glyphs), in: place)
    }

    /// `✓ code redeemed    14:02:10  200  A3F1, 3600 s`, or `✗ first call       never, for 4 min 20 s`.
    private func line(of row: Row, in scene: Scene, _ glyphs: Glyphs) -> StyledText {
        guard let client else { return StyledText() }
        guard let step = row.step else {
            guard row.isOfSide else {
                return client.address.map { StyledText.words("  comes from \($0)", .dim, glyphs: glyphs) }
                    ?? StyledText()
            }
            guard client.isStuck(at: scene.now) else { return StyledText() }
            let side = client.side.map { "on \($0.words)" } ?? "on whose side can't be said by what was seen"
            return StyledText.words("  \(side)", .text, glyphs: glyphs)
        }
        let label = StyledText(step.label, .text).padded(to: Self.labelWidth, glyphs)
        guard let progress = client[step] else {
            let isNext = step == client.next
            let time = DurationText.short(seconds: max(0, Int(scene.now.timeIntervalSince(client.since))))
            let isStuck = isNext && client.isStuck(at: scene.now)
            let words = isStuck ? "never, for \(time)" : isNext ? "not yet, for \(time)" : unseen(step, client)
            guard isStuck else {
                return StyledText("\(glyphs.dash) ", .dim) + label + StyledText.words(words, .dim, glyphs: glyphs)
            }
            let (mark, style): (String, Style) = client.side == nil ? ("!", .warning) : (glyphs.cross, .danger)
            return StyledText("\(mark) ", style) + label + StyledText.words(words, style, glyphs: glyphs)
        }
        var facts = [scene.time.brief(progress.moment)]
        switch progress.outcome {
        case .pending: facts.append("no answer yet")
        case .passed, .failed: facts.append(progress.status.map { "\($0)" } ?? "no answer")
        }
        if progress.count > 1 { facts.append("\(glyphs.times)\(progress.count)") }
        if step == .redemption, let token = client.token, client.delivered != nil {
            facts.append("\(token)" + (client.lifetime.map { ", \($0.components.seconds) s" } ?? ""))
        }
        let mark: StyledText =
            switch progress.outcome {
            case .passed: StyledText("\(glyphs.check) ", .success)
            case .failed: StyledText("\(glyphs.cross) ", .danger)
            case .pending: StyledText("\(glyphs.dash) ", .dim)
            }
        return mark + label + StyledText.words(facts.joined(separator: "  "), .text, glyphs: glyphs)
    }

    private func unseen(_ step: ServedClient.Step, _ client: ServedClient) -> String {
        let isOfSignIn = step == .registration || step == .authorization || step == .redemption
        return isOfSignIn && client.signsInElsewhere ? "not here: its token comes from elsewhere" : "not seen"
    }

    private static let labelWidth = 16
}

extension ServedClient {
    /// The step that is missing, and without which it gets no further.
    fileprivate var next: Step? {
        switch stand {
        case .neverReturned: .metadata
        case .neverRegistered: .registration
        case .neverAuthorized: .authorization
        case .neverRedeemed: .redemption
        case .neverCalled: .call
        default: nil
        }
    }
}
