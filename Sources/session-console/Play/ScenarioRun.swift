import ConsoleApp
import DemoProvider
import Scenarios
import SessionCore
import TerminalUI

/// Plays one scenario on its stage.
struct ScenarioRun {
    private let scenario: Scenario
    private let source: ScenarioSource
    private let context: CommandContext
    private let pace: Pace
    private let isHeadless: Bool
    private let travel: Travel?

    /// Throws where the command line is wrong, or the scenario needs the demo and has another stage.
    init(_ scenario: Scenario, _ source: ScenarioSource, _ context: CommandContext) throws(CommandFailure) {
        (self.scenario, self.source, self.context) = (scenario, source, context)
        isHeadless = context.invocation.contains(.headless)
        let isDemo = if case .demo = scenario.stage { true } else { false }
        let isRealTime = context.invocation.contains(.realTime) || !isDemo
        pace = Pace(speed: isHeadless ? nil : try Self.speed(context), isRealTime: isRealTime)
        // Without an audience the clock stands still, so that a slow machine plays the same story.
        travel = isDemo ? Travel(clock: TravelClock(flows: !isHeadless || isRealTime)) : nil
        if !isDemo, let step = scenario.steps.first(where: \.needsTheDemo) {
            throw CommandFailure(
                .badCommandLine, "\(source.name):\(step.line): '\(step.text)' needs the demo's provider.",
                advice: "Leave the line 'profile …' out to play it on the demo.")
        }
    }

    private static func speed(_ context: CommandContext) throws(CommandFailure) -> Double {
        guard let text = context.invocation.value(of: .speed) else { return 1 }
        guard let speed = Double(text), (0.1...100).contains(speed) else {
            throw CommandFailure(
                .badValue(.speed, text, expected: "a number from 0.1 to 100"), command: context.command.name)
        }
        return speed
    }

    func play() async throws -> ExitStatus {
        let (opener, name) = try self.opener()
        let playback = Playback(scenario, pace: pace, password: try password())
        guard isHeadless else {
            let theme = try context.choice(.theme, Theme.Choice.self)
            let player = await Player(playback, travel: travel, isHeadless: false) { _ in }
            try await Console.run(context, name, by: opener, theme: theme, player: player)
            return .done
        }
        let recorder = try Recorder(context)
        defer { recorder?.result.warning.map { context.output.note(SafeText.plain($0, glyphs: .unicode)) } }
        let format = try context.choice(.format, ResultFormat.self) ?? .text
        let printer = try ResultPrinter(format, source.name, count: scenario.steps.count, context.output)
        let exchanges = context.isVerbose ? ExchangePrinter(output: context.output) : nil
        let player = await Player(playback, travel: travel, isHeadless: true, exchanges: exchanges) {
            printer.take($0)
        }
        let runner = await ConsoleRunner(
            terminal: NoTerminal(), first: try opener.opening(of: name), opener: opener, firstTarget: "/",
            environment: context.environment, usesASCII: false, player: player, recorder: recorder)
        do {
            try await runner.run()
        } catch {
            await opener.finish()
            throw error
        }
        await opener.finish()
        try printer.finish()
        return printer.hasFailed ? .failed : .done
    }

    private func opener() throws(CommandFailure) -> (any SessionOpener, String) {
        switch scenario.stage {
        case .demo(let stage):
            let configuration = DemoProvider.Configuration(stage)
            let opener = DemoOpener(configuration, started: nil, requestFolder: source.folder, travel: travel)
            return (opener, DemoOpener.first)
        case .profile(let name):
            var context = context
            if !context.invocation.contains(.profile) { context.invocation.values[.profile] = [name] }
            if let folder = source.folder { context.invocation.values[.requests] = [folder] }
            let opener = try ProfileOpener(context)
            return (opener, opener.first.profile)
        }
    }

    private func password() throws(CommandFailure) -> Secret? {
        guard let path = context.invocation.value(of: .passwordFile) else { return nil }
        do throws(FileFailure) {
            let bytes = try InputFile.contents(of: path)
            let text = String(decoding: bytes, as: UTF8.self)
            return Secret(text.hasSuffix("\n") ? String(text.dropLast()) : text)
        } catch {
            throw CommandFailure(.badCommandLine, "The password can't be read: \(error)")
        }
    }
}

extension Step {
    /// Whether the demo's provider alone can play it.
    fileprivate var needsTheDemo: Bool {
        switch action {
        case .arm(let name, _), .disarm(let name):
            Fault(rawValue: name).map { !Fault.clientSide.contains($0) } ?? false
        default: needsDemo
        }
    }
}

extension DemoProvider.Configuration {
    fileprivate init(_ stage: DemoStage) {
        self.init()
        accessTokenLifetime = stage.accessTokenLifetime ?? accessTokenLifetime
        refreshTokenLifetime = stage.refreshTokenLifetime ?? refreshTokenLifetime
        refreshTokenLeeway = stage.leeway ?? refreshTokenLeeway
        opaqueAccessTokens = stage.hasOpaqueTokens
        slowsDownDevices = stage.slowsDownDevices
        switch stage.proof {
        case .none: break
        case .dpop: proofs = DemoProvider.ProofPolicy()
        case .dpopWithNonce: proofs = DemoProvider.ProofPolicy(wantsNonce: true)
        }
    }
}
