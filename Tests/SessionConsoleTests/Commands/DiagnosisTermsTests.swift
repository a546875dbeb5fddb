import JOSE
import Recordings
import SessionCore
import Testing

@testable import Doctor
@testable import session_console

/// What of an examination fails a test, and what of it is news.
@Suite(.timeLimit(.minutes(5)))
struct DiagnosisTermsTests {
    private static func finding(_ check: String, _ verdict: CheckVerdict, _ party: Party? = nil) -> Finding {
        Finding(
            check: check, fact: "a fact", verdict: verdict, seen: "this", rule: .rfc(6749, "6"),
            meaning: "It means this.", remedy: "Do that.", attempts: [], setting: nil, party: party)
    }

    private static func diagnosis(_ findings: [Finding]) -> Diagnosis {
        Diagnosis(
            subject: "https://as.example", issuer: "https://as.example", findings: findings, isUnreachable: false)
    }

    private static let now = diagnosis([
        finding("pkce", .fault, .authorizationServer), finding("clock", .note), finding("keys", .fault, .front),
        finding("scopes", .note, .resourceServer), finding("userinfo", .sound), finding("revocation", .unknown),
    ])
    private static let before = diagnosis([
        finding("pkce", .fault), finding("clock", .fault), finding("keys", .note), finding("userinfo", .note),
    ])

    /// What was said before is read from what was printed.
    private func baseline(_ diagnosis: Diagnosis) throws -> Baseline {
        let terms = DiagnosisTerms(format: .json, threshold: .error)
        let text = terms.format.lines(of: diagnosis, by: terms).joined()
        return Baseline(try DiagnosisReport(recorded: JSONValue(parsing: Array(text.utf8))))
    }

    @Test(arguments: [(FindingThreshold.error, true, false), (.warning, true, true), (.never, false, false)])
    func `the weight that is named decides the exit status`(threshold: FindingThreshold, fault: Bool, note: Bool) {
        let terms = DiagnosisTerms(format: .text, threshold: threshold)
        for (verdict, fails) in [(CheckVerdict.fault, fault), (.note, note), (.sound, false), (.unknown, false)] {
            let diagnosis = Self.diagnosis([Self.finding("a", verdict)])
            #expect((terms.status(of: diagnosis) == .faultsFound) == fails, "\(verdict)")
        }
    }

    @Test func `what was there before is no news, but where it is worse`() throws {
        let terms = DiagnosisTerms(format: .text, threshold: .warning, baseline: try baseline(Self.before))
        let news = Self.now.findings.filter { $0.isAgainstProvider && terms.isNews($0) }.map(\.check)
        #expect(news == ["keys", "scopes"])
        #expect(terms.summary(of: Self.now) == "1 new fault, 1 new note, 2 as before, 1 gone")
        #expect(terms.status(of: Self.now) == .faultsFound)
        let same = DiagnosisTerms(format: .text, threshold: .warning, baseline: try baseline(Self.now))
        #expect(same.summary(of: Self.now) == "0 new faults, 0 new notes, 4 as before")
        #expect(same.status(of: Self.now) == .done)
    }

    @Test func `each format tells news from the rest`() throws {
        func text(_ format: DiagnosisFormat) throws -> String {
            let terms = DiagnosisTerms(format: format, threshold: .error, baseline: try baseline(Self.before))
            return terms.format.lines(of: Self.now, by: terms).joined(separator: "\n")
        }
        let tap = try text(.tap)
        #expect(tap.contains("\nok 1 - pkce") && tap.contains("\nnot ok 3 - keys"), "\(tap)")
        #expect(try text(.junit).contains("failures=\"1\""))
        let page = try text(.markdown)
        #expect(page.contains("`keys`") && page.contains("`scopes`") && !page.contains("`pkce`"), "\(page)")
        #expect(page.contains("1 new fault, 1 new note") && !page.contains("Sound"), "\(page)")
        let json = try JSONValue(parsing: Array(try text(.json).utf8))
        let states = json["findings"]?.array?.map { $0["state"]?.string }
        #expect(states == ["unchanged", "unchanged", "new", "new", nil, nil])
        #expect(
            json["findings"]?.array?.map { $0["side"]?.string }.prefix(4) == [
                "authorization_server", nil, "front", "resource_server",
            ])
        let run = try JSONValue(parsing: Array(try text(.sarif).utf8))["runs"]?.array?.first
        let results = run?["results"]?.array ?? []
        #expect(results.map { $0["ruleId"]?.string } == ["pkce", "clock", "keys", "scopes"])
        #expect(results.map { $0["level"]?.string } == ["error", "warning", "error", "warning"])
        #expect(results.map { $0["baselineState"]?.string } == ["unchanged", "unchanged", "new", "new"])
        #expect(results.allSatisfy { $0["properties"]?["side"] != nil || $0["ruleId"] == "clock" })
        let rules = run?["tool"]?["driver"]?["rules"]?.array?.compactMap { $0["id"]?.string } ?? []
        #expect(Set(rules).count == rules.count && rules.contains("forged-key") && rules.contains("spent-token"))
        // What can't be seen is no result.
        let notifications = run?["invocations"]?.array?.first?["toolExecutionNotifications"]?.array
        #expect(notifications?.map { $0["associatedRule"]?["id"]?.string } == ["revocation"])
    }

    @Test(arguments: [nil, Demands.mcp, .oldMCP, .fapi2])
    func `the rules of SARIF are those by which the provider was judged`(demands: Demands?) throws {
        let terms = DiagnosisTerms(format: .sarif, threshold: .error, demands: demands)
        let log = try JSONValue(parsing: Array(terms.format.lines(of: Self.now, by: terms).joined().utf8))
        let rules = log["runs"]?.array?.first?["tool"]?["driver"]?["rules"]?.array ?? []
        let ofMCP = rules.filter { $0["id"]?.string?.hasPrefix("mcp-") == true }.compactMap { $0["helpUri"]?.string }
        switch demands {
        case .mcp: #expect(!ofMCP.isEmpty && ofMCP.allSatisfy { $0.contains("2026-07-28") })
        case .oldMCP: #expect(!ofMCP.isEmpty && ofMCP.allSatisfy { $0.contains("2025-11-25") })
        default: #expect(ofMCP.isEmpty)
        }
        #expect(rules.contains { $0["id"] == "fapi-par" } == (demands == .fapi2))
    }

    @Test func `without a baseline nothing is called new`() throws {
        for format in DiagnosisFormat.allCases {
            let terms = DiagnosisTerms(format: format, threshold: .error)
            let text = terms.format.lines(of: Self.now, by: terms).joined(separator: "\n")
            #expect(!text.contains("baselineState") && !text.contains("\"state\"") && !text.contains("new fault"))
        }
    }

    @Test func `whose it is stands beside what it means`() {
        let lines = DiagnosisText.lines(Self.finding("pkce", .fault, .resourceServer)).joined(separator: " ")
        #expect(lines.contains("(pkce, RFC 6749 §6; the resource server)"), "\(lines)")
        let old = DiagnosisText.lines(Self.finding("pkce", .fault), isNews: false)
        #expect(old.count == 1 && old[0].hasSuffix("this, as before"), "\(old)")
    }
}
