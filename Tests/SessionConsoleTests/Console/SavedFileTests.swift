import ConsoleApp
import FoundationEssentials
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct SavedFileTests {
    @Test func `statement 5: a saved body is a new file for its owner alone, and replaces none`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "saved-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a").path
        let environment = ["HOME": folder.path]
        #expect(try ToolRunner.saved([1, 2, 3], to: path, environment).get() == 3)
        #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        guard case .failure(let failure) = ToolRunner.saved([4], to: "~/a", environment) else {
            Issue.record("it was replaced")
            return
        }
        #expect(failure.reason == "a file with that name exists")
        #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
    }
}
