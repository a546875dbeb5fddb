extension Scenario {
    /// The most bytes that a scenario has.
    package static let mostBytes = 1 << 20

    /// Reads a scenario's file.
    package init(parsing bytes: [UInt8], vocabulary: Vocabulary) throws(ScenarioFlaws) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ScenarioFlaws(flaws: [ScenarioFlaw(notUTF8: bytes)], isCutShort: true)
        }
        try self.init(parsing: text, vocabulary: vocabulary)
    }

    /// Reads a scenario, or says what is wrong with it: up to twenty flaws.
    package init(parsing text: String, vocabulary: Vocabulary) throws(ScenarioFlaws) {
        var reader = ScenarioReader(vocabulary)
        reader.read(text)
        guard reader.flaws.isEmpty else {
            throw ScenarioFlaws(flaws: reader.flaws, isCutShort: reader.isCutShort)
        }
        self.init(stage: reader.stage ?? .demo(DemoStage()), steps: reader.steps)
    }
}

/// Reads the lines of a scenario one after the other.
struct ScenarioReader {
    static let mostSteps = 10_000
    static let mostLines = 100_000
    static let mostFlaws = 20

    private let vocabulary: Vocabulary
    private let forms: FormTable<StepAction>
    private(set) var stage: Scenario.Stage?
    private(set) var steps: [ScenarioStep] = []
    private(set) var flaws: [ScenarioFlaw] = []
    /// Whether it has stopped before the end.
    private(set) var isCutShort = false
    /// Whether a step before did something that an expectation can be about.
    private var hasActed = false
    /// How far the step is indented that header fields may follow.
    private var callIndentation: Int?

    init(_ vocabulary: Vocabulary) { (self.vocabulary, forms) = (vocabulary, StepForms.table(vocabulary)) }

    mutating func read(_ text: String) {
        guard text.utf8.count <= Scenario.mostBytes else {
            let most = Scenario.mostBytes >> 20
            return stop(ScenarioFlaw(line: 1, column: 1, reason: "a scenario has at most \(most) MiB"))
        }
        var rest = text[...].utf8
        var number = 0
        while !rest.isEmpty, !isCutShort {
            number += 1
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            do {
                try read(SourceLine(rest[..<end], number: number))
            } catch {
                report(error)
            }
            rest = rest[end...].dropFirst()
            if number == Self.mostLines, !rest.isEmpty {
                stop(
                    ScenarioFlaw(line: number + 1, column: 1, reason: "a scenario has at most \(Self.mostLines) lines"))
            }
        }
        if steps.isEmpty, flaws.isEmpty {
            report(
                ScenarioFlaw(
                    line: max(number, 1), column: 1, reason: "no step", advice: "A first one: sign in as alice"
                ))
        }
    }

    private mutating func report(_ flaw: ScenarioFlaw) {
        flaws.append(flaw)
        isCutShort = isCutShort || flaws.count == Self.mostFlaws
    }

    private mutating func stop(_ flaw: ScenarioFlaw) {
        flaws.append(flaw)
        isCutShort = true
    }

    private mutating func read(_ line: SourceLine) throws(ScenarioFlaw) {
        guard let indentation = line.indentation else { return }
        if let callIndentation, indentation > callIndentation, let header = try CallStep.Header(line) {
            return add(header)
        }
        callIndentation = nil
        var words = LineReader(line.characters, line: line.number, vocabulary)
        if try readStage(&words) { return }
        if let header = try CallStep.Header(line) {
            throw ScenarioFlaw(
                line: line.number, column: indentation + 1,
                reason: "\(LineReader.quoted(header.name + ":")) is a header field without a request before it",
                advice: "Put it under its request, indented further than the request.")
        }
        guard steps.count < Self.mostSteps else {
            return stop(words.flaw("a scenario has at most \(Self.mostSteps) steps"))
        }
        var process = ScenarioStep.Process.first
        if words.peek()?.text.lowercased() == "in" { process = try StepForms.processes.read(&words) }
        let place = words
        // A flaw in a request does not make flaws of its header fields.
        if words.beginsWithMethod { callIndentation = indentation }
        let action = try forms.read(&words)
        guard let extra = words.peek() ?? (words.isAtEnd ? nil : LineReader.Word(text: ",", column: words.column))
        else {
            return try add(
                ScenarioStep(line: line.number, text: line.text, process: process, action: action), indentation, place)
        }
        throw words.flaw(
            at: extra, "\(LineReader.quoted(extra.text)) is unexpected", advice: "The step ends before it.")
    }

    /// Whether the line says what the scenario is played on.
    private mutating func readStage(_ words: inout LineReader) throws(ScenarioFlaw) -> Bool {
        let place = words
        guard ["provider", "profile", "resource", "client"].contains(where: { words.take($0) }),
            words.peek()?.text.lowercased() != "clock"
        else {
            words = place
            return false
        }
        guard stage == nil, steps.isEmpty else {
            throw place.flaw(
                "the provider, resource, client or profile is named once, before the first step",
                advice: "A later change is a step: lifetimes access=5s, or provider clock 5m ahead.")
        }
        words = place
        // A flawed one is the stage too: the next is one too many.
        stage = .demo(DemoStage())
        stage = try StageForms.table.read(&words)
        if let extra = words.peek() { throw words.flaw(at: extra, "\(LineReader.quoted(extra.text)) is unexpected") }
        return true
    }

    private mutating func add(_ step: ScenarioStep, _ indentation: Int, _ place: LineReader) throws(ScenarioFlaw) {
        switch step.action {
        case .say, .pause, .show, .press: break
        case .expect:
            // A profile may have a session from before, and a resource was asked.
            if !hasActed, case .demo(let demo) = stage ?? .demo(DemoStage()), demo.resource == nil {
                throw place.flaw("no step comes before this expectation")
            }
        case .call:
            callIndentation = indentation
            hasActed = true
        default: hasActed = true
        }
        steps.append(step)
    }

    private mutating func add(_ header: CallStep.Header) {
        guard let last = steps.indices.last, case .call(var call) = steps[last].action else { return }
        call.headers.append(header)
        steps[last].action = .call(call)
    }
}
