import FoundationEssentials
import SessionCore
import Testing

@testable import ConsoleApp

/// Who uses a session, by the events of processes.
@Suite(.timeLimit(.minutes(5)))
struct SessionUseTests {
    private static let began = Samples.now.addingTimeInterval(-60)

    /// The uses that are left of events `(process, kind)`, of which those processes run since a minute ago.
    private func uses(
        _ events: [(process: Int, kind: SessionEvent.Kind)], running: Set<Int> = [1, 2], program: String = "mcp"
    ) -> [SessionUse] {
        var uses = SessionUses(now: Samples.now) { running.contains($0) ? Self.began : nil }
        for (index, event) in events.enumerated() {
            uses.take(
                OtherProcessEvent(
                    program: program, number: event.process,
                    event: Samples.event(index + 1, event.kind, at: Double(index))))
        }
        return uses.now
    }

    private func call(_ number: Int, for caller: Caller? = nil) -> SessionEvent.Kind {
        var facts = Samples.facts(number)
        facts.token = Samples.tokens.access.fingerprint
        facts.label = RequestLabel(number, from: "mcp", for: caller)
        return .requestFinished(facts)
    }

    @Test func `the calls of a process are counted, and those with a token that another one renewed`() throws {
        let refreshed = SessionEvent.Kind.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil)
        let all = uses([
            (1, call(1)), (1, refreshed), (2, .adoptedFromStore(Samples.tokens)), (1, call(2)), (2, call(1)),
            (2, call(2)),
        ])
        #expect(all.map(\.process) == [2, 1])
        #expect(all.map(\.calls) == [2, 2] && all.map(\.servedByOthers) == [2, 0])
        #expect(all.first?.last?.name == "GET /orders" && all.first?.last?.status == 200)
    }

    @Test func `a process that has ended, and one before that had its number, use it no longer`() {
        #expect(uses([(1, call(1)), (3, call(1))]).map(\.process) == [1])
        var early = SessionUses(now: Samples.now) { _ in Samples.now.addingTimeInterval(3600) }
        early.take(OtherProcessEvent(program: "mcp", number: 1, event: Samples.event(1, call(1), at: 0)))
        #expect(early.now.isEmpty)
    }

    @Test func `a process of another PID namespace is none of the same number here, and may have ended`() throws {
        var uses = SessionUses(in: 4, now: Samples.now) { $0 == 1 ? Self.began : nil }
        let times = [(4, -30.0), (nil, -20.0), (5, -10.0), (6, -3600.0)]
        for (index, (namespace, time)) in times.enumerated() {
            let event = Samples.event(index + 1, call(1), at: time)
            uses.take(OtherProcessEvent(program: "mcp", number: 1, in: namespace, event: event))
        }
        #expect(uses.now.map(\.namespace) == [5, nil, 4] && uses.now.map(\.isElsewhere) == [true, true, false])
        #expect(uses.now.map(\.calls) == [1, 1, 1])
        try expectWords(uses.now.map { $0.words(now: Samples.now) }.joined(separator: "\n"))
    }

    @Test func `a process that sends calls of others is a line for each of them`() throws {
        let (git, curl) = (Caller(name: "git", process: 7), Caller(name: "curl", process: 8))
        let all = uses([
            (1, .verified), (1, call(1, for: git)), (1, call(2, for: curl)),
            (1, call(3, for: Caller(name: "curl", process: 9))),
        ])
        #expect(all.map(\.caller?.name) == ["curl", "git"] && all.map(\.calls) == [2, 1])
        #expect(all.first?.caller?.process == 9)
        try expectWords(all.map { $0.words(now: Samples.now.addingTimeInterval(9)) }.joined(separator: "\n"))
    }

    @Test func `a program that was given the token has asked, and one without a call is there`() throws {
        let given = SessionEvent.Kind.tokenGiven(
            Samples.access, RequestLabel(1, from: "token", for: Caller(name: "deploy.sh", process: 2)))
        let all = uses([(2, given)], program: "exec") + uses([(1, .verified)], program: "console")
        try expectWords(all.map { $0.words(now: Samples.now.addingTimeInterval(9)) }.joined(separator: "\n"))
    }
}
