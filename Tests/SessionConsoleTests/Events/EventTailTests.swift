import FoundationEssentials
import Glibc
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5)))
struct EventTailTests {
    private let folder = TemporaryFolder()

    private var file: EventFile { EventFile(path: "\(folder.path)/events.jsonl") }

    private func numbers(_ events: [JSONObject]) -> [Double] { events.compactMap { $0["n"]?.double } }

    @Test func `what was renamed away before comes first`() {
        folder.write("{\"n\":1}\n{\"n\":2}\n", to: "events.jsonl.1")
        folder.write("{\"n\":3}\n", to: "events.jsonl")
        var tail = EventTail(file)
        #expect(numbers(tail.next()) == [1, 2, 3])
        #expect(numbers(tail.next()) == [])
        _ = file.append(["{\"n\":4}"])
        #expect(numbers(tail.next()) == [4])
    }

    @Test func `a rename between two looks loses neither the old file's end nor the new one's beginning`() {
        var small = file
        small.sizeLimit = 80
        var tail = EventTail(small)
        _ = small.append(["{\"n\":1}"])
        #expect(numbers(tail.next()) == [1])
        _ = small.append((2...11).map { "{\"n\":\($0)}" })
        #expect(folder.names("").contains("events.jsonl.1"))
        _ = small.append(["{\"n\":12}"])
        #expect(numbers(tail.next()) == (2...12).map(Double.init))
    }

    @Test func `an unfinished line waits for its end, and what is no JSON is passed over`() {
        folder.write("{\"n\":1}\nnonsense\n{\"n\":", to: "events.jsonl")
        var tail = EventTail(file)
        #expect(numbers(tail.next()) == [1])
        let stream = fopen("\(folder.path)/events.jsonl", "a")
        fputs("2}\n", stream)
        fclose(stream)
        #expect(numbers(tail.next()) == [2])
    }

    @Test(arguments: [("memory", false), ("file", true)])
    func `a session that is kept nowhere leaves no events behind`(store: String, isRecorded: Bool) throws {
        var profile = Profile(name: "work")
        profile.values = [.issuer: ["https://id.example"], .clientID: ["cli"], .store: [store]]
        let settings = try ProviderSettings(invocation: Invocation(), profile: profile, environment: [:])
        let recorder = EventRecorder(settings, try Folders(environment: ["HOME": folder.path]), program: "test")
        #expect((recorder != nil) == isRecorded)
    }
}
