import ConsoleFaults
import ConsoleKit
import Scenarios
import TerminalUI

/// An action typed by its name, completed as it is typed.
struct CommandPrompt: Dialog {
    var reaches: Outside { [] }
    /// What can be typed: an action's name, or a fault's.
    struct Candidate: Sendable, Hashable {
        let name: String
        let keys: String
        let summary: String
        /// The screen it leads to; `nil` for what is done on the one that is shown.
        var screen: ScreenID?
        /// What it does, as its group: `go to`, `fault`.
        var verb = ""

        /// What it does as the list shows it: `go to: the session as it is now`.
        var shown: String { verb.isEmpty ? summary : "\(verb): \(summary)" }
        /// The name of what no key does.
        var nameWithoutKeys: String { keys.isEmpty ? "\(name.trimmed)  " : "" }
        /// The screen that it leads to, and what it does.
        var words: String { (screen.map { "\($0.binding.hint): " } ?? "") + summary }
    }

    typealias Command = TypedCommand

    private(set) var field = TextField()
    private(set) var selected = 0
    /// Whether the arrows chose what is selected, or enter did, which then asks.
    private var isChosen = false
    private var isAsking = false
    private(set) var flaw: String?
    /// What the methods complete.
    let paths: [APIPath]
    let candidates: [Candidate]
    /// What was typed before, oldest first, and which of it is shown.
    private let history: [String]
    private var historyIndex: Int?
    /// Whether calls can be sent and other sessions shown.
    private let hasSession: Bool

    static let faultPrefix = "fault "
    static let presetPrefix = "preset "
    /// The action that takes a number.
    static let burst = "burst"
    static let themePrefix = "theme "

    /// `rows` are the actions, those of the screen that is shown first, `faults` those that can be injected here.
    init(
        rows: [KeyRow], on shown: ScreenID, faults: [LabFault], paths: [APIPath] = [], profiles: [String] = [],
        history: [String] = [],
        hasSession: Bool = true
    ) {
        let actions = rows.map { row in
            Candidate(
                name: row.name, keys: row.keys(.ascii), summary: row.binding.summary,
                screen: row.works(on: shown) ? nil : row.screens.first, verb: Self.verb(of: row, on: shown))
        }
        var seen: Set<[String?]> = []
        candidates =
            actions.filter { seen.insert([$0.name, $0.screen?.rawValue]).inserted }
            + faults.map {
                Candidate(
                    name: Self.faultPrefix + $0.rawValue, keys: "\(ShellAction.faults.letter) \($0.letter)",
                    summary: $0.summary, verb: "fault")
            }
            + (hasSession ? Preset.allCases : []).map {
                Candidate(name: Self.presetPrefix + $0.rawValue, keys: "", summary: $0.summary, verb: "faults")
            }
            + Theme.Choice.allCases.map {
                Candidate(
                    name: Self.themePrefix + $0.rawValue, keys: "", summary: "the colours of the console", verb: "theme"
                )
            }
            + KeylessCommand.allCases.filter { hasSession || !$0.reaches.contains(.session) }.map {
                Candidate(name: $0.rawValue, keys: "", summary: $0.summary, verb: "show")
            }
            + (hasSession ? Self.sessionCandidates(profiles) + Self.methodCandidates : [])
        self.hasSession = hasSession
        self.paths = paths
        self.history = history
    }

    private static let methodCandidates = RequestDraft.methods.map {
        Candidate(name: $0.lowercased() + " ", keys: "", summary: "to a path", verb: "call")
    }

    private static func verb(of row: KeyRow, on shown: ScreenID) -> String {
        if !row.works(on: shown), let screen = row.screens.first { return "on \(screen.binding.hint)" }
        return row.binding.group == .screens ? "go to" : row.binding.group.rawValue.lowercased()
    }

    /// By what they do; the groups in the order of their first ones.
    private static func grouped(_ candidates: [Candidate]) -> [Candidate] {
        var verbs: [String] = []
        for candidate in candidates where !verbs.contains(candidate.verb) { verbs.append(candidate.verb) }
        return verbs.flatMap { verb in candidates.filter { $0.verb == verb } }
    }

    /// Types a name, which enter then runs.
    mutating func type(_ name: String) { field = TextField(name) }

    var hasField: Bool { true }
    var prompt: Prompt? { Prompt(title: ":", verb: "do", field: field) }

    /// Those whose name or words what was typed matches, the best first; paths once a method was typed.
    var completions: [Candidate] {
        if let paths = pathCompletions { return paths }
        if field.isEmpty {
            let first = recent + usual.filter { !recent.contains($0) }
            return first + Self.grouped(candidates).filter { !first.contains($0) }
        }
        return LetterMatch.best(of: candidates, for: field.text) { ($0.name, $0.words) }
    }

