import ConsoleFaults
import ConsoleApp
import DemoProvider
import SessionCore

/// Arms and disarms the console's faults where they are injected.
enum FaultCommands {
    struct Failure: Error {
        let reason: String
    }

    static func armed(_ host: ConsoleHost) async -> [LabFault: LabFault.Arming] {
        var armed = host.switches.armings
        if let demo = host.demo {
            let refresh = await demo.faultsOfNextRefreshes
            armed[.rejectedRefresh] = LabFault.Arming(count: refresh.rejections)
            armed[.narrowedScope] = LabFault.Arming(count: refresh.narrowings)
            armed[.switchedUser] = LabFault.Arming(count: refresh.userSwitches)
            if await demo.hasShortLifetimes { armed[.shortLifetimes] = .untilDisarmed }
        }
        return armed
    }

    static func perform(_ command: FaultCommand, _ host: ConsoleHost) async -> Result<Void, Failure> {
        if host.switches.perform(command, report: { host.session.report(injected: $0) }) { return .success(()) }
        switch command {
        case .inject(let fault, let arming): return await injectAtOnce(fault, arming, host)
        case .clear(let fault):
            await clear(fault, host.demo)
            host.session.report(fault, .disarmed, "\(fault.rawValue): disarmed")
            return .success(())
        }
    }

    private static func injectAtOnce(
        _ fault: LabFault, _ arming: LabFault.Arming, _ host: ConsoleHost
    ) async -> Result<Void, Failure> {
        if fault == .accessTokenExpired || fault == .burstAtExpiry {
            let end = fault == .burstAtExpiry ? ", and 20 calls begin" : ""
            let text = "\(fault.rawValue): the access token expires now\(end)"
            await host.session.declareAccessTokenExpired(
                as: InjectedFault(name: fault.name, step: .struck, text: text))
            return .success(())
        }
        guard let demo = host.demo else { return .failure(Failure(reason: "only the demo provider can inject this")) }
        do {
            let what = try await inject(fault, arming, demo, host)
            host.session.report(
                fault, fault.ownArming == .times(1) ? .armed : .struck,
                "\(fault.rawValue): the provider was made to \(what)")
            return .success(())
        } catch let failure as Failure {
            return .failure(failure)
        } catch {
            return .failure(Failure(reason: "\(error)"))
        }
    }

    /// Injects a fault of the demo's provider; answers what the provider was made to do.
    private static func inject(
        _ fault: LabFault, _ arming: LabFault.Arming, _ demo: DemoProvider, _ host: ConsoleHost
    ) async throws -> String {
        switch fault {
        case .revokedSession:
            let name = await host.session.status.userInfo?["preferred_username"]
            let users = host.context.demoUsers
            let own = users.filter { $0.username == name }
            for user in own.isEmpty ? users : own { _ = try? await demo.revokeSessions(of: user.username) }
            return "revoke this session"
        case .rejectedRefresh:
            await demo.rejectNextRefreshes(arming.count)
            return "reject the next \(arming.refreshes)"
        case .rotatedKeys:
            try await demo.rotateKeys()
            return "sign with a new key"
        case .narrowedScope:
            await demo.narrowScopeOnNextRefresh(to: "openid", times: arming.count)
            return "grant openid alone at the next \(arming.refreshes)"
        case .switchedUser:
            await demo.switchUserOnNextRefreshes(arming.count)
            return "switch the user at the next \(arming.refreshes)"
        case .shortLifetimes:
            await demo.shortenLifetimes()
            return "issue access tokens for 5 s"
        default: throw Failure(reason: "this fault can't be injected at once")
        }
    }

    private static func clear(_ fault: LabFault, _ demo: DemoProvider?) async {
        switch fault {
        case .rejectedRefresh: await demo?.rejectNextRefreshes(0)
        case .narrowedScope: await demo?.narrowScopeOnNextRefresh(to: nil)
        case .switchedUser: await demo?.switchUserOnNextRefreshes(0)
        case .shortLifetimes: await demo?.restoreLifetimes()
        default: break
        }
    }
}

extension Session {
    fileprivate nonisolated func report(_ fault: LabFault, _ step: InjectedFault.Step, _ text: String) {
        report(injected: InjectedFault(name: fault.name, step: step, text: text))
    }
}

extension LabFault.Arming {
    /// The reading of ``count``; `nil` for zero.
    fileprivate init?(count: Int) {
        guard count > 0 else { return nil }
        self = count > Self.endless / 2 ? .untilDisarmed : .times(count)
    }

    private static let endless = Int.max

    /// For switches that count: without an end it is a number that no session reaches.
    fileprivate var count: Int {
        switch self {
        case .atOnce: 1
        case .times(let count): count
        case .untilDisarmed, .during: Self.endless
        }
    }

    fileprivate var refreshes: String {
        switch self {
        case .atOnce, .times(1): "refresh"
        case .times(let count): "\(count) refreshes"
        case .untilDisarmed: "refreshes, until that is switched off"
        case .during(let time): "refreshes, for \(time.inWords)"
        }
    }
}
