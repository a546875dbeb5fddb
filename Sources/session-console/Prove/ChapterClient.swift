import Addresses
import ClientObservation
import ClientWatch
import DemoProvider
import FoundationEssentials
import HostSystem
import Scenarios
import SessionCore
import Synchronization

/// The program of a chapter, as its steps use it: asked for calls, killed, and started again.
final class ChapterClient: Sendable {
    /// How long a program may take to sign in and call.
    private static let patience = Duration.seconds(20)
    /// How long a call may take, with all that comes of it.
    private static let callPatience = Duration.seconds(6)
    /// When nothing has come for so long, nothing more comes of a call.
    private static let quiet = Duration.seconds(1)
    /// How soon an MCP client sends what belongs to a call.
    private static let rest = Duration.milliseconds(300)
    /// How long a second program may take to sign in, if it does.
    private static let startTime = Duration.seconds(4)
    /// How often a program is asked while something is waited for.
    private static let pulse = Duration.milliseconds(400)
    /// How often while its provider asks for patience, which only who is asked can show.
    private static let throttledPulse = Duration.milliseconds(100)
    /// A program that signs in takes no other line meanwhile.
    private static let signInPulse = Duration.seconds(2)
    /// How often what is left of a program is looked for: what is ended may have started more meanwhile.
    private static let mostSweeps = 20

    private let terms: ProofTerms
    private let stage: ClientStage
    /// Where the program may listen for the answer to its sign-in.
    private let port: UInt16
    private let traffic: ChapterTraffic
    private let provider: DemoProvider
    private let program: ProvenProgram
    private let links: OpenedLinks
    private let person: ChapterPerson
    private let folder: ProcessFolder
    private let asked = Mutex<Task<Void, Never>?>(nil)

    init(
        _ terms: ProofTerms, _ stage: ClientStage, port: UInt16, at provider: DemoProvider, _ traffic: ChapterTraffic
    ) throws {
        (self.terms, self.stage, self.port) = (terms, stage, port)
        (self.provider, self.traffic) = (provider, traffic)
        let person = ChapterPerson(provider, traffic, hasBrowser: terms.kind.hasBrowser)
        self.person = person
        folder = try ProcessFolder("session-console-proved", environment: terms.environment)
        let base = terms.programEnvironment
        links = try OpenedLinks(base: base, handedOnBy: terms.executable) { person.take(opened: $0) }
        program = ProvenProgram(
            terms.words, environment: base.merging(links.variables) { $1 }, takeLink: { person.take(printed: $0) },
            takeEnd: { [traffic] status in traffic.change { $0.ends.append(status) } })
    }

    /// Ends it, and says where its output is, if that is kept.
    func end(keepingOutput: Bool) async -> [String] {
        asked.withLock { $0?.cancel() }
        let output = await program.end(keepingOutput: keepingOutput)
        endDescendants()
        await links.stop()
        folder.remove()
        return output
    }

    /// Waits for nothing.
    func endAtOnce() {
        program.endAtOnce()
        endDescendants()
        links.end()
        folder.remove()
    }

    /// What it has started and left behind, which may ignore that its terminal was closed.
    private func endDescendants() {
        for _ in 0..<Self.mostSweeps {
            let left = ProcessTable.processes(with: "STATE=\(folder.path)")
            if left.isEmpty { return }
            for process in left { _ = kill(process, SIGKILL) }
        }
    }

    // MARK: - Steps, which answer why they could not be carried out

    /// Ends it at once, and starts it again; `atRefresh` between the effect of a refresh and its answer.
    func restart(atRefresh: Bool) async throws(CommandFailure) -> String? {
        if atRefresh, let obstacle = await awaitRefresh() { return obstacle }
        await program.kill()
        try program.start(values())
        return nil
    }

    func startSecond() async throws(CommandFailure) {
        let before = traffic.tally.count(.signIns)
        try program.start(values(port: FreePort.any()))
        // One without a store signs in, and one with a store calls by what it finds there.
        _ = await traffic.wait(atMost: Self.startTime) { $0.count(.signIns) > before }
    }

    /// Until a call is answered as it should be.
    func signIn(as user: String?) async throws(CommandFailure) -> String? {
        person.be(user)
        try start()
        let before = traffic.tally
        ask(1)
        let hasCalled: @Sendable (ChapterTraffic.Tally) -> Bool = { $0.successes > before.successes }
        let end = ContinuousClock.now + Self.patience
        var isAskedAgain = false
        while !isOver(end), !hasCalled(traffic.tally) {
            _ = await traffic.wait(atMost: Self.pulse, until: { hasCalled($0) || !$0.ends.isEmpty })
            // A server that was asked for a page has signed in, and shown it.
            if traffic.tally.count(.signIns) > before.count(.signIns), traffic.stillness > Self.quiet, !isAskedAgain {
                isAskedAgain = true
                ask(1)
            }
        }
        if hasCalled(traffic.tally) {
            // One that was only slow has two calls to make, of which none is the next step's.
            if isAskedAgain {
                _ = await traffic.wait(atMost: Self.quiet) { $0.calls.count >= before.calls.count + 2 }
            }
            await awaitRest()
            return nil
        }
        let tally = traffic.tally
        if tally.count(.signIns) == before.count(.signIns), let refusal = person.obstacle { return refusal }
        if let ended = tally.end { return ended }
        if tally.count(.requests) == 0 { return "no request came from the program" }
        if tally.count(.signIns) == before.count(.signIns) { return "the program did not sign in" }
        return "the program signed in, and no call was answered as it should be"
    }