    /// What most people need, first.
    private var usual: [Candidate] {
        let names: [ShellAction] = [.signIn, .send, .burst, .refresh, .faults, .signOut, .copy, .help]
        return names.compactMap { action in candidates.first { $0.name == action.rawValue } }
    }

    /// What was typed before, the latest first.
    private var recent: [Candidate] {
        var seen: Set<String> = []
        return history.reversed().filter { seen.insert($0).inserted }.compactMap { typed in
            candidates.first { $0.name == typed }
        }
    }

    /// What enter does; `nil` where nothing has that name.
    var command: Command? { meaning?.command }

    /// What enter does, and whether that was chosen or typed; otherwise it is a guess, which enter shows first.
    private var meaning: (command: Command, isGuess: Bool)? {
        let chosenPath = isChosen && pathCompletions != nil ? selectedCompletion?.name : nil
        let text = chosenPath ?? field.text.trimmed
        let words = text.split(maxSplits: 2, whereSeparator: { $0 == " " }).map(String.init)
        guard let first = words.first else { return nil }
        if words.count > 1, RequestDraft.methods.contains(first.uppercased()) {
            let body = words.count > 2 ? words[2].trimmed : ""
            return (.call(method: first.uppercased(), target: words[1], body: body), false)
        }
        if words.count == 2, first == Self.burst, let count = Int(words[1]) { return (.burst(count), false) }
        if words.count == 2, first == KeylessCommand.proxy.rawValue, let port = UInt16(words[1]) {
            return (.proxy(port: port), false)
        }
        if RequestDraft.methods.contains(first.uppercased()) { return nil }
        if let request = Self.sessionRequest(words) { return (.session(request), false) }
        if first == ShellAction.record.rawValue, words.count > 1 {
            return (.record(words.dropFirst().joined(separator: " ")), false)
        }
        // Of a fault or a preset that can't be injected here the model says why.
        if let fault = LabFault.allCases.first(where: { Self.faultPrefix + $0.rawValue == text.lowercased() }) {
            return (.fault(fault), false)
        }
        if let preset = Preset.allCases.first(where: { Self.presetPrefix + $0.rawValue == text.lowercased() }) {
            return (.preset(preset), false)
        }
        // Of what needs a session the model says why it can't be done.
        if !hasSession, Self.isOfSessions(text.lowercased()) { return (.action(text.lowercased()), false) }
        if isChosen { return selectedCompletion.map { (Self.command(of: $0), false) } }
        if let exact = candidates.first(where: { $0.name == text.lowercased() }) {
            return (Self.command(of: exact), false)
        }
        return selectedCompletion.map { (Self.command(of: $0), isGuess($0)) }
    }

    private static func command(of candidate: Candidate) -> Command {
        let name = candidate.name
        if let request = sessionRequest(name.split(separator: " ").map(String.init)) { return .session(request) }
        if let command = KeylessCommand(rawValue: name) { return .keyless(command) }
        if let theme = Theme.Choice.allCases.first(where: { themePrefix + $0.rawValue == name }) {
            return .theme(theme)
        }
        if let preset = Preset.allCases.first(where: { presetPrefix + $0.rawValue == name }) {
            return .preset(preset)
        }
        let fault = LabFault.allCases.first { faultPrefix + $0.rawValue == name }
        return fault.map { .fault($0) } ?? .action(name, on: candidate.screen)
    }

    /// Whether enter asks before it runs this: the name neither begins with what was typed nor has it as a word, or
    /// the command ends or sends something, and other names match as well.
    private func isGuess(_ candidate: Candidate) -> Bool {
        let typed = field.text
        guard LetterMatch.isName(candidate.name, for: typed) else { return true }
        return Self.command(of: candidate).isGrave
            && candidates.contains { $0.name != candidate.name && LetterMatch.isName($0.name, for: typed) }
    }

