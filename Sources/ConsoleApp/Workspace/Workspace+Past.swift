import FoundationEssentials
import SessionCore
import TerminalUI

/// Steps through what has happened.
extension Workspace {
    // MARK: - What is kept

    /// Keeps an occurrence in a session's timeline, before the model knows of it.
    mutating func note(_ occurrence: Occurrence, of index: Int) -> [WorkspaceEffect] {
        let moment = Moment(time: models[index].scene.now, occurrence: occurrence)
        timelines[index, default: Timeline(models[index])].append(moment, before: models[index])
        timelines[index]?.trim()
        return recorded.contains(index) ? [.noted(index, moment)] : []
    }

    /// Notes what became of a recording; the moments that a new one begins with are answered.
    mutating func note(_ message: RecordingMessage) -> [WorkspaceEffect] {
        switch message {
        case .began(let index, let path):
            recorded.insert(index)
            let key = ShellAction.record.letter
            tell(index, Notice(.good, "Recording to \(path)", advice: "\(key) ends it"))
            return past(of: index).map { .noted(index, $0) }
        case .notBegun(let index, let reason):
            let advice = "':\(ShellAction.record.rawValue) FILE' names another file"
            tell(index, Notice(.bad, "Not recorded: \(reason)", advice: advice))
        case .ended(let index, let path, let warning):
            recorded.remove(index)
            tell(
                index,
                warning.map { Notice(.bad, "The recording has ended: \($0)") }
                    ?? Notice(.good, "The recording has ended: \(path)"))
        case .read(let moments):
            let isFirst = timelines[0]?.isEmpty != false
            for moment in moments { timelines[0, default: Timeline(models[0])].append(moment, before: nil) }
            if isFirst, let timeline = timelines[0] { pasts[0]?.go(to: timeline.opening, in: timeline) }
        case .readToEnd(let flaw):
            reading?.isComplete = true
            reading?.flaw = flaw
        }
        return []
    }

    /// What is still known of a session: where it was opened, its moments, and its status.
    private func past(of index: Int) -> [Moment] {
        let scene = models[index].scene
        let moments = timelines[index]?.moments ?? []
        return [Moment(time: moments.first?.time ?? scene.now, occurrence: .context(scene.context))] + moments
            + [Moment(time: scene.now, occurrence: .status(scene.status))]
    }

    /// Tells the user something, in the past also where that is shown.
    private mutating func tell(_ index: Int, _ notice: Notice) {
        models[index].shell.notice = notice
        pasts[index]?.notice(notice)
    }

    // MARK: - Keys

    /// Handles a key that steps from one moment of the past to another, or leaves it, whatever is played.
    mutating func stepInPast(_ key: Key) -> [WorkspaceEffect]? {
        guard let past = pasts[focused] else { return nil }
        let isBack = ShellAction.action(for: key) == .back
        return isBack || past.timeField != nil || PastAction.action(for: key) != nil ? pressInPast(key) : nil
    }

    /// Handles a key that steps through time, or one that is pressed in the past; `nil` for any other.
    mutating func pressInPast(_ key: Key) -> [WorkspaceEffect]? {
        if let past = pasts[focused] {
            let shown = past.model
            if past.timeField != nil { return type(key) }
            if !shown.takesText, let action = PastAction.action(for: key) { return step(action) }
            if isWayOut(key, of: shown) { return leavePast(key) }
            return press(key, inPastOf: focused)
        }
        guard let action = PastAction.action(for: key), !models[focused].takesText else { return nil }
        return step(action)
    }

    private mutating func step(_ action: PastAction) -> [WorkspaceEffect] {
        guard let timeline = timelines[focused], !timeline.isEmpty else {
            let words = reading?.isComplete == true ? "The recording is empty" : "The recording is being read"
            tell(focused, Notice(.muted, reading == nil ? "Nothing has happened yet" : words))
            return []
        }
        if pasts[focused] == nil {
            guard action == .earlier || action == .previousMain || action == .goToTime else {
                notice(Notice(.muted, "This is now", advice: "\(PastAction.earlier.letter) steps back in time"))
                return []
            }
            pasts[focused] = Past(timeline, at: timeline.end, like: models[focused])
        }
        switch action {
        case .earlier: pasts[focused]?.step(by: -1, in: timeline)
        case .later: stepOn(in: timeline)
        case .previousMain: pasts[focused]?.stepToMain(by: -1, in: timeline)
        case .nextMain: pasts[focused]?.stepToMain(by: 1, in: timeline)
        case .goToTime: pasts[focused]?.timeField = TextField()
        }
        return []
    }

    /// Steps on, and from the last moment of a session that goes on to its present.
    private mutating func stepOn(in timeline: Timeline) {
        guard let past = pasts[focused] else { return }
        if past.index < timeline.end {
            pasts[focused]?.step(by: 1, in: timeline)
        } else if reading == nil {
            pasts[focused] = nil
        }
    }

    private func isWayOut(_ key: Key, of model: Model) -> Bool {
        let action = ShellAction.action(for: key)
        return (action == .back || action == .close) && !model.hasSomethingOpen
    }

    private mutating func leavePast(_ key: Key) -> [WorkspaceEffect] {
        if reading == nil {
            pasts[focused] = nil
            return []
        }
        if ShellAction.action(for: key) == .close { return [.session(focused, .terminal(.quit))] }
        return press(key, inPastOf: focused)
    }

    /// Presses a key on the screens of the past; only what looks around has an effect.
    mutating func press(_ key: Key, inPastOf index: Int) -> [WorkspaceEffect] {
        guard let effects = pasts[index]?.press(key, isRecording: reading != nil) else {
            let advice = reading == nil ? "\(ShellAction.back.letter) returns to now" : nil
            pasts[index]?.notice(Notice(.muted, "This is the past: only navigation keys work", advice: advice))
            return []
        }
        return effects.map { .session(index, $0) }
    }

    // MARK: - Going to a time

    private mutating func type(_ key: Key) -> [WorkspaceEffect] {
        guard var past = pasts[focused], var field = past.timeField, let timeline = timelines[focused] else {
            return []
        }
        past.flaw = nil
        switch key {
        case .escape: past.timeField = nil
        case .enter:
            if let time = past.model.scene.time.moment(field.text) {
                past.timeField = nil
                past.go(to: timeline.stop(from: timeline.index(at: time), by: 1), in: timeline)
            } else {
                past.flaw = "not a time: type 14:05, 14:05:30 or 14:05:30.250"
            }
        default:
            _ = field.handle(key)
            past.timeField = field
        }
        pasts[focused] = past
        return []
    }
}

extension TimeText {
    /// The moment that a typed time of day means: on the day that is shown.
    fileprivate func moment(_ text: String) -> Date? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard (2...3).contains(parts.count), let hours = parts[0], let minutes = parts[1],
            let seconds = parts.count == 3 ? parts[2] : 0, (0..<24).contains(hours), (0..<60).contains(minutes),
            (0..<60).contains(seconds)
        else { return nil }
        let offset = format == .utc ? 0 : Double(secondsFromUTC)
        let local = now.timeIntervalSince1970 + offset
        let midnight = local - local.truncatingRemainder(dividingBy: 86_400)
        // A time without seconds means the whole minute, and one without decimals the whole second.
        let isExact = text.contains(".")
        let second = parts.count == 3 ? seconds + (isExact ? 0.000_5 : 0.999_5) : 59.999_5
        return Date(timeIntervalSince1970: midnight - offset + hours * 3600 + minutes * 60 + second)
    }
}
