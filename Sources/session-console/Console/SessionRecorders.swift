import ConsoleApp
import FoundationEssentials

/// The recorders of a console's sessions, by their indices.
///
/// A message tells what became of a recording.
struct SessionRecorders {
    private var recorders: [Int: Recorder] = [:]

    /// With the recorder of the first session, where that is recorded from the start.
    init(_ first: Recorder?) { recorders[0] = first }

    /// Begins the file of a session that was opened.
    mutating func attach(_ host: ConsoleHost, of index: Int) -> RecordingMessage? {
        recorders[index]?.attach(host.session, host.settings)
        return endIfFailed(index)
    }

    mutating func take(_ moment: Moment, of index: Int) -> RecordingMessage? {
        recorders[index]?.take(moment)
        return endIfFailed(index)
    }

    /// Begins to record a session, or a watch by its command, or ends that.
    mutating func toggle(
        _ index: Int, _ host: ConsoleHost?, path: String?, at now: Date, watch command: String?
    ) -> RecordingMessage {
        if let ended = end(index) { return ended }
        guard host != nil || command != nil else {
            return .notBegun(index, reason: "the session is still being opened")
        }
        let path = path ?? Recorder.free(Recorder.usualName(at: now))
        let header = RecordingHeader(
            started: now, command: command ?? "", profile: nil, configuration: nil)
        do {
            let recorder = Recorder(try RecordingFile(creating: path), header, withBodies: false)
            if let host { recorder.attach(host.session, host.settings) } else { recorder.attachToWatch() }
            recorders[index] = recorder
            return .began(index, path: path)
        } catch {
            return .notBegun(index, reason: error.message)
        }
    }

    private mutating func endIfFailed(_ index: Int) -> RecordingMessage? {
        recorders[index]?.hasFailed == true ? end(index) : nil
    }

    private mutating func end(_ index: Int) -> RecordingMessage? {
        guard let result = recorders.removeValue(forKey: index)?.result else { return nil }
        return .ended(index, path: result.path, warning: result.warning)
    }
}
