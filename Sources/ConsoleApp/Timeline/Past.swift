import ConsoleKit
import FoundationEssentials
import TerminalUI

/// The screens of a session as they were at an earlier moment.
///
/// Keys that look around work; nothing is sent from the past.
struct Past: Sendable {
    /// The moments before this index have happened.
    private(set) var index: Int
    /// The model after them.
    @Indirect private(set) var model: Model
    /// Models on the way, so that a step back need not begin far away.
    private var nearby: [(index: Int, model: Model)] = []
    /// The time that is typed, to go there.
    var timeField: TextField?
    var flaw: String?
    /// Where the timeline ended when its past was first shown.
    let openedAt: Int
    /// How many moments were noted again on all ways.
    private(set) var replayCount = 0

    private static let nearbySpacing = 100

    init(_ timeline: Timeline, at index: Int, like shown: Model) {
        (self.index, model, openedAt) = (index, shown, timeline.end)
        go(to: index, in: timeline)
    }

    /// Shows the screens after the moments before an index.
    mutating func go(to target: Int, in timeline: Timeline) {
        let target = min(max(target, timeline.leftCount), timeline.end)
        let shown = model
        let known = nearby.filter { $0.index <= target && $0.index >= timeline.leftCount }.max { $0.index < $1.index }
        if target == index + 1 {
            model = timeline.advance(model, from: index, to: target)
            replayCount += 1
        } else if let known, target - known.index <= Self.nearbySpacing {
            model = timeline.advance(known.model, from: known.index, to: target)
            replayCount += target - known.index
        } else {
            approach(target, in: timeline)
        }
        index = target
        show(as: shown, in: timeline)
    }

    /// Goes on to the end with what has come meanwhile, and keeps models on the last part of the way.
    mutating func follow(_ timeline: Timeline) {
        let shown = model
        while index < timeline.end {
            nearby.append((index, model))
            let next = min(timeline.end, index + Self.nearbySpacing)
            model = timeline.advance(model, from: index, to: next)
            replayCount += next - index
            index = next
        }
        nearby.removeAll { $0.index < timeline.end - Self.nearbySpacing * 10 }
        show(as: shown, in: timeline)
    }

    private mutating func show(as shown: Model, in timeline: Timeline) {
        model.show(as: shown)
        // What to do next can't be done here.
        if model.shell.notice?.error != nil { model.shell.notice?.advice = nil }
        if let time = timeline.time(before: index) { model.stand(at: time) }
    }

    /// Reaches a moment from the last beginning, and keeps models on the last part of the way.
    private mutating func approach(_ target: Int, in timeline: Timeline) {
        var place = max(timeline.leftCount, target - Self.nearbySpacing * 10)
        model = timeline.model(at: place)
        replayCount += timeline.wayFromBeginning(to: place) + target - place
        nearby = [(place, model)]
        while place < target {
            let next = min(target, place + Self.nearbySpacing)
            model = timeline.advance(model, from: place, to: next)
            place = next
            nearby.append((place, model))
        }
    }

    /// Goes to the next moment in a direction at which a reader stops.
    mutating func step(by direction: Int, in timeline: Timeline) {
        go(to: timeline.stop(from: index + direction, by: direction), in: timeline)
    }

    /// Goes to the next main moment in a direction, or to the end.
    mutating func stepToMain(by direction: Int, in timeline: Timeline) {
        let places = timeline.mainIndices.lazy.map { timeline.stop(from: $0 + 1, by: 1) }
        let place = direction > 0 ? places.first { $0 > index } : places.last { $0 < index }
        go(to: place ?? (direction > 0 ? timeline.end : timeline.leftCount), in: timeline)
    }

    /// Presses a key that looks around, and answers what is to be done outside; for any other key `nil`, and the
    /// screens stay as they are.
    mutating func press(_ key: Key, in tense: ConsoleStage.Tense) -> [Effect]? {
        let beyond = tense.beyond
        let reaches = model.takesText ? [] : ShellAction.action(for: key)?.reaches ?? []
        if reaches.isRefused(by: beyond) { return nil }
        let before = model
        let effects = update(&model, .terminal(.keyPressed(key)))
        if effects.reduce(model.begun(since: before), { $0.union($1.reaches) }).isRefused(by: beyond) {
            model = before
            model.shell.dialog = nil
            return nil
        }
        model.layOutBodies(of: effects)
        return effects.filter { !$0.reaches.contains(.lookUp) }
    }

    mutating func apply(_ message: TerminalMessage) { apply(.terminal(message)) }
    mutating func apply(_ message: Message) { _ = update(&model, message) }
    mutating func place(_ placement: Placement) { model.scene.placement = placement }
    mutating func notice(_ notice: Notice) { model.shell.notice = notice }
}

extension Model {
    /// Looks as another model does: the same screen, focus, size and way to show times.
    mutating func show(as other: Model) {
        if size != other.size { _ = update(&self, .terminal(.resized(other.size))) }
        scene.placement = other.scene.placement
        scene.time.format = other.scene.time.format
        scene.time.secondsFromUTC = other.scene.time.secondsFromUTC
        let shown = other.screens.shown
        if screens.shown != shown, scene.stage.screens.contains(shown) { screens.shown = shown }
        let (own, wanted) = (screens.current, other.screens.current)
        if own.focusedPane != wanted.focusedPane { screens.current.focus(title: wanted.focusedPane) }
        if own.isZoomed != wanted.isZoomed { screens.current.isZoomed = wanted.isZoomed }
        shell.isMouseOn = other.shell.isMouseOn
        shell.dialog = nil
        _ = update(&self, .terminal(.resized(other.size)))
    }
}
