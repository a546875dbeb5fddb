import ConsoleApp
import DemoProvider
import FaultInjection
import SessionCore

/// Arms and disarms the console's faults where they are injected.
enum FaultCommands {
    struct Failure: Error {
        let reason: String
    }

    static func armed(_ host: ConsoleHost) async -> Set<Fault> {
        let armed = host.switches.armed
        let own = Fault.allCases.filter { fault in injectable(fault).map(armed.contains) ?? false }
        var armedOnes = Set(own)
        if await host.demo?.rejectsNextRefresh == true { armedOnes.insert(.rejectedRefresh) }
        if await host.demo?.narrowsNextRefresh == true { armedOnes.insert(.narrowedScope) }
        return armedOnes
    }

    static func perform(_ command: FaultCommand, _ host: ConsoleHost) async -> Result<Void, Failure> {
        switch command {
        case .inject(let fault):
            if let injectable = injectable(fault) {
                let isSticky = fault.reach == .lasting
                host.switches.arm(injectable, sticky: isSticky)
                let reach = isSticky ? "until it is switched off" : "for its next occasion"
                host.session.report(injected: "\(fault.rawValue): armed \(reach)")
                return .success(())
            }
            return await injectAtOnce(fault, host)
        case .clear(let fault):
            if let injectable = injectable(fault) { host.switches.disarm(injectable) }
            if fault == .rejectedRefresh { await host.demo?.rejectNextRefreshes(0) }
            if fault == .narrowedScope { await host.demo?.narrowScopeOnNextRefresh(to: nil) }
            host.session.report(injected: "\(fault.rawValue): disarmed")
            return .success(())
        }
    }

    private static func injectAtOnce(_ fault: Fault, _ host: ConsoleHost) async -> Result<Void, Failure> {
        if fault == .accessTokenExpired {
            await host.session.declareAccessTokenExpired()
            return .success(())
        }
        guard let demo = host.demo else { return .failure(Failure(reason: "only the demo provider can inject this")) }
        do {
            host.session.report(injected: "the provider was made to \(try await inject(fault, demo, host))")
            return .success(())
        } catch let failure as Failure {
            return .failure(failure)
        } catch {
            return .failure(Failure(reason: "\(error)"))
        }
    }

    /// Injects a fault of the demo's provider; answers what the provider was made to do.
    private static func inject(_ fault: Fault, _ demo: DemoProvider, _ host: ConsoleHost) async throws -> String {
        switch fault {
        case .revokedSession:
            for user in host.context.demoUsers { _ = try? await demo.revokeSessions(of: user.username) }
            return "revoke this session"
        case .rejectedRefresh:
            await demo.rejectNextRefreshes()
            return "reject the next refresh"
        case .rotatedKeys:
            try await demo.rotateKeys()
            return "sign with a new key"
        case .narrowedScope:
            await demo.narrowScopeOnNextRefresh(to: "openid")
            return "grant openid alone at the next refresh"
        default: throw Failure(reason: "this fault can't be injected at once")
        }
    }

    private static func injectable(_ fault: Fault) -> InjectableFault? {
        switch fault {
        case .tamperedToken: .tamperedToken
        case .networkOff: .networkOff
        case .tokenEndpointRefusal: .tokenEndpointRefuses
        case .tokenEndpointBusy: .tokenEndpointBusy
        case .tokenEndpointError: .tokenEndpointBroken
        case .tokenEndpointSlow: .tokenEndpointSlow
        case .tokenEndpointSilent: .tokenEndpointSilent
        case .tokenEndpointGarbled: .tokenEndpointGarbled
        case .lostTokenReply: .lostTokenReply
        case .droppedRefreshToken: .droppedRefreshToken
        case .replayedRefreshToken: .replayedRefreshToken
        case .wrongState: .wrongState
        case .clockAhead: .clockAhead
        case .clockBehind: .clockBehind
        case .accessTokenExpired, .revokedSession, .rejectedRefresh, .rotatedKeys, .narrowedScope: nil
        }
    }
}
