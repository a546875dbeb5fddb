import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// How a profile's session stands, as JSON: what names it, then the members that a recording has.
struct StatusReport: RecordedByMembers {
    let profile: String
    /// `nil` where none is known.
    let client: RecordOwner?
    let word: ProfileGlance.Word
    /// How many whole seconds the access token lasts; negative where it has expired.
    let expiresIn: Int?
    let status: SessionStatus
    /// The process that got the access token; only of a session that is read from its store.
    let renewer: StoredSession.Renewer?
    /// Why the session can't be read.
    let error: String?
    /// The programs that use it now; only with `--all`.
    let uses: [SessionUse]

    static let members = Members(
        Self.init(profile:client:word:expiresIn:status:renewer:error:uses:), .needed("profile", \.profile),
        .inline(\.client), .needed("word", \.word), .optional("expires_in", \.expiresIn), .inline(\.status),
        .optional("renewed_by", \.renewer), .optional("error", \.error), .needed("uses", \.uses, unless: []))
}

/// A status with the change that led to it; the first one has none.
struct FollowedStatus: RecordedByMembers {
    let time: Date
    let change: StatusChange.Name?
    /// The change as a sentence.
    let text: String?
    let report: StatusReport

    static let members = Members(
        Self.init(time:change:text:report:), .needed("time", \.time), .optional("change", \.change),
        .optional("text", \.text), .inline(\.report))

    /// What it has before the members of the status.
    static let changeShape = RecordShape.object(
        shape.members.filter { member in !StatusReport.shape.members.contains(member) })
}

extension StatusReport {
    init(_ status: SessionStatus, _ settings: ProviderSettings, now: Date) {
        let client = RecordOwner(issuer: settings.client.issuer, clientID: settings.client.clientID)
        self.init(status, profile: settings.profile, client, now: now)
    }

    /// What the store of a profile says.
    init(_ glance: ProfileGlance, now: Date) {
        switch glance.found {
        case .success(let stored):
            self.init(
                stored.status, profile: glance.profile, glance.client, now: now, renewer: stored.renewer,
                uses: glance.uses)
        case .failure(let failure):
            self.init(SessionStatus(), profile: glance.profile, glance.client, now: now, error: failure.reason)
        }
    }

    private init(
        _ status: SessionStatus, profile: String, _ client: RecordOwner?, now: Date,
        renewer: StoredSession.Renewer? = nil, error: String? = nil, uses: [SessionUse] = []
    ) {
        var expiresIn: Int?
        if case .at(let end, _)? = status.accessToken?.expiry {
            expiresIn = end.wholeSeconds(after: now)
        }
        self.init(
            profile: profile, client: client, word: status.word(now: now), expiresIn: expiresIn, status: status,
            renewer: renewer, error: error, uses: uses)
    }
}

extension ProfileGlance.Word: RecordedByName {}

extension StoredSession.Renewer: RecordedByMembers {
    static let members = Members(
        Self.init(process:program:), .needed("process", \.process), .optional("program", \.program))
}
