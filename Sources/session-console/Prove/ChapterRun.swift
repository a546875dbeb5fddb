import DemoProvider
import Scenarios

/// Plays a chapter with a program, on a provider of its own.
struct ChapterRun {
    private let chapter: ProofChapter
    private let terms: ProofTerms
    private let provider: DemoProvider
    private let traffic: ChapterTraffic
    private let client: ChapterClient
    private let weather: ChapterWeather
    private let calm: CalmSignIn?
    private let underWay: ClientsUnderWay
    private var verdicts = ChapterVerdicts()

    init(
        _ chapter: ProofChapter, _ terms: ProofTerms, _ underWay: ClientsUnderWay, calm: CalmSignIn?
    ) async throws {
        (self.chapter, self.terms, self.underWay, self.calm) = (chapter, terms, underWay, calm)
        traffic = ChapterTraffic(terms)
        let port = FreePort.any()
        var configuration = DemoProvider.Configuration(chapter.stage.provider)
        configuration.deviceCodeInterval = .seconds(1)
        configuration.witness = traffic
        // A client counts from an answer that took its time: where it refreshes by its clock, that decides, not chance.
        configuration.accessTokenLeeway = .milliseconds(500)
        if chapter.stage.isOfServers { configuration.logoutURI = ProofTerms.logoutURI(port: port) }
        configuration.deliver = DemoProvider.Configuration.posted
        provider = try await DemoProvider.started(configuration)
        traffic.learn(provider)
        weather = ChapterWeather(provider: provider, traffic: traffic)
        do {
            let (provider, traffic) = (provider, traffic)
            client = try await underWay.begin {
                try ChapterClient(terms, chapter.stage, port: port, at: provider, traffic)
            }
        } catch {
            await provider.stop()
            throw error
        }
    }

    mutating func play() async throws(CommandFailure) -> ChapterResult {
        let start = ContinuousClock.now
        var failure: CommandFailure?
        do throws(CommandFailure) {
            for step in chapter.steps { if try await !play(step) { break } }
        } catch {
            failure = error
        }
        let output = await client.end(keepingOutput: failure != nil || !verdicts.isClear)
        underWay.finish(client)
        await provider.stop()
        if let failure { throw failure }
        return ChapterResult(
            name: chapter.name, file: chapter.file, summary: chapter.summary,
            rows: verdicts.all(traffic.close(), asks: traffic.tally.asks),
            duration: ContinuousClock.now - start, output: output, messages: traffic.messages)
    }

    /// Returns whether the chapter goes on.
    private mutating func play(_ step: ScenarioStep) async throws(CommandFailure) -> Bool {
        terms.tell(chapter, step)
        switch step.action {
        case .client(.rule(let rule)): verdicts.begin(rule, line: step.line)
        case .client(.leaveUndecided(let rule)): verdicts.leaveUndecided(rule)
        case .expect(let expectations): verdicts.judge(expectations, traffic.tally)
        default:
            verdicts.beginAction(traffic.tally)
            let hasSignedIn = traffic.tally.authorizations > 0
            guard let reason = try await perform(step.action) else { return true }
            if case .signIn = step.action, verdicts.hasRule, !hasSignedIn, try await !isWeather() {
                verdicts.miss(because: reason)
            } else {
                verdicts.fail(because: reason, traffic.tally)
            }
            for step in chapter.steps.drop(while: { $0.line <= step.line }) {
                if case .client(.rule(let rule)) = step.action { verdicts.add(rule, line: step.line) }
            }
            return false
        }
        return true
    }

    /// Whether what keeps the program from signing in is the weather of the chapter.
    private func isWeather() async throws(CommandFailure) -> Bool {
        do {
            return try await calm?.works() ?? true
        } catch {
            throw error as? CommandFailure ?? CommandFailure(.failed, "\(error)")
        }
    }

    /// Returns why a step could not be carried out.
    private mutating func perform(_ action: StepAction) async throws(CommandFailure) -> String? {
        switch action {
        case .signIn(let step): return try await client.signIn(as: step.user)
        case .call(let call): return await client.call(call.count)
        case .waitUntil(let condition, let limit): return try await client.wait(for: condition, atMost: limit)
        case .wait(let time): try? await Task.sleep(for: time)
        case .arm(let name, let times): return await weather.arm(name, times)
        case .disarmAll: await weather.disarmAll()
        case .provider(let step): return await weather.change(step)
        case .client(.spoil(let part, let names)): await weather.spoil(part, names)
        case .client(.throttle(let patience)): await weather.throttle(patience)
        case .client(.moveProvider): return await weather.move()
        case .client(.loseReply(let endpoint)): await weather.loseReply(of: endpoint)
        case .signOut: return await client.signOut()
        case .client(.restart(let isAtRefresh)):
            if let obstacle = try await client.restart(atRefresh: isAtRefresh) { return obstacle }
            verdicts.markRestart(after: traffic.tally.lastMessage)
        case .client(.startSecond): try await client.startSecond()
        default: break
        }
        return nil
    }
}
