import Doctor
import JOSE
import Recordings
import SessionCore

/// What `doctor --format json` prints.
struct DiagnosisReport: RecordedByMembers {
    /// How many findings have each verdict.
    struct Counts: RecordedByMembers {
        let sound: Int
        let note: Int
        let fault: Int
        let unknown: Int
        let absent: Int

        static let members = Members(
            Self.init(sound:note:fault:unknown:absent:), .needed("sound", \.sound), .needed("note", \.note),
            .needed("fault", \.fault), .needed("unknown", \.unknown), .needed("absent", \.absent))
    }

    struct ReportedFinding: RecordedByMembers {
        let check: String
        let fact: String
        let verdict: CheckVerdict
        let seen: String
        let rule: String
        let meaning: String
        /// What the server's author does about a fault or a note.
        let remedy: String?
        /// Whose it is, where it is a fault or a note and that is known.
        let side: Party?
        /// Whether the baseline has it: `new` or `unchanged`; left out without one.
        let state: String?
        let messages: [AttemptReport]

        static let members = Members(
            Self.init(check:fact:verdict:seen:rule:meaning:remedy:side:state:messages:), .needed("check", \.check),
            .needed("fact", \.fact), .needed("verdict", \.verdict), .needed("seen", \.seen), .needed("rule", \.rule),
            .needed("meaning", \.meaning),
            .optional("remedy", \.remedy), .optional("side", \.side), .optional("state", \.state),
            .needed("messages", \.messages))
    }

    let subject: String
    /// `nil` where the subject led to none.
    let issuer: String?
    let counts: Counts
    let findings: [ReportedFinding]
    let profile: JSONObject

    static let members = Members(
        Self.init(subject:issuer:counts:findings:profile:), .needed("subject", \.subject),
        .optional("issuer", \.issuer), .inline(\.counts), .needed("findings", \.findings),
        .needed("profile", \.profile))
}

extension DiagnosisReport {
    init(_ diagnosis: Diagnosis, by terms: DiagnosisTerms) {
        self.init(
            subject: diagnosis.subject, issuer: diagnosis.issuer,
            counts: Counts(
                sound: diagnosis.count(.sound), note: diagnosis.count(.note), fault: diagnosis.count(.fault),
                unknown: diagnosis.count(.unknown), absent: diagnosis.count(.absent)),
            findings: diagnosis.findings.map { finding in
                ReportedFinding(
                    check: finding.check, fact: finding.fact, verdict: finding.verdict, seen: finding.seen,
                    rule: "\(finding.rule)", meaning: finding.meaning,
                    remedy: finding.isAgainstProvider ? finding.remedy : nil,
                    side: finding.isAgainstProvider ? finding.party : nil,
                    state: terms.baseline == nil || !finding.isAgainstProvider
                        ? nil : terms.isNews(finding) ? "new" : "unchanged",
                    messages: finding.attempts.map { AttemptReport($0) })
            }, profile: diagnosis.profile)
    }
}

extension CheckVerdict: RecordedByName {}
extension Party: RecordedByName {}
