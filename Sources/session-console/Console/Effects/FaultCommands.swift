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
        let rejects = await host.demo?.rejectsNextRefresh ?? false
        return Set(own + (rejects ? [.rejectedRefresh] : []))
    }

    static func perform(_ command: FaultCommand, _ host: ConsoleHost) async -> Result<Void, Failure> {
        switch command {
        case .inject(let fault):
            if let injectable = injectable(fault) {
                let isSticky = fault == .networkOff || fault == .tokenEndpointError
                host.switches.arm(injectable, sticky: isSticky)
                let reach = isSticky ? "until it is switched off" : "for the next call"
                host.session.report(injected: "\(fault.rawValue): armed \(reach)")
                return .success(())
            }
            return await injectAtOnce(fault, host)
        case .clear(let fault):
            if let injectable = injectable(fault) { host.switches.disarm(injectable) }
            if fault == .rejectedRefresh { await host.demo?.rejectNextRefreshes(0) }
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
        switch fault {
        case .revokedSession:
            for user in host.context.demoUsers { _ = try? await demo.revokeSessions(of: user.username) }
            host.session.report(injected: "the provider was made to revoke this session")
        case .rejectedRefresh:
            await demo.rejectNextRefreshes()
            host.session.report(injected: "the provider was made to reject the next refresh")
        default: return .failure(Failure(reason: "this fault can't be injected at once"))
        }
        return .success(())
    }

    private static func injectable(_ fault: Fault) -> InjectableFault? {
        switch fault {
        case .tamperedToken: .tamperedToken
        case .networkOff: .networkOff
        case .tokenEndpointError: .tokenEndpointBroken
        case .accessTokenExpired, .revokedSession, .rejectedRefresh: nil
        }
    }
}

extension FaultCommand {
    var fault: Fault {
        switch self {
        case .inject(let fault), .clear(let fault): fault
        }
    }
}
