import ClientObservation
import ConsoleFaults
import DemoProvider
import Scenarios

/// What the steps of a chapter do to its provider; each answers why it could not.
struct ChapterWeather {
    let provider: DemoProvider
    let traffic: ChapterTraffic

    func arm(_ name: String, _ times: StepAction.Times) async -> String? {
        let count = if case .count(let count) = times { count } else { 1 }
        switch LabFault(rawValue: name)?.chapterFault {
        case .strike(let fault, let carriedOut, let timing, let duration):
            await provider.inject(
                carriedOut, at: fault.target.requests, times: count, lasting: duration, timing: timing,
                mark: traffic.expect(fault, times: count))
        case .change(let change):
            do { try await change(provider, count) } catch { return "\(error)" }
        case nil: return "there is no fault '\(name)'"
        }
        return nil
    }

    func disarmAll() async { await provider.clearFaults() }

    func change(_ step: ProviderStep) async -> String? {
        do {
            switch step {
            case .revokeSession: for user in provider.users { try await provider.revokeSessions(of: user.username) }
            case .revokeAccessToken: await provider.revokeAllAccessTokens()
            case .setLifetimes(let access, let refresh): await provider.setLifetimes(access: access, refresh: refresh)
            case .setClock(let ahead): await provider.setClockOffset(ahead)
            }
        } catch {
            return "\(error)"
        }
        return nil
    }

    /// A program that waits does so in real time.
    func throttle(_ patience: Patience) async {
        let (pause, isDate): (Duration?, Bool) =
            switch patience {
            case .delay(let pause): (pause, false)
            case .date(let pause): (pause, true)
            case .unsaid: (nil, false)
            }
        // A date has whole seconds.
        let seconds = pause.map { Int($0 / .seconds(1)) - (isDate ? 1 : 0) }
        await provider.inject(
            .status(429, retryAfter: pause, retryAtDate: isDate), at: .endpoint(.token),
            lasting: pause.map { isDate ? $0 - .seconds(1) : $0 },
            mark: traffic.expect(.busyTokenEndpoint(for: seconds, asDate: isDate), times: 1))
    }

    func move() async -> String? {
        do { try await provider.move() } catch { return "\(error)" }
        return nil
    }

    func loseReply(of endpoint: String) async {
        guard let endpoint = DemoProvider.Endpoint(rawValue: endpoint) else { return }
        await provider.inject(.drop, at: .endpoint(endpoint), times: 1, timing: .after)
    }

    func spoil(_ part: SpoiledPart, _ names: [String]) async {
        switch part {
        case .grants: await provider.spoilGrants(by: Set(names.compactMap(GrantFlaw.init(rawValue:))))
        case .chain: await provider.spoilChain(by: Set(names.compactMap(ChainFlaw.init(rawValue:))))
        case .resource: await provider.spoilResource(by: Set(names.compactMap(ResourceFlaw.init(rawValue:))))
        case .idTokens: await provider.spoilIDTokens(by: names.first.flatMap(IDTokenFlaw.init(rawValue:)))
        }
    }

    /// Answers no token request any more after the next has had its effect.
    func loseNextTokens() async { await provider.inject(.hang, at: .endpoint(.token), timing: .after) }
}
