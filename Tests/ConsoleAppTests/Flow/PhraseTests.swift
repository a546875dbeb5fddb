import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp

/// How a row reads where it has little room.
@Suite(.timeLimit(.minutes(5))) struct PhraseTests {
    /// Words that flow itself uses, in a provider's text.
    private static let text = "the access → old token was answered ok, expired, the refresh token is because of it"

    private func forms(_ phrases: [Phrase]) -> [String] { phrases.forms().map(\.text) }

    /// The words of a row at all widths.
    private func drawn(_ kind: SessionEvent.Kind, _ mark: String, widths: [Int]) throws -> [String] {
        try widths.map { width in
            var console = Console(size: Size(width: width, height: 24))
            console.press(.character("2"))
            console.happen(kind)
            if console.model.shell.card != nil { console.press(.escape) }
            return try #require(console.picture().lines.last { $0.contains(mark) }, "\(console.text)")
        }
    }

    @Test func `what a provider says is cut at its end and never edited, in notes and across the lanes`() throws {
        let error = OAuthError(code: "invalid_grant", detail: Self.text)
        let kinds: [(SessionEvent.Kind, String)] = [
            (.forcedOut(.refreshRejected(.named(error))), " OUT"),
            (.refreshFailed(.refused(error, during: .token), retryAfter: .zero), "refresh"),
            (.signInFailed(flow: "code", .refused(error, during: .token)), "sign-in"),
        ]
        for (kind, mark) in kinds {
            for row in try drawn(kind, mark, widths: [60, 90, 100, 110, 120, 160]) {
                guard let start = row.firstRange(of: "invalid_grant: ") else { continue }
                let words = row[start.upperBound...].prefix { !"═│┃…;·".contains($0) }.reversed().drop { $0 == " " }
                    .reversed()
                #expect(Self.text.hasPrefix(String(words)), "\(row)")
            }
        }
        let text = Flow(kinds.map { ($0.0, nil) }).items().items.map(\.step.words)
        #expect(text.allSatisfy { $0.contains(Self.text) }, "\(text)")
    }

    @Test func `what weighs least goes first, and what weighs most stays`() {
        let phrases = [
            Phrase("because", .verb, 0, after: .space), Phrase("the", .verb, 1), Phrase("refresh", .verb, 4),
            Phrase("said", .verb, 4), Phrase("no", .reason, .most, .colon),
        ]
        #expect(forms(phrases) == ["because the refresh said: no", "the refresh said: no", "refresh said: no", "no"])
        #expect(forms([]) == [""])
    }

    @Test func `an outside phrase loses its clauses, the last one first, before it goes`() {
        let phrases = [Phrase("error"), Phrase("one, two; three (four)", .outside, 3, .colon)]
        #expect(
            forms(phrases) == [
                "error: one, two; three (four)", "error: one, two; three", "error: one, two", "error: one", "error",
            ])
        #expect(phrases.forms(least: 15).map(\.text).contains("error: one") == false)
    }

    @Test func `names of parameters that have no room are counted`() throws {
        let names = try #require(Phrase(parameters: ["client_id", "state", "nonce"]))
        let forms = forms([Phrase("sent again", .verb, 8), names])
        #expect(
            forms == [
                "sent again · client_id, state, nonce", "sent again · client_id, state +1", "sent again · client_id +2",
                "sent again · +3 parameters", "sent again",
            ])
        #expect([names].parts == ["client_id, ", "state, ", "nonce"])
        #expect(Phrase(parameters: []) == nil)
    }

    @Test func `tokens are told without their names where those have no room`() {
        let phrases = Samples.event(1, .verified).rotation(
            Samples.tokens, replaced: Samples.refresh, spent: Samples.access)
        let (access, refresh) = (Samples.tokens.access.fingerprint, Samples.tokens.refresh?.fingerprint)
        let pairs = ["\(Samples.refresh) → \(access)", "\(Samples.access) → \(refresh.map { "\($0)" } ?? "")"]
        #expect(
            forms(phrases).suffix(3) == [
                "access token \(pairs[0]), refresh token \(pairs[1])", "access \(pairs[0]), refresh \(pairs[1])",
                "\(pairs[0]), \(pairs[1])",
            ])
    }
}
