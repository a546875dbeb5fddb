import Scenarios
import Testing

@testable import session_console

/// Chapters as files.
@Suite(.timeLimit(.minutes(5)))
struct ChapterTests {
    @Test func `every chapter that ships can be read, asks something, and has a name of its own`() throws {
        let chapters = try ProofChapter.shipped()
        #expect(chapters.count > 20)
        #expect(Set(chapters.map(\.name)).count == chapters.count)
        for chapter in chapters {
            let rules = chapter.steps.filter { if case .client(.rule) = $0.action { true } else { false } }
            #expect(!rules.isEmpty, "\(chapter.name)")
            #expect(chapter.summary.last == ".", "\(chapter.name)")
        }
        for kind in ClientStage.Kind.allCases {
            #expect(chapters.contains { $0.stage.kinds.contains(kind) }, "\(kind)")
        }
    }

    @Test(arguments: [
        ("provider access=5s\nrefresh", "is not about another program"),
        ("profile work\nrefresh", "is not about another program"),
        ("client\nrefresh", "can't be asked of another program"),
        ("client\nsign in\nexpect state authenticated", "expects what can't be seen of another program"),
        ("client\nsign in\nexpect no logouts", "counts logouts, which can't be seen of another program"),
        ("client\nexpire the access token", "can't strike another program"),
        ("client\nin process 2: GET /orders", "names a process"),
        ("client\nfault api 429 twice", "can't be counted"),
        ("client\nfault api 503 until cleared", "has no end"),
        ("client\nsign in", "asks nothing"), ("client\nsign in\nexpect 200", "no 'require' or 'advise' comes before"),
        ("client\nrequire RFC 6749 6: a\nrequire RFC 6749 6: b\nsign in\nexpect 200", "own:2: nothing is expected"),
    ])
    func `what can't be asked of another program is refused`(text: String, reason: String) throws {
        let source = ScenarioSource(name: "own", text: text)
        let failure = #expect(throws: CommandFailure.self) { try ProofChapter(source) }
        #expect(failure?.message.contains(reason) == true, "\(failure?.message ?? "")")
    }

    @Test func `a rule has its section, its text, and whether it is demanded`() throws {
        let text = """
            client oidc device access=5s
            require OpenID Connect Core 1.0 3.1.3.7: tokens: none is used
            advise RFC 9110 9.2.2: a call is not repeated
            """
        let scenario = try Scenario(parsing: text, vocabulary: .program)
        guard case .client(let stage) = scenario.stage else { throw Unexpected() }
        #expect(stage.kinds == [.oidc, .device])
        #expect(stage.provider.accessTokenLifetime == .seconds(5))
        #expect(
            scenario.steps.map(\.action) == [
                .client(
                    .rule(
                        ClientRequirement(
                            places: [.init("OpenID Connect Core 1.0", "3.1.3.7")], text: "tokens: none is used",
                            isDemanded: true))),
                .client(
                    .rule(
                        ClientRequirement(
                            places: [.init("RFC 9110", "9.2.2")], text: "a call is not repeated",
                            isDemanded: false))),
            ])
    }

    private struct Unexpected: Error {}
}
