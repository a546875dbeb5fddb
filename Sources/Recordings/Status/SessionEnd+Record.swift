import FoundationEssentials
package import JOSE
package import SessionCore

extension SessionEnd: RecordedAsObject {
    /// The names of ``SessionEnd/name``, which records and scripts know.
    private enum Name: String, RecordedByName, CaseIterable {
        case noStoredSession = "no_stored_session"
        case signedOut = "signed_out"
        case forcedOut = "forced_out"
        case userInfoRejected = "userinfo_rejected"
        case refreshRejected = "refresh_rejected"
        case loggedOutByProvider = "logged_out_by_provider"
        case expiredWithoutRefreshToken = "expired_without_refresh_token"
        case otherProcess = "other_process"
        case storeLost = "store_lost"
        case otherClient = "other_client"
        case newerVersion = "newer_version"
    }

    package static let shape = RecordShape.cases(
        "reason", Name.self,
        ["rejected_request": .plain, "refusal": RefreshRefusal.shape, "record": ForeignRecord.shape])

    package var record: JSONObject {
        var json: JSONObject = ["reason": name.recorded]
        switch self {
        case .forcedOut(let request): json.set("rejected_request", request)
        case .refreshRejected(let refusal): json.set("refusal", refusal)
        case .foreignRecord(let record): json.set("record", record)
        case .noStoredSession, .signedOut, .userInfoRejected, .loggedOutByProvider, .expiredWithoutRefreshToken,
            .otherProcess, .storeLost:
            break
        }
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("reason", as: Name.self) {
            case .noStoredSession: .noStoredSession
            case .signedOut: .signedOut
            case .forcedOut: .forcedOut(request: try record.value("rejected_request"))
            case .userInfoRejected: .userInfoRejected
            case .refreshRejected: .refreshRejected(try record.value("refusal"))
            case .loggedOutByProvider: .loggedOutByProvider
            case .expiredWithoutRefreshToken: .expiredWithoutRefreshToken
            case .otherProcess: .otherProcess
            case .storeLost: .storeLost
            case .otherClient, .newerVersion: .foreignRecord(try record.value("record"))
            }
    }
}

extension EndedSession: RecordedByMembers {
    package static let members = Members(
        Self.init(end:time:generation:process:program:flow:isEndedAtProvider:), .needed("end", \.end),
        .needed("time", \.time), .needed("generation", \.generation), .needed("process", \.process),
        .optional("program", \.program), .optional("flow", \.flow),
        .needed("ended_at_provider", \.isEndedAtProvider, unless: false), then: [.words("text", \.text)])

    private var text: String? { "\(end)" }
}

extension SessionSuspicion: RecordedByMembers {
    package static let members = Members(
        Self.init(refusal:count:lastAt:pause:lastUptime:bare:firstAt:firstUptime:), .inline(\.refusal),
        .needed("count", \.count), .needed("last_at", \.lastAt), .needed("pause", \.pause),
        .needed("last_at_uptime", \.last.uptime), .needed("bare", \.refusals.bare, unless: 0),
        .optional("first_at", \.earlierFirstAt), .optional("first_at_uptime", \.earlierFirstUptime))

    private init(
        refusal: RefreshRefusal, count: Int, lastAt: Date, pause: Duration, lastUptime: Duration, bare: Int,
        firstAt: Date?, firstUptime: Duration?
    ) {
        self.init(
            refusal: refusal, refusals: RefusalCount(all: count, bare: bare),
            first: ClockReading(firstAt ?? lastAt, firstUptime ?? lastUptime), last: ClockReading(lastAt, lastUptime),
            pause: pause)
    }

    /// When the first refusal began, where that is not the last one.
    private var earlierFirstAt: Date? { first == last ? nil : first.time }
    private var earlierFirstUptime: Duration? { first == last ? nil : first.uptime }
}
