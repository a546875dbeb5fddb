import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@testable import ConsoleKit
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct MermaidTests {
    /// What is wrong with a text by the rules of Mermaid's sequence diagrams.
    private func flaws(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.first == "sequenceDiagram", lines.last?.isEmpty == true else { return ["no diagram"] }
        lines = lines.dropFirst().dropLast().map { String($0.drop { $0 == " " }) }
        var participants: Set<String> = []
        return lines.compactMap { line in
            if line.hasPrefix("participant ") {
                let words = line.split(separator: " ")
                participants.insert(String(words[1]))
                return words.count >= 4 && words[2] == "as" ? nil : line
            }
            guard let colon = line.firstIndex(of: ":") else { return line }
            let (head, words) = (String(line[..<colon]), String(line[line.index(after: colon)...]))
            let names: [String]
            if head.hasPrefix("Note over ") {
                names = head.dropFirst(10).split(separator: ",").map(String.init)
            } else {
                guard let arrow = ["-->>", "->>", "--x"].first(where: { head.contains($0) }) else { return line }
                names = head.replacing(arrow, with: " ").split(separator: " ").map(String.init)
                guard names.count == 2 else { return line }
            }
            guard !names.isEmpty, names.allSatisfy(participants.contains) else { return line }
            // Entities are all that `#` and `;` may be part of.
            let bare = words.replacing(#/#[0-9]+;/#, with: "")
            let isBad = bare.contains { "#;<>\"`{}%&".contains($0) || $0.isNewline } || bare.allSatisfy { $0 == " " }
            return isBad ? line : nil
        }
    }

    @Test func `what another process brought has its token's fingerprint`() throws {
        let flow = Flow([(.adoptedFromStore(Samples.tokens), nil)])
        try expectWords(flow.mermaid.trimmed)
    }

    @Test func `a burst and a forced logout are a diagram that Mermaid reads`() throws {
        var events = Flow.burst(of: 20)
        let end = SessionEnd.refreshRejected(.named(Samples.rejection))
        let ended = EndedSession(end: end, time: Samples.now, generation: 2, process: 4711, program: "status")
        events.append(Samples.event(events.count + 1, .endedElsewhere(ended)))
        let text = Flow(events: events).mermaid
        #expect(flaws(text) == [])
        try expectWords(text.trimmed)
    }

    @Test func `a token that the answer issued goes back with the answer`() {
        let issued = #"{"access_token":"•••• DBCA","refresh_token":"•••• 6A5D"}"#
        let signIn = Samples.message(
            .token, "POST", "http://127.0.0.1/token", form: "grant_type=password", status: 200, body: issued)
        let refresh = Samples.message(
            .token, "POST", "http://127.0.0.1/token", form: "grant_type=refresh_token&refresh_token=•••• 77B0",
            status: 200, body: issued)
        let lines = Flow([(.exchange(signIn), nil), (.exchange(refresh), nil)]).mermaid
            .split(separator: "\n").filter { $0.contains(">>") }.map { $0.drop { $0 == " " } }
        #expect(
            lines == [
                "console->>provider: POST /token · grant_type password",
                "provider-->>console: 200 · 12.0 ms · issues DBCA, 6A5D",
                "console->>provider: POST /token · grant_type refresh_token, refresh_token · token 77B0",
                "provider-->>console: 200 · 12.0 ms · issues DBCA, 6A5D",
            ])
    }

    @Test(arguments: [
        "a; b", "#1", "x\ny", "<b>&amp;", "end", "%%{init}%%", "\u{1B}[31m", "\u{202E}abc", "``` x \"y\"",
    ])
    func `text from outside stays text`(_ text: String) {
        let end = SessionEnd.refreshRejected(
            .named(OAuthError(code: "invalid_grant", detail: text, status: 400)))
        let exchange = Samples.message(
            .token, "POST", "http://127.0.0.1/token", form: "grant_type=x&\(text)=1", status: 400,
            body: "{\"error\":\"bad\"}")
        let mermaid = Flow([(.injected(.sample(text)), nil), (.exchange(exchange), nil), (.forcedOut(end), nil)])
            .mermaid
        #expect(flaws(mermaid) == [])
        #expect(!mermaid.contains("\u{1B}"))
        #expect(!mermaid.contains("\u{202E}"))
    }

    @Test func `an answer that never came ends in a cross`() throws {
        let exchange = HTTPExchange(
            id: 1, purpose: .token, request: nil, method: "POST", url: "http://127.0.0.1/token", requestHeaders: [:],
            requestBody: nil, sentAt: Samples.now, duration: .seconds(3), outcome: .failed(.brokenOff("reset")))
        let text = Flow([(.exchange(exchange), nil)]).mermaid
        #expect(flaws(text) == [])
        try expectWords(text.trimmed)
    }

    @Test func `nothing has happened yet is a diagram too`() {
        #expect(flaws(Flow().mermaid) == [])
    }
}