    private var selectedCompletion: Candidate? {
        let completions = completions
        return completions.indices.contains(selected) ? completions[selected] : nil
    }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        (flaw, isAsking) = (nil, false)
        switch key {
        case .escape: return [.close]
        case .backspace where field.isEmpty: return [.close]
        case .enter:
            if field.isEmpty { return [.close] }
            guard let (command, isGuess) = meaning else {
                flaw = pathCompletions == nil ? unknownName : "a path is missing"
                return []
            }
            guard !isGuess else {
                (isChosen, isAsking) = (true, true)
                return []
            }
            return [.close, .run(command)]
        case .tab:
            if let candidate = selectedCompletion {
                (field, isChosen) = (TextField(candidate.name), true)
                selected = completions.firstIndex(of: candidate) ?? 0
            }
        case .paste(let text) where text.trimmed.contains("\n"):
            flaw = "a command is one line: \(text.trimmed.split(separator: "\n").count) lines were pasted"
        case .up where field.isEmpty || historyIndex != nil: recall(by: -1)
        case .down where historyIndex != nil: recall(by: 1)
        case .up, .backTab: complete(by: -1)
        case .down: complete(by: 1)
        default: if field.handle(key) == .edited { (selected, historyIndex, isChosen) = (0, nil, false) }
        }
        return []
    }

    private mutating func complete(by step: Int) {
        let count = completions.count
        guard count > 0 else { return }
        // The first step down in a list of paths chooses its first one.
        selected = isChosen || pathCompletions == nil ? min(max(0, selected + step), count - 1) : selected
        isChosen = true
    }

    /// Shows what was typed before; past the newest the field is empty again.
    private mutating func recall(by step: Int) {
        let index = (historyIndex ?? history.count) + step
        guard index >= 0, !history.isEmpty else { return }
        historyIndex = index < history.count ? index : nil
        field = TextField(index < history.count ? history[index] : "")
        (selected, isChosen) = (0, false)
    }

    func hints(in _: Scene, _: Glyphs) -> [Hint] { [] }

    func draw(on canvas: inout Canvas, in area: Rect, _: Scene) {
        let width = min(100, area.width - 4)
        let completions = completions
        let words = flaw == nil ? StyledText(selectedCompletion?.shown ?? "", .dim).wrapped(to: width) : []
        let room = min(16, max(1, area.height - 2 - words.count - (isAsking ? 1 : 0)))
        let top = max(0, selected - room + 1)
        let keyWidth = pathCompletions == nil ? 13 : 0
        // Names are there to be found by: until one is typed, words have their room.
        let hasNames = !field.isEmpty
        let nameWidth = hasNames ? nameWidth(width) : 0
        var lines = completions.dropFirst(top).prefix(room).map { candidate in
            if !hasNames {
                return StyledText(TextWidth.pad(candidate.keys, to: keyWidth), .key)
                    + canvas.words(candidate.nameWithoutKeys, .accent) + canvas.words(candidate.shown, .dim)
            }
            let name = SafeText.plain(candidate.name, glyphs: canvas.glyphs)
            let keys = TextWidth.pad(candidate.keys, to: candidate.keys.isEmpty ? 0 : keyWidth)
            // A name without keys has their room, too.
            let room = nameWidth + keyWidth - TextWidth.columns(of: keys)
            return StyledText(TextWidth.pad(name, to: room - 1) + " ", .accent)
                .truncated(to: room, ellipsis: canvas.glyphs.ellipsis)
                + StyledText(keys, .key)
                + canvas.words(candidate.shown, .dim)
        }
        if let flaw { lines = [canvas.words("\(canvas.glyphs.cross) \(flaw)", .danger)] }
        if lines.isEmpty {
            let help = "get /path sends a request; burst 20 sends it 20 times"
            let words = pathCompletions == nil ? help : "get /path {\"a\":1} sends a body too"
            lines = [StyledText(hasSession ? words : unknownName, .dim)]
        }
        let listed = lines.count
        if isAsking, let name = selectedCompletion?.name {
            let words = "\(Key.enter.name(canvas.glyphs)) again runs \(name.trimmed)"
            lines.append(canvas.words(words, .warning))
        }
        // The words of what is selected stand below the list where they are cut in it.
        let isCut = selectedCompletion.map {
            nameWidth + keyWidth + TextWidth.columns(of: (hasNames ? "" : $0.nameWithoutKeys) + $0.shown) > width
        }
        if isCut == true, listed > 0, !completions.isEmpty { lines += words }
        let inside = Popup.draw(
            on: &canvas.surface, in: area, inside: Size(width: width, height: lines.count),
            title: StyledText("Commands", .title), glyphs: canvas.glyphs)
        canvas.write(lines, in: inside)
        if flaw == nil, pathCompletions == nil || isChosen, listed > selected - top, !completions.isEmpty {
            canvas.select(inside.rows[selected - top])
        }
    }

    private func nameWidth(_ width: Int) -> Int {
        guard let paths = pathCompletions else {
            let widest = completions.filter { !$0.keys.isEmpty }.map { TextWidth.columns(of: $0.name) }.max() ?? 0
            return max(27, min(width * 2 / 5, widest + 1))
        }
        return min(width * 3 / 5, (paths.map { TextWidth.columns(of: $0.name) }.max() ?? 0) + 2)
    }
}
