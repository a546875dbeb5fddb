import ConsoleFaults
import HostSystem
import Addresses
import ConsoleApp
import DemoProvider
import FoundationEssentials
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
        let options = context.invocation
        if isHeadless, options.contains(.speed) { throw CommandFailure(.conflict(.headless, .speed), command: "play") }
        if !isHeadless, options.contains(.format) {
            throw CommandFailure(
                .badCommandLine, "--format is given without --headless.", advice: "Add --headless, or leave it out.")
        }
        if isDemo, let option = Option.whichSession.first(where: options.contains) {
            throw CommandFailure(
                .badCommandLine, "--\(option.name) is given, but \(source.name) plays on the demo's provider.",
                advice: "Begin the scenario with 'profile default' to play it on your own.")
        }
        for step in scenario.steps {
            guard let obstacle = isDemo ? step.obstacleOnDemo(isHeadless: isHeadless) : step.obstacleElsewhere else {
                continue
            }
            throw CommandFailure(
                .badCommandLine, "\(source.name):\(step.line): '\(step.text)' \(obstacle.reason).",
                advice: obstacle.advice)
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
        let (opener, name) = try await self.opener()
        let playback = Playback(scenario, pace: pace, password: try password())
        guard isHeadless else {
            let theme = try context.theme()
            let player = await Player(playback, travel: travel, isHeadless: false) { _ in }
            try await Console.run(context, name, by: opener, theme: theme, player: player)
            return .done
        }
        let recorder = try Recorder(context)
        let format = try context.choice(.format, ResultFormat.self) ?? .text
        let printer = try ResultPrinter(format, source.name, count: scenario.steps.count, context.output)
        let exchanges = context.isVerbose ? ExchangePrinter(output: context.output) : nil
        let player = await Player(
            playback, travel: travel, isHeadless: true, exchanges: exchanges, begin: { printer.begin($0) },
            report: { printer.take($0) })
        let runner = await ConsoleRunner(
            terminal: NoTerminal(), on: .session(try opener.opening(of: name), opener: opener),
            environment: context.environment, usesASCII: false, player: player, recorder: recorder)
        do {
            try await runner.run()
        } catch {
            recorder?.result.tell(context.output)
            await opener.finish()
            throw error
        }
        await opener.finish()
        try printer.finish()
        guard printer.hasFailed else {
            try recorder?.result.requireWhole(context.output)
            return .done
        }
        recorder?.result.tell(context.output)
        return .failed
    }

    private func opener() async throws -> (any SessionOpener, String) {
        switch scenario.stage {
        case .demo(let stage):
            let configuration = DemoProvider.Configuration(stage)
            // Its API's address is known once it listens.
            let provider =
                stage.resource == nil ? nil : try await DemoProvider.started(configuration.travelling(travel))
            let resource = provider.flatMap { URL(given: $0.api + (stage.resource ?? "")) }
            let opener = DemoOpener(
                configuration, started: provider, requestFolder: source.folder, travel: travel, resource: resource)
            return (opener, DemoOpener.first)
        case .client:
            throw CommandFailure(
                .badCommandLine, "\(source.name) is about another program.",
                advice: "Play it with one: session-console prove --chapter FILE -- COMMAND")
        case .profile(let name):
            var context = context
            // The default profile need not exist where options say what is needed.
            if !context.namesProfile, name != "default" {
                context.profileName = name
            }
            if let folder = source.folder { context.requestFolder = folder }
            let opener = try ProfileOpener(context)
            return (opener, opener.home)
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

extension ScenarioStep {
    /// Why a step can't be played on a stage.
    fileprivate struct Obstacle {
        let reason: String
        let advice: String
    }

    /// Why it can't be played on another provider than the demo's.
    fileprivate var obstacleElsewhere: Obstacle? {
        let needsDemo =
            switch action {
            case .arm(let name, _), .disarm(let name):
                LabFault(rawValue: name).map { !LabFault.clientSide.contains($0) } ?? false
            default: needsDemo
            }
        guard needsDemo else { return nil }
        if let user = action.signInStep?.user {
            return Obstacle(
                reason: "needs the demo's provider", advice: "Leave out 'as \(user)': a person signs in there.")
        }
        return Obstacle(
            reason: "needs the demo's provider", advice: "Leave the line 'profile …' out to play it on the demo.")
    }

    fileprivate func obstacleOnDemo(isHeadless: Bool) -> Obstacle? {
        guard let signIn = action.signInStep else { return nil }
        let users = DemoProvider.Configuration().users.map(\.username)
        if signIn.method == .client {
            return Obstacle(
                reason: "can't be done on the demo, whose client has no secret",
                advice: "Begin the scenario with 'profile NAME' to play it on a provider of yours.")
        }
        if let user = signIn.user, !users.contains(user) {
            return Obstacle(
                reason: "names a user whom the demo does not have",
                advice: "Its users are \(users.joined(separator: " and ")).")
        }
        guard isHeadless, signIn.user == nil else { return nil }
        return Obstacle(
            reason: "needs a person in front of a browser",
            advice: "Name a user, such as: sign in as \(users.first ?? "alice") by browser")
    }
}

extension DemoProvider.Configuration {
    init(_ stage: DemoStage) {
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
