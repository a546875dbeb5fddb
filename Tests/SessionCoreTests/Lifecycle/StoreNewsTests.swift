import FoundationEssentials
import Testing

@testable import SessionCore

/// What a session makes of the record that the store holds.
@Suite(.timeLimit(.minutes(5)))
struct StoreNewsTests {
    enum Known: String, Sendable, CaseIterable {
        case stored, neverStored, unsaved, signedOut, absent
    }

    enum News: Sendable, Equatable {
        case nothing, lost, ended, renewed, begun
        case absent(SessionEnd)

        init(_ news: SessionMachine.StoreNews) {
            switch news {
            case .nothing: self = .nothing
            case .lost: self = .lost
            case .absent(let end): self = .absent(end.end)
            case .ended: self = .ended
            case .renewed: self = .renewed
            case .begun: self = .begun
            }
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let found: StoredRecord
        /// For a session at revision 3 that is stored, never was, or whose tokens could not be written; after a
        /// sign-out; and where the store held nothing before.
        let news: [Known: News]

        init(_ name: String, _ found: StoredRecord, _ news: (News, News, News, News, News)) {
            testDescription = name
            self.found = found
            self.news = [
                .stored: news.0, .neverStored: news.1, .unsaved: news.2, .signedOut: news.3, .absent: news.4,
            ]
        }
    }

    private static let owner = RecordOwner(issuer: "https://issuer.example", clientID: "app")

    private static func record(
        _ id: String?, revision: Int = 3, end: SessionEnd? = nil, owner: RecordOwner = owner
    ) -> SessionRecord {
        let entry = id.map { SessionRecord.Entry(.sample($0), generation: 1) }
        let ended = end.map { EndedSession(end: $0, time: .sample(), generation: 1, process: 7) }
        return SessionRecord(
            owner: owner, revision: revision, writer: SessionRecord.Writer(process: 7, time: .sample()), entry: entry,
            end: ended.map { SessionRecord.End(id: "one", endedSession: $0) })
    }

    private static let foreign = RecordOwner(issuer: "https://issuer.example", clientID: "other")

    static let rows = [
        Row("nothing", .empty, (.ended, .nothing, .nothing, .nothing, .absent(.noStoredSession))),
        Row("a damaged record", .setAside, (.lost, .lost, .lost, .nothing, .nothing)),
        Row(
            "another client's session", .foreign(record("two", owner: foreign)),
            (.ended, .nothing, .nothing, .nothing, .absent(.foreignRecord(.client(foreign))))),
        Row(
            "another client's empty record", .foreign(record(nil, owner: foreign)),
            (.ended, .nothing, .nothing, .nothing, .absent(.noStoredSession))),
        Row(
            "a newer program's record", .newer(9),
            (.ended, .nothing, .nothing, .nothing, .absent(.foreignRecord(.newerVersion(9))))),
        Row(
            "the session's end", .record(record(nil, end: .userInfoRejected)),
            (.ended, .nothing, .nothing, .nothing, .absent(.userInfoRejected))),
        Row("the session as it is known", .record(record("one")), (.nothing, .nothing, .nothing, .nothing, .begun)),
        Row(
            "the session as it was", .record(record("one", revision: 2)),
            (.nothing, .nothing, .nothing, .nothing, .begun)),
        Row(
            "the session refreshed", .record(record("one", revision: 4)),
            (.renewed, .renewed, .renewed, .nothing, .begun)),
        Row("another sign-in", .record(record("two", revision: 1)), (.begun, .begun, .begun, .begun, .begun)),
    ]

    private func machine(_ known: Known) -> SessionMachine {
        if known == .absent { return .signedOut(.noStoredSession) }
        var machine = SessionMachine.signedOut(.noStoredSession)
        var active = SessionMachine.Active.sample("one")
        active.revision = 3
        active.wasStored = known != .neverStored
        active.isUnsaved = known == .unsaved
        _ = machine.begin(active)
        if known == .signedOut { _ = machine.end(.signedOut) }
        return machine
    }

    @Test(arguments: rows)
    func `invariants 13, 26 and 27: what the store says counts where it is news`(row: Row) {
        for known in Known.allCases {
            #expect(News(machine(known).news(in: row.found)) == row.news[known], "\(known.rawValue)")
        }
    }

    @Test func `invariant 45: the record of an end tells how the session ended, and no other record does`() {
        let ended = StoredRecord.record(Self.record(nil, end: .userInfoRejected))
        #expect(ended.end(of: "one").end == .userInfoRejected)
        #expect(ended.end(of: "one").endedSession?.process == 7)
        #expect(ended.end(of: "two") == StoredEnd(.otherProcess))
        #expect(StoredRecord.empty.end(of: "one") == StoredEnd(.otherProcess))
        let replaced = StoredRecord.foreign(Self.record("two", owner: Self.foreign))
        #expect(replaced.end(of: "one") == StoredEnd(.foreignRecord(.client(Self.foreign))))
        #expect(ended.absence.endedSession?.process == 7)
        #expect(StoredRecord.setAside.absence == StoredEnd(.storeLost))
    }

    @Test func `invariant 13: a session that has ended or was replaced here does not begin again from the store`() {
        var machine = SessionMachine.signedIn()
        #expect(!machine.hasEnded("one"))
        _ = machine.begin(.sample("two"))
        #expect(machine.hasEnded("one"))
        #expect(!machine.hasEnded("two"))
        _ = machine.end(.signedOut)
        #expect(machine.hasEnded("two"))
        machine.recordEnded("three")
        for id in ["one", "two", "three"] {
            #expect(machine.news(in: .record(Self.record(id, revision: 9))) == .nothing)
        }
        #expect(News(machine.news(in: .record(Self.record("four")))) == .begun)
    }
}
