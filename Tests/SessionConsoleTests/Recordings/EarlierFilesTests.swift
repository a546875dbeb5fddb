import ConsoleApp
import Foundation
import JOSE
import Recordings
import SessionCore
import TestSupport
import Testing

@testable import session_console

/// Files that the program wrote before its JSON came from lists of members are read as they were.
@Suite(.timeLimit(.minutes(5))) struct EarlierFilesTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Earlier")

    /// The words for people are made anew of the facts.
    private static let words = "text"

    private func lines(_ name: String) throws -> [JSONObject] {
        try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8).split(separator: "\n").map {
            try #require(try JSONValue(parsing: $0.utf8).object)
        }
    }

    @Test(arguments: ["login", "request", "forced-logout", "watch", "provider"])
    func `every line of a recording is read, and nothing in it is lost`(name: String) throws {
        let lines = try lines("\(name).jsonl")
        var reader = try RecordingReader(Self.folder.appending(path: "\(name).jsonl").path)
        let moments = reader.rest()
        #expect(reader.flaw == nil && reader.leftOut == 0 && moments.count == lines.count - 1)
        #expect(reader.header.record.lost(of: lines[0]) == [])
        for (moment, line) in zip(moments, lines.dropFirst()) {
            // `reused` is read as what was seen, `reuse_refused`.
            let renamed = name == "watch" && line.serialized().contains(#""reused""#) ? ["clients.sessions.state"] : []
            let lost = moment.record(withBodies: true).lost(of: line).filter { $0 != Self.words }
            #expect(lost == renamed, "\(line.serialized())")
        }
    }

    @Test func `every line of an event file is read, and nothing in it is lost`() throws {
        for line in try lines("kept.events.jsonl") {
            let event = try #require(OtherProcessEvent(line))
            #expect(event.record.lost(of: line).filter { $0 != Self.words } == [], "\(line.serialized())")
        }
    }

    @Test func `a stored session and its profile are read`() async throws {
        let record = try Data(contentsOf: Self.folder.appending(path: "kept.session.json"))
        let stored = try await StoredSession(
            readingFrom: MemoryStore(record: Array(record)), for: nil, clock: SystemClock())
        #expect(stored.owner?.clientID == "session-console" && stored.renewer?.program == "login")
        #expect(stored.status.state == .authenticated(.restored) && stored.status.flow == "password")
        #expect(stored.status.accessToken != nil && stored.status.refreshToken != nil && stored.status.idToken != nil)
        let profile = try Data(contentsOf: Self.folder.appending(path: "kept.json"))
        #expect(throws: Never.self) { try ProfileParser.parse(profile, name: "kept", file: "kept.json") }
    }
}

extension JSONObject {
    /// The paths of what an earlier version's object says and this one does not.
    fileprivate func lost(of earlier: JSONObject) -> [String] {
        earlier.members.flatMap { member -> [String] in
            let now = self[Self.renamed[member.name] ?? member.name] ?? self[member.name]
            switch (member.value, now) {
            // What is unknown or does not apply is left out now.
            case (.null, nil), (.bool(false), nil), (.array([]), nil): return []
            case (let value, nil) where value == Self.usual[member.name]: return []
            case (.object(let earlier), .object(let now)?):
                return now.lost(of: earlier).map { "\(member.name).\($0)" }
            case (.array(let earlier), .array(let now)?) where earlier.count == now.count:
                return zip(earlier, now).flatMap { earlier, now in
                    JSONObject([(member.name, now)]).lost(of: JSONObject([(member.name, earlier)]))
                }
            default: return member.value == now ? [] : [member.name]
            }
        }
    }

    private static let renamed = [
        "access": "access_token", "refresh": "refresh_token", "rule": "name", "moment": "time",
    ]
    /// What is left out now: the usual values, and the flags that the stage says.
    private static let usual: [String: JSONValue] = [
        "first_target": "/", "on_401": "refresh", "is_client_watched": true, "is_provider_alone": true,
    ]
}
