import Interception
import SessionHTTP

/// What the calls of a watch share: where they are told, which faults strike them, and of which hosts they are told.
struct WatchedTraffic: Sendable {
    let desk: NewsDesk
    /// The faults that strike messages to watched hosts.
    let faults: ClientFaultSwitches
    /// How long a message without an answer is kept waiting.
    let silence: Duration
    let survey: HostSurvey
    /// The links of which it isn't known yet whether a program opens them.
    let printed = PrintedLinks()
    private let trust: UpstreamTrust

    init(
        desk: NewsDesk, faults: ClientFaultSwitches, silence: Duration, survey: HostSurvey, trust: UpstreamTrust
    ) {
        (self.desk, self.faults, self.silence, self.survey, self.trust) = (desk, faults, silence, survey, trust)
    }

    func wantsCertificate(_ origin: Origin) -> Bool { trust.isAskedForCertificate(by: "\(origin)") }

    /// Passes a host unopened that can't be opened, if nobody named it and it has shown no session; answers whether.
    func passFromNowOn(_ host: String?) -> Bool {
        host.flatMap { try? WatchedHost($0) }.map { survey.pass($0) } ?? false
    }
}
