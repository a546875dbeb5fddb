import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

/// What has happened to each session, by its index, and which moment of it is shown in the place of the present.
struct TimeMachine: Sendable {
    private(set) var timelines: [Int: Timeline] = [:]
    /// The earlier moments that are shown in place of the present ones.
    private(set) var pasts: [Int: Past] = [:]
    /// The recording that is shown, where it is one; it has no present.
    private(set) var reading: RecordingReading?
    /// The sessions that are recorded.
    private(set) var recorded: Set<Int>

    init(isRecorded: Bool) { recorded = isRecorded ? [0] : [] }

    /// Of a recording, which is read from a file of this name.
    init(reading name: String, in model: Model) {
        self.init(isRecorded: false)
        reading = RecordingReading(name: name)
        let timeline = Timeline(model)
        (timelines, pasts) = ([0: timeline], [0: Past(timeline, at: 0, like: model)])
    }

    // MARK: - What is kept

    /// Keeps an occurrence in a session's timeline, before the model knows of it.
    mutating func keep(_ occurrence: Occurrence, of index: Int, _ model: Model) -> [WorkspaceEffect] {
        let moment = Moment(time: model.scene.now, occurrence: occurrence)
        timelines[index, default: Timeline(model)].append(moment, before: model)
        timelines[index]?.trim()
        return recorded.contains(index) ? [.noted(index, moment)] : []
    }

    /// Takes in that a recording has begun, ended or was read; answers the moments that a new one begins with.
    mutating func apply(_ message: RecordingMessage, _ models: inout [Model]) -> [WorkspaceEffect] {
        switch message {
        case .began(let index, let path):
            recorded.insert(index)
            let key = ShellAction.record.letter
            tell(index, &models[index], Notice(.good, "Recording to \(path)", advice: "\(key) ends it"))
            return past(of: index, models[index].scene).map { .noted(index, $0) }
        case .notBegun(let index, let reason):
            let advice = "':\(ShellAction.record.rawValue) FILE' names another file"
            tell(index, &models[index], Notice(.bad, "Not recorded: \(reason)", advice: advice))
        case .ended(let index, let path, let warning):
            recorded.remove(index)
            tell(
                index, &models[index],
                warning.map { Notice(.bad, "The recording has ended: \($0)") }
                    ?? Notice(.good, "The recording has ended: \(path)"))
        case .read(let moments): read(moments)
        case .readToEnd(let flaw):
            reading?.isComplete = true
            reading?.flaw = flaw
        }
        return []
    }

    /// Takes in a part of the recording.
    private mutating func read(_ moments: [Moment]) {
        guard var past = pasts.removeValue(forKey: 0), var timeline = timelines.removeValue(forKey: 0) else { return }
        let isFirst = timeline.isEmpty
        // At the end of what was read before, the rest is of interest as well.
        let follows = !isFirst && past.index == timeline.end && timeline.opening == timeline.end
        for moment in moments {
            if follows, timeline.isBeginningDue { past.follow(timeline) }
            timeline.append(moment, before: follows ? past.model : nil)
        }
        if follows { past.follow(timeline) }
        if isFirst || follows, past.index != timeline.opening { past.go(to: timeline.opening, in: timeline) }
        (timelines[0], pasts[0]) = (timeline, past)
    }

    /// What is still known of a session: where it was opened, its moments, and its status.
    private func past(of index: Int, _ scene: Scene) -> [Moment] {
        let moments = timelines[index]?.moments ?? []
        return [Moment(time: moments.first?.time ?? scene.now, occurrence: .context(scene.context))] + moments
            + [Moment(time: scene.now, occurrence: .status(scene.status))]
    }

    /// Tells the user something, in the past also where that is shown.
    private mutating func tell(_ index: Int, _ model: inout Model, _ notice: Notice) {
        model.shell.notice = notice
        pasts[index]?.notice(notice)
    }

    /// Keeps what a key that was pressed in the past has led to.
    mutating func keep(_ message: Message, of index: Int) {
        if message.isOutcomeInPast { pasts[index]?.apply(message) }
    }

    /// Shows the present of all sessions again; a recording has none.
    mutating func returnToNow() {
        if reading == nil { pasts = [:] }
    }

