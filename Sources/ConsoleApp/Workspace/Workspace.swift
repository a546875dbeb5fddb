package import TerminalUI

/// The sessions of one console: one is shown, or two side by side, and the others go on out of sight.
///
/// Only ``update(_:_:)`` changes it.
package struct Workspace: Sendable {
    /// In the order they were opened; an index stays with its session.
    package internal(set) var models: [Model]
    package internal(set) var size = Size.zero
    /// The indices of those in sight, from the left: one, or two.
    var shown = [0]
    /// The index of the one that keys go to.
    var focused = 0
    /// The scenario that is played, until it is left.
    package internal(set) var playback: Playback?
    /// What happened to each session, by its index.
    var timelines: [Int: Timeline] = [:]
    /// The earlier moments that are shown in place of the present ones.
    var pasts: [Int: Past] = [:]
    /// The recording that is shown, where it is one; it has no present.
    var reading: RecordingReading?
    /// What was said when there was no more room for two sessions.
    var narrowness: Notice?
    /// The sessions that are recorded.
    var recorded: Set<Int> = []

    /// Creates the workspace of a console that has just been opened on its first session.
    ///
    /// Where it is recorded, ``WorkspaceEffect/noted(_:_:)`` hands out each of its moments.
    package init(_ model: Model, playing playback: Playback? = nil, isRecorded: Bool = false) {
        models = [model]
        recorded = isRecorded ? [0] : []
        self.playback = playback
    }

    /// Creates the workspace of a recording, which is read from a file of this name.
    package init(reading name: String, in model: Model) {
        models = [model]
        reading = RecordingReading(name: name)
        let timeline = Timeline(model)
        (timelines, pasts) = ([0: timeline], [0: Past(timeline, at: 0, like: model)])
    }

    /// The screens of a session that are shown: the present ones, or those of an earlier moment.
    package func shownModel(_ index: Int) -> Model { pasts[index]?.model ?? models[index] }

    /// The fewest columns for two sessions side by side.
    static let leastSplitWidth = 2 * ScreenForm.smallest.width + 1

    /// The indices in sight and their places; where there is no room for two, the one that has the keys.
    package func places(in size: Size) -> [(index: Int, place: Rect)] {
        let size = Size(width: size.width, height: size.height - barHeight(in: size))
        guard shown.count == 2, size.width >= Self.leastSplitWidth else { return [(focused, Rect(size))] }
        let (left, rest) = Rect(size).split(left: (size.width - 1) / 2)
        return [(shown[0], left), (shown[1], rest.inset(left: 1))]
    }

    /// Tells every model its size and its placement.
    mutating func layOut() {
        let places = places(in: size)
        for index in models.indices {
            let size = places.first { $0.index == index }?.place.size ?? places.first?.place.size ?? size
            let placement = Placement(
                terminalWidth: self.size.width, isSplit: shown.count == 2 && shown.contains(index),
                hasKeys: index == focused,
                isOnlyLookedAt: playback?.hasKeys == true || pasts[index] != nil, isPast: pasts[index] != nil,
                isOfRecording: reading != nil, isRecorded: recorded.contains(index),
                hasOthers: models.count > 1)
            if models[index].size != size { _ = update(&models[index], .terminal(.resized(size))) }
            if models[index].scene.placement != placement { models[index].scene.placement = placement }
            if pasts[index] != nil, pasts[index]?.model.size != size { pasts[index]?.note(.resized(size)) }
            if pasts[index] != nil, pasts[index]?.model.scene.placement != placement {
                pasts[index]?.place(placement)
            }
        }
    }
}
