import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp
@testable import ConsoleKit
@testable import Doctor

/// What the provider does, as a page of the console.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct DoctorDialogTests {
    private static let issuer = "http://127.0.0.1:41873"

    private static func finding(_ name: String, _ fact: String, _ sight: Sight, exchange: Int? = nil) -> Finding {
        let url = URL(string: issuer + "/token") ?? URL(filePath: "/")
        return Finding(
            check: name, fact: fact, verdict: sight.verdict, seen: sight.seen, rule: .rfc(6749, "5.2"),
            meaning: "A client reads from the error whether to sign in again or to try later.",
            remedy: "Answer with 400 or 401 and JSON that has an error.",
            attempts: exchange.map {
                [DiscoveryStep.Attempt(method: "POST", url: url, result: .answered(401), exchange: $0)]
            } ?? [], setting: nil)
    }

    /// A console on which the page was opened, and some facts have come.
    private func examined(size: Size = Size(width: 120, height: 36), isOver: Bool = true) -> Console {
        var console = Console.signedIn(size: size)
        console.press(.character(":"))
        console.type("doctor")
        console.press(.enter)
        console.send(.examinationBegan)
        let facts = [
            Self.finding(
                "token-endpoint", "the token endpoint refuses as it should", .sound("401 invalid_client"), exchange: 3),
            Self.finding("pkce", "PKCE with S256 is offered", .fault("only plain")),
            Self.finding(
                "revocation", "tokens can be revoked",
                .remark("it answers 200 to a request without a token, as though there were nothing to say against it")),
            Self.finding("clock", "the clock is right", .unknown("no answer has a Date")),
        ]
        let message = Samples.exchange(
            3, .token, method: "POST", url: Self.issuer + "/token", status: 401, body: "{\"error\":\"invalid_client\"}")
        for fact in facts { console.send(.factFound(fact, [message])) }
        if isOver { console.send(.examinationEnded(page: "# What a provider does")) }
        return console
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `the page is drawn on a large and on a small screen`(size: Size) throws {
        let console = examined(size: size)
        try expectSnapshot("overlay-doctor-\(size.width)x\(size.height)", console.picture(), styles: true)
    }

    @Test func `faults stand first, and n goes from one to the next`() throws {
        var console = examined()
        var seen: [String] = []
        for _ in 0..<4 {
            let dialog = try #require(console.dialog as? DoctorDialog)
            let list = dialog.list(of: console.model.scene.examination ?? Examination())
            seen.append(list.selected?.value.check ?? "")
            console.press(.character("n"))
        }
        #expect(seen == ["pkce", "revocation", "clock", "pkce"])
    }

    @Test func `it is opened by its name, and looks at the provider once until it is asked again`() {
        var console = Console.signedIn()
        console.press(.character(":"))
        console.type("doctor")
        console.press(.enter)
        #expect(console.examinations == 1)
        console = examined(isOver: false)
        console.press(.character("r"))
        #expect(console.examinations == 0, "it is under way")
        console = examined()
        console.press(.escape, .character(":"))
        console.type("doctor")
        console.press(.enter)
        #expect(console.examinations == 0)
        #expect(console.model.scene.examination?.findings.count == 4)
        console.press(.character("r"))
        #expect(console.examinations == 1)
    }

    @Test func `the selected fact has its message, and what it means for a client`() throws {
        var console = examined()
        // What is sound is last.
        console.press("G")
        try expectWords(console.dialogWords, "fact")
        console.press(.enter)
        #expect(console.isMessageOpen)
        try expectWords(console.dialogWords, "its message")
        console.press(.escape)
        #expect(console.dialog is DoctorDialog && !console.isMessageOpen)
        console.press(.up, .enter)
        #expect(!console.isMessageOpen)
        try expectWords(console.noticeWords, "notice of a fact without one")
        console.press(.escape)
        #expect(console.dialog == nil)
    }

    @Test func `a fact's message is copied as a command of curl, with the token masked`() throws {
        let command =
            "curl -H 'Accept: application/json' -H 'Authorization: Bearer •••• \(Samples.access)' -H Content-Type: "
            + "--data-raw 'grant_type=refresh_token&refresh_token=•••• \(Samples.refresh)' \(Self.issuer)/token"
        var console = examined()
        console.press("G")
        console.press(.character("y"))
        #expect(console.copied == command)
        // The same key where the message is open.
        console.press(.enter, .character("y"))
        #expect(console.copied == command && console.isMessageOpen)
        console.press(.escape, .up, .character("y"))
        #expect(console.copied == nil)
        try expectWords(console.noticeWords, "notice of a fact without one")
    }

    @Test func `all facts are copied as Markdown once they are there`() throws {
        var console = examined()
        console.press(.character("Y"))
        #expect(
            console.effects.contains { if case .tool(.copy("# What a provider does", _)) = $0 { true } else { false } })
        console = examined(isOver: false)
        console.press(.character("Y"))
        #expect(console.effects.isEmpty)
        try expectWords(console.noticeWords)
    }
}

extension Console {
    /// Whether the message of a fact lies over the page.
    fileprivate var isMessageOpen: Bool { (dialog as? DoctorDialog)?.message.isOpen == true }
    /// How many examinations the last keys have begun.
    fileprivate var examinations: Int {
        effects.count { if case .session(.examineProvider) = $0 { true } else { false } }
    }
}
