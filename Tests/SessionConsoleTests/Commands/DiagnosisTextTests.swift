import SessionCore
import Testing

@testable import Doctor
@testable import session_console

/// What `doctor` prints of what a provider says.
@Suite(.timeLimit(.minutes(5)))
struct DiagnosisTextTests {
    private static let terms = DiagnosisTerms(format: .text, threshold: .error)
    private static let hostile = "a\u{1B}]0;x\u{7}b"

    private static func finding(_ verdict: CheckVerdict) -> Finding {
        Finding(
            check: "name", fact: "a fact", verdict: verdict, seen: hostile, rule: .rfc(6749, "6"),
            meaning: "It means this.", remedy: "Do that.", attempts: [], setting: ProfileSetting.scope([hostile]))
    }

    @Test func `control characters of a provider are made visible wherever they are printed`() {
        let diagnosis = Diagnosis(
            subject: "https://\(Self.hostile)", issuer: Self.hostile, findings: [Self.finding(.fault)],
            isUnreachable: false)
        let text = (DiagnosisText.lines(Self.finding(.fault)) + DiagnosisText.closing(diagnosis, by: Self.terms))
            .joined(separator: "\n")
        #expect(text.contains("a\u{241B}]0;x\u{2407}b"))
        #expect(!text.contains("\u{1B}") && !text.contains("\u{7}"), "\(text)")
    }

    @Test(arguments: [
        (CheckVerdict.fault, true), (.note, true), (.sound, false), (.unknown, false), (.absent, false),
    ])
    func `what it means for a client is printed where something is not right`(verdict: CheckVerdict, isPrinted: Bool) {
        #expect(DiagnosisText.lines(Self.finding(verdict)).contains { $0.contains("It means this.") } == isPrinted)
    }
}
