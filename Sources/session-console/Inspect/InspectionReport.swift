import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// What `inspect --json` prints of a token, as far as it can be read.
struct InspectionReport: RecordedByMembers {
    let header: JSONObject
    /// `nil` where they are encrypted or missing.
    let claims: JSONObject?
    let times: [String: ClaimTime]
    let problems: [TokenProblem]
    let trust: TokenTrust
    /// `nil` where it is no SD-JWT.
    let disclosures: [SelectiveDisclosure.Claim]?

    static let members = Members(
        Self.init(header:claims:times:problems:trust:disclosures:), .needed("header", \.header),
        .optional("claims", \.claims), .needed("times", \.times), .needed("problems", \.problems),
        .needed("trust", \.trust), .optional("disclosures", \.disclosures))
}

extension InspectionReport {
    init(_ inspection: TokenInspection) {
        self.init(
            header: inspection.contents.header, claims: inspection.contents.claims,
            times: ClaimTime.all(in: inspection.contents.claims, now: inspection.now), problems: inspection.problems,
            trust: inspection.trust, disclosures: inspection.selective?.claims)
    }

    init(_ inspection: PartialInspection) {
        self.init(
            header: inspection.header, claims: inspection.claims,
            times: ClaimTime.all(in: inspection.claims ?? [:], now: inspection.now), problems: [],
            trust: inspection.trust, disclosures: nil)
    }
}

/// What `inspect --introspect --json` prints.
struct ActivityReport: RecordedByMembers {
    let isActive: Bool
    let fingerprint: Fingerprint?
    let claims: JSONObject
    let times: [String: ClaimTime]

    static let members = Members(
        Self.init(isActive:fingerprint:claims:times:), .needed("active", \.isActive),
        .optional("fingerprint", \.fingerprint), .needed("claims", \.claims), .needed("times", \.times))
}

/// When a claim of a token says that something was or is to be.
struct ClaimTime: RecordedByMembers {
    let date: Date
    let secondsFromNow: Int

    static let members = Members(
        Self.init(date:secondsFromNow:), .needed("time", \.date), .needed("seconds_from_now", \.secondsFromNow))
}

extension ClaimTime {
    /// The claims that are registered as times, and those in nested objects by their paths.
    static func all(in claims: JSONObject, now: Date) -> [String: ClaimTime] {
        let registered = claims.members.filter { MemberGlossary.claims[$0.name]?.time != nil }.map {
            ($0.name, $0.value)
        }
        let nested = MemberGlossary.nestedTimes(in: claims).map { ($0.path, $0.value) }
        return (registered + nested).reduce(into: [:]) { times, claim in
            guard let date = RelativeTime.date(claim.1) else { return }
            let seconds = RelativeTime(date: date, now: now).distance.rounded()
            times[claim.0] = ClaimTime(date: date, secondsFromNow: Int(seconds))
        }
    }
}

extension TokenProblem: RecordedByMembers {
    static let members = Members(
        Self.init(weight:text:reference:), .needed("weight", \.weight), .needed("text", \.text),
        .needed("reference", \.reference))
}

extension TokenProblem.Weight: RecordedByName {}

extension SelectiveDisclosure.Claim: RecordedByMembers {
    static let members = Members(
        Self.init(name:value:digest:isSigned:), .optional("name", \.name), .needed("value", \.value),
        .needed("digest", \.digest), .needed("signed", \.isSigned))
}
