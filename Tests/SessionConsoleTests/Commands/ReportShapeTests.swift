import FoundationEssentials
import JOSE
import SessionCore
import Testing

@testable import ConsoleApp
@testable import Recordings
@testable import session_console

/// What commands print as JSON, by the lists of members that their helps show.
@Suite(.timeLimit(.minutes(5))) struct ReportShapeTests {
    private static let reports: [any RecordedByMembers] = [
        AuthorizationLink(url: "https://id.example/authorize"),
        DeviceLink(
            verificationURI: "https://id.example/device", verificationURIComplete: nil, userCode: "ABCD",
            expiresIn: 60),
        ProfileList(profiles: ["work"]), RemovedProfile(removed: "work"),
        SavedProfile(profile: "work", file: "/work.json", steps: [step]), FailedDiscovery(steps: [step]),
        OffersReport(
            issuer: "https://id.example", isDiscovered: true, flows: ["code"], endpoints: ["token_endpoint": "/token"],
            codeChallengeMethods: nil, grantTypes: nil, clientAuthenticationMethods: nil, idTokenAlgorithms: ["ES256"],
            proofAlgorithms: nil, requiresPushedAuthorization: false, scopes: nil),
        ProviderAnnouncement(
            issuer: "https://id.example", clientID: "a", clientSecret: "b", api: "/api", control: "/control",
            users: [.init(username: "alice", password: "wonderland")], confidentialClientID: "c"),
        ActivityReport(isActive: true, fingerprint: nil, claims: ["scope": "a"], times: ["exp": time]),
        InspectionReport(
            header: ["alg": "ES256"], claims: ["sub": "alice"], times: ["exp": time],
            problems: [TokenProblem(weight: .warning, text: "it has no aud", reference: "RFC 9068 §2.2")],
            trust: .failed("no key"),
            disclosures: [.init(name: nil, value: "x", digest: "y", isSigned: true)]),
    ]

    private static let time = ClaimTime(date: Date(timeIntervalSinceReferenceDate: 0), secondsFromNow: -3)

    private static let step = StepReport(
        step: .call, outcome: .done, found: "200", section: "RFC 9728 §3",
        messages: [AttemptReport(method: "GET", url: "https://api.example", status: nil, error: "it did not answer")])

    @Test(arguments: reports.indices)
    func `what is printed has the members that the help shows, and they read it`(index: Int) throws {
        try check(Self.reports[index])
    }

    private func check<Report: RecordedByMembers>(_ report: Report) throws {
        let shown = Report.shape.members.map(\.name)
        #expect(report.record.names.allSatisfy(shown.contains), "\(report.record.names)")
        #expect(try Report(Record(report.record)).record == report.record)
    }

    @Test func `an object of any names shows what a name leads to`() {
        let shape = "\(InspectionReport.shape)"
        #expect(shape.hasPrefix(#"{"header": {…}, "claims": {…}, "times": {"NAME": {"time", "seconds_from_now"}}, "#))
    }
}