    /// Shows the past of a session like its present: in this size and place.
    mutating func layOut(_ index: Int, _ size: Size, _ placement: Placement) {
        guard pasts[index] != nil else { return }
        if pasts[index]?.model.size != size { pasts[index]?.apply(.resized(size)) }
        if pasts[index]?.model.scene.placement != placement { pasts[index]?.place(placement) }
    }

    // MARK: - Keys

    /// Handles a key that steps from one moment of the past to another, or leaves it, whatever is played.
    mutating func step(_ key: Key, of index: Int, _ model: inout Model) -> [WorkspaceEffect]? {
        guard let past = pasts[index] else { return nil }
        let isBack = ShellAction.action(for: key) == .back
        return isBack || past.timeField != nil || PastAction.action(for: key) != nil
            ? press(key, of: index, &model) : nil
    }

    /// Handles a key that steps through time, or one that is pressed in the past; `nil` for any other.
    mutating func press(_ key: Key, of index: Int, _ model: inout Model) -> [WorkspaceEffect]? {
        if let past = pasts[index] {
            let shown = past.model
            if past.timeField != nil { return type(key, index) }
            if !shown.takesText, let action = PastAction.action(for: key) { return step(action, index, &model) }
            if isWayOut(key, of: shown) { return leavePast(key, index) }
            return press(key, inPastOf: index)
        }
        guard let action = PastAction.action(for: key), !model.takesText else { return nil }
        return step(action, index, &model)
    }

    private mutating func step(_ action: PastAction, _ index: Int, _ model: inout Model) -> [WorkspaceEffect] {
        guard let timeline = timelines[index], !timeline.isEmpty else {
            let words = reading?.isComplete == true ? "The recording is empty" : "The recording is being read"
            tell(index, &model, Notice(.muted, reading == nil ? "Nothing has happened yet" : words))
            return []
        }
        if pasts[index] == nil {
            guard action == .earlier || action == .previousMain || action == .goToTime else {
                let advice = "\(PastAction.earlier.letter) steps back in time"
                model.shell.notice = Notice(.muted, "This is now", advice: advice)
                return []
            }
            pasts[index] = Past(timeline, at: timeline.end, like: model)
        }
        switch action {
        case .earlier: pasts[index]?.step(by: -1, in: timeline)
        case .later: stepOn(index, in: timeline)
        case .previousMain: pasts[index]?.stepToMain(by: -1, in: timeline)
        case .nextMain: pasts[index]?.stepToMain(by: 1, in: timeline)
        case .goToTime: pasts[index]?.timeField = TextField()
        }
        return []
    }

    /// Steps on, and from the last moment of a session that goes on to its present.
    private mutating func stepOn(_ index: Int, in timeline: Timeline) {
        guard let past = pasts[index] else { return }
        if past.index < timeline.end {
            pasts[index]?.step(by: 1, in: timeline)
        } else if reading == nil {
            pasts[index] = nil
        }
    }

    private func isWayOut(_ key: Key, of model: Model) -> Bool {
        let action = ShellAction.action(for: key)
        return (action == .back || action == .close) && !model.hasSomethingOpen
    }

    private mutating func leavePast(_ key: Key, _ index: Int) -> [WorkspaceEffect] {
        if reading == nil {
            pasts[index] = nil
            return []
        }
        if ShellAction.action(for: key) == .close { return [.session(index, .terminal(.quit))] }
        return press(key, inPastOf: index)
    }

    /// Which time is shown of a session.
    func tense(of index: Int) -> ConsoleStage.Tense {
        if reading != nil { return .recording }
        return pasts[index] == nil ? .present : .past
    }

    /// Presses a key on the screens of the past; only what looks around has an effect.
    mutating func press(_ key: Key, inPastOf index: Int) -> [WorkspaceEffect] {
        let tense = tense(of: index)
        guard let effects = pasts[index]?.press(key, in: tense) else {
            let advice = reading == nil ? "\(ShellAction.back.letter) returns to now" : nil
            pasts[index]?.notice(Notice(.muted, "This is the past: only navigation keys work", advice: advice))
            return []
        }
        return effects.map { .session(index, $0) }
    }

    // MARK: - Going to a time

    private mutating func type(_ key: Key, _ index: Int) -> [WorkspaceEffect] {
        guard var past = pasts[index], var field = past.timeField, let timeline = timelines[index] else {
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
        pasts[index] = past
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
