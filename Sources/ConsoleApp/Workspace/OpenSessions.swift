import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

/// The sessions of one console: one is shown, or two side by side, and the others go on out of sight.
struct OpenSessions: Sendable {
    /// In the order they were opened; an index stays with its session.
    var models: [Model]
    /// The indices of those in sight, from the left: one, or two.
    private(set) var shown = [0]
    /// The index of the one that keys go to.
    var focused = 0
    /// What was said when there was no more room for two sessions.
    private var narrowness: Notice?

    /// The fewest columns for two sessions side by side.
    private static let leastSplitWidth = 2 * ScreenForm.smallest.width + 1

    init(_ model: Model) { models = [model] }

    /// The one that keys go to.
    var current: Model { models[focused] }
    /// The time by the clock of the first one.
    var now: Date { models[0].scene.now }

    /// The indices in sight and their places; without room for two, only the one that gets the keys.
    func places(in size: Size) -> [(index: Int, place: Rect)] {
        guard shown.count == 2, size.width >= Self.leastSplitWidth else { return [(focused, Rect(size))] }
        let (left, rest) = Rect(size).split(left: (size.width - 1) / 2)
        return [(shown[0], left), (shown[1], rest.inset(left: 1))]
    }

    mutating func notice(_ notice: Notice) { models[focused].shell.notice = notice }

    /// Tells one of something that happened to it; the mouse is on for all or for none.
    mutating func pass(_ message: Message, to index: Int) -> [Effect] {
        let effects = update(&models[index], message)
        let isMouseOn = models[index].shell.isMouseOn
        for other in models.indices where models[other].shell.isMouseOn != isMouseOn {
            models[other].shell.isMouseOn = isMouseOn
        }
        return effects
    }

    /// Shows the session of a profile that was read, which need not be open yet.
    mutating func add(_ context: ConsoleContext, isSplit: Bool) {
        let open = models.firstIndex { $0.scene.context.isOfSameSession(as: context) }
        if open == nil { models.append(Model(context: context, like: current)) }
        show(open ?? models.count - 1, isSplit: isSplit)
    }

    /// Says so when there is no more room for two sessions, until there is again.
    mutating func resize(from former: Size, to size: Size) {
        let before = places(in: former).count
        if let narrowness, places(in: size).count == 2 {
            for index in models.indices where models[index].shell.notice == narrowness {
                models[index].shell.notice = nil
            }
            self.narrowness = nil
        }
        guard before == 2, places(in: size).count == 1, let other = shown.first(where: { $0 != focused }) else {
            return
        }
        let said = Notice(
            .warning,
            "Two sessions need \(Self.leastSplitWidth) columns; the terminal has \(size.width): "
                + "'\(models[other].scene.context.profile)' goes on in the background",
            advice: "\(ShellAction.otherSession.letter) shows it")
        narrowness = said
        notice(said)
    }

    mutating func carryOut(_ request: SessionRequest, in size: Size) -> [WorkspaceEffect] {
        switch request {
        case .show(let profile): return open(profile, isSplit: false)
        case .split where size.width < Self.leastSplitWidth:
            notice(
                Notice(
                    .bad, "Two sessions need \(Self.leastSplitWidth) columns; the terminal has \(size.width)",
                    advice: "':profile NAME' shows another one in place of this one"))
        case .split(let profile): return open(profile ?? nextName, isSplit: true)
        case .next: showNext()
        case .close: close()
        }
        return []
    }

    /// Shows the session of a profile, or asks for it to be opened.
    mutating func open(_ profile: String, isSplit: Bool) -> [WorkspaceEffect] {
        guard let index = models.firstIndex(where: { $0.scene.context.isNamed(profile) }) else {
            return [.open(profile, isSplit: isSplit)]
        }
        if index == focused, !isSplit { notice(Notice(.muted, "This is the session of '\(profile)'")) }
        show(index, isSplit: isSplit)
        return []
    }

    /// The name for one more session on the store of the present one: `work:2`.
    var nextName: String {
        let names = Set(models.map(\.scene.context.profile))
        let base = models[focused].scene.context.profile.prefix { $0 != ":" }
        return (2...).lazy.map { "\(base):\($0)" }.first { !names.contains($0) } ?? String(base)
    }

    private mutating func show(_ index: Int, isSplit: Bool) {
        if !shown.contains(index) {
            if isSplit, shown.count == 1 {
                shown.append(index)
            } else {
                shown = shown.map { $0 == focused ? index : $0 }
            }
        } else if isSplit, shown.count == 1 {
            notice(Notice(.muted, "This session is already shown"))
        }
        focused = index
    }

    private mutating func showNext() {
        if shown.count == 2 {
            focused = shown[0] == focused ? shown[1] : shown[0]
        } else if models.count > 1 {
            show((focused + 1) % models.count, isSplit: false)
        } else {
            notice(Notice(.muted, "No other session is open", advice: "':split' opens one next to this one"))
        }
    }

    private mutating func close() {
        guard shown.count == 2 else { return }
        let closed = models[focused].scene.context.profile
        shown.removeAll { $0 == focused }
        focused = shown[0]
        notice(
            Notice(.muted, "The session '\(closed)' goes on in the background", advice: "':profile \(closed)' shows it")
        )
    }

    /// Says that a session was lost that is not in sight.
    mutating func announce(_ event: SessionEvent, of index: Int, in size: Size) {
        guard event.kind.traits.end == .forced, !places(in: size).contains(where: { $0.index == index }) else { return }
        let name = models[index].scene.context.profile
        notice(Notice(.warning, "The session '\(name)' was forced out", advice: "':profile \(name)' shows why"))
    }
}
