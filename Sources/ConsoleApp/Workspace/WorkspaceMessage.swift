/// Something that happened, to one session or to the console: the only way into ``update(_:_:)-workspace``.
package enum WorkspaceMessage: Sendable {
    case terminal(TerminalMessage)
    /// Something happened to one of the sessions, by its index.
    case session(Int, Message)
    /// What is watched in the place of a session, by its index, has gone on: in the order of time, and laid out once.
    case happened(Int, [Moment])
    case requested(SessionRequest)
    /// A profile was read; its session gets the next index and is being opened.
    case profileRead(ConsoleContext, isSplit: Bool)
    /// There is no such profile, or it can't be read.
    case profileFailed(String, reason: ToolFailure)
    /// A session that was being opened can't be.
    case openingFailed(Int, reason: ToolFailure)
    /// Something that the scenario waited for.
    case playback(PlaybackMessage)
    case recording(RecordingMessage)
}

/// Something to be done outside of the workspace.
package enum WorkspaceEffect: Sendable {
    /// An effect of one session, by its index.
    case session(Int, Effect)
    /// Reads the profile of a session that is not open; ends with ``WorkspaceMessage/profileRead(_:isSplit:)`` or
    /// ``WorkspaceMessage/profileFailed(_:reason:)``.
    case open(String, isSplit: Bool)
    /// Something that a recording of this session, by its index, keeps.
    case noted(Int, Moment)
    /// An effect of the scenario that is played.
    case playback(PlaybackEffect)
}

/// What becomes of recordings: those that are made, and the one that is read.
package enum RecordingMessage: Sendable {
    /// A session, by its index, is recorded from now on, with what is still known of its past.
    case began(Int, path: String)
    /// The effect of this number could not be begun.
    case notBegun(Int, reason: String)
    /// A session is no longer recorded; what the recording lacks.
    case ended(Int, path: String, warning: String?)
    /// More of the recording that is shown was read.
    case read([Moment])
    /// All of it was read, or as much as can be; why not all.
    case readToEnd(flaw: String?)
}
