package import TerminalUI

/// The sessions of one console, with their past and the scenario that is played.
///
/// Only ``update(_:_:)`` changes it.
package struct Workspace: Sendable {
    var sessions: OpenSessions
    var past: TimeMachine
    /// The scenario that is played, until it is left.
    package internal(set) var playback: Playback?
    package internal(set) var size = Size.zero

    /// Creates the workspace of a console that has just been opened on its first session.
    ///
    /// Where it is recorded, ``WorkspaceEffect/noted(_:_:)`` hands out each of its moments.
    package init(_ model: Model, playing playback: Playback? = nil, isRecorded: Bool = false) {
        (sessions, past) = (OpenSessions(model), TimeMachine(isRecorded: isRecorded))
        self.playback = playback
    }

    /// Creates the workspace of a recording, which is read from a file of this name.
    package init(reading name: String, in model: Model) {
        (sessions, past) = (OpenSessions(model), TimeMachine(reading: name, in: model))
    }

    /// In the order they were opened; an index stays with its session.
    package internal(set) var models: [Model] {
        get { sessions.models }
        _modify { yield &sessions.models }
    }

    /// The screens of a session that are shown: the present ones, or those of an earlier moment.
    package func shownModel(_ index: Int) -> Model { past.pasts[index]?.model ?? models[index] }

    /// The indices in sight and their places; without room for two, only the one that gets the keys.
    package func places(in size: Size) -> [(index: Int, place: Rect)] {
        sessions.places(in: Size(width: size.width, height: size.height - barHeight(in: size)))
    }

    /// Tells every model its size and its placement.
    mutating func layOut() {
        let places = places(in: size)
        for index in models.indices {
            let size = places.first { $0.index == index }?.place.size ?? places.first?.place.size ?? size
            let placement = Placement(
                terminalWidth: self.size.width, isSplit: sessions.shown.count == 2 && sessions.shown.contains(index),
                hasKeys: index == sessions.focused,
                isOnlyLookedAt: playback?.hasKeys == true || past.pasts[index] != nil,
                isTold: playback?.pace.speed != nil, tense: past.tense(of: index),
                isRecorded: past.recorded.contains(index), hasOthers: models.count > 1)
            if models[index].size != size { _ = update(&models[index], .terminal(.resized(size))) }
            if models[index].scene.placement != placement { models[index].scene.placement = placement }
            past.layOut(index, size, placement)
        }
    }
}