    func call(_ count: Int) async -> String? {
        let before = traffic.tally
        ask(count)
        let isDone: @Sendable (ChapterTraffic.Tally) -> Bool = {
            $0.successes >= before.successes + count || !$0.ends.isEmpty
        }
        let end = ContinuousClock.now + Self.callPatience
        while !isOver(end), !isDone(traffic.tally) {
            _ = await traffic.wait(atMost: .milliseconds(100), until: isDone)
            if traffic.tally.calls.count > before.calls.count, traffic.stillness > Self.quiet { break }
        }
        await awaitRest()
        let tally = traffic.tally
        if tally.calls.count > before.calls.count { return nil }
        return tally.end ?? "no call came from the program"
    }

    /// Asks for a sign-out, and waits for what comes of it.
    func signOut() async -> String? {
        let before = traffic.tally.lastMessage
        if let page = ProofTerms.page(terms.signOut, values()) {
            await person.visit(page)
        } else {
            program.type(line: terms.signOut ?? "")
        }
        let end = ContinuousClock.now + Self.startTime
        while !isOver(end), traffic.tally.lastMessage == before || traffic.stillness < Self.quiet {
            _ = await traffic.wait(atMost: .milliseconds(100)) { _ in false }
        }
        // One that ends with its session is started again for the next call.
        traffic.change { (tally: inout ChapterTraffic.Tally) in tally.ends = [] }
        return nil
    }

    func wait(for condition: Condition, atMost limit: Duration) async throws(CommandFailure) -> String? {
        try start()
        let before = traffic.tally
        let end = ContinuousClock.now + limit
        let holds: @Sendable (ChapterTraffic.Tally) -> Bool = { tally in
            switch condition {
            case .authorized: tally.authorizations > before.authorizations
            default: tally.count(.refreshes) + tally.issues > before.count(.refreshes) + before.issues
            }
        }
        await ask(until: end, every: condition == .authorized ? Self.signInPulse : Self.pulse, holds)
        // A program may end before the browser has seen its answer.
        if condition == .authorized { _ = await traffic.wait(atMost: Self.quiet, until: holds) }
        if holds(traffic.tally) { return nil }
        if let ended = traffic.tally.end { return ended }
        switch condition {
        case .authorized: return person.obstacle ?? "no browser was led back to the program"
        default: return "no refresh came within \(limit.inWords)"
        }
    }

    // MARK: - Asking and waiting

    /// Until what belongs to a call is over: the pages of a browser, and what an MCP client sends after it.
    private func awaitRest() async {
        let end = ContinuousClock.now + Self.startTime
        while !isOver(end), person.isVisiting || terms.kind == .mcp && traffic.stillness < Self.rest {
            _ = await traffic.wait(atMost: .milliseconds(20)) { _ in false }
        }
    }

    private func values(port: UInt16? = nil) -> [String: String] {
        terms.values(of: provider, stage, port: port ?? self.port, in: folder.path)
    }

    private func start() throws(CommandFailure) {
        if !program.isRunning, traffic.tally.ends.isEmpty { try program.start(values()) }
    }

    /// Returns once a refresh has had its effect, whose answer never comes, or says why there was none.
    private func awaitRefresh() async -> String? {
        await ChapterWeather(provider: provider, traffic: traffic).loseNextTokens()
        let before = traffic.tally
        let end = ContinuousClock.now + Self.patience
        let isStruck: @Sendable (ChapterTraffic.Tally) -> Bool = { $0.tokenRequests > before.tokenRequests }
        await ask(until: end, every: Self.pulse, isStruck)
        // Then it has been answered as well.
        _ = await traffic.wait(atMost: Self.quiet) { $0.underWay.isEmpty }
        return isStruck(traffic.tally) ? nil : "no refresh came"
    }

    /// Whether nothing is to be waited for any more.
    private func isOver(_ end: ContinuousClock.Instant) -> Bool {
        ContinuousClock.now >= end || Task.isCancelled || !traffic.tally.ends.isEmpty
    }

    /// Asks for a call until this holds: again when the last one has come back, or nothing comes of it.
    ///
    /// A refresh that takes its time would be met by a second call otherwise, which other chapters are about.
    private func ask(
        until end: ContinuousClock.Instant, every pulse: Duration,
        _ holds: @escaping @Sendable (ChapterTraffic.Tally) -> Bool
    ) async {
        var calls = traffic.tally.calls.count
        ask(1)
        while !isOver(end), !holds(traffic.tally) {
            let isThrottled = traffic.tally.isThrottled
            let pulse = isThrottled ? Self.throttledPulse : pulse
            _ = await traffic.wait(atMost: pulse) {
                holds($0) || !$0.ends.isEmpty || $0.isThrottled != isThrottled
            }
            let tally = traffic.tally
            guard tally.underWay.isEmpty, tally.calls.count > calls || traffic.stillness > pulse else { continue }
            calls = tally.calls.count
            if !holds(tally) { ask(1) }
        }
    }

    /// Asks the program for calls: by lines on its standard input, or by requests to its server, all at once.
    private func ask(_ count: Int) {
        guard let page = ProofTerms.page(terms.ask, values()) else {
            for _ in 0..<count { program.type(line: "GET /orders") }
            traffic.change { (tally: inout ChapterTraffic.Tally) in tally.asks.append(Date()) }
            return
        }
        let (person, traffic) = (person, traffic)
        asked.withLock { asked in
            let before = asked
            asked = Task {
                await before?.value
                traffic.change { (tally: inout ChapterTraffic.Tally) in tally.asks.append(Date()) }
                await withTaskGroup { group in
                    for _ in 0..<count { group.addTask { await person.visit(page) } }
                }
            }
        }
    }
}
