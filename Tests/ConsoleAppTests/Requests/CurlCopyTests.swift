import RequestFiles
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CurlCopyTests {
    private func console(_ body: String, folder: String = "") throws -> Console {
        let text = "### x\nPOST https://a.test/\nContent-Type: text/plain\n\n\(body)\n"
        let path = (folder.isEmpty ? "" : folder + "/") + "a.http"
        let file = RequestLibrary.File(
            path: path, folder: folder, contents: .success(try RequestFile(Array(text.utf8))))
        var console = try Console.requests()
        console.send(.libraryRead(RequestLibrary(root: ".", files: [file], folders: [:])))
        console.choose("x")
        console.press(.character("y"), .character("c"))
        return console
    }

    private func copied(_ console: Console) -> String? {
        console.effects.lazy.compactMap { if case .tool(.copy(let text, _)) = $0 { text } else { nil } }.first
    }

    private static let head = "curl -L -H 'Content-Type: text/plain'"

    @Test(arguments: [("", "@body.bin"), ("sub", "@sub/body.bin")])
    func `a body that is a file is named, and not read`(folder: String, argument: String) throws {
        let console = try console("< ./body.bin", folder: folder)
        #expect(copied(console) == "\(Self.head) --data-binary \(argument) https://a.test/")
    }

    @Test(arguments: ["<@ ./body.json", "{\n< ./body.json"])
    func `what stands in files beside other text is read first`(body: String) throws {
        var console = try console(body)
        #expect(copied(console) == nil)
        guard case .readBodies(["./body.json"], besides: "a.http")? = console.requestEffects.first else {
            Issue.record("not read: \(console.effects)")
            return
        }
        let contents = body.hasPrefix("<@") ? "n={{$randomInt 3 4}}" : "n=3"
        console.send(.bodiesRead(["./body.json": .success(Array(contents.utf8))]))
        let text = body.hasPrefix("<@") ? "n=3" : "'{\nn=3'"
        #expect(copied(console) == "\(Self.head) --data-raw \(text) https://a.test/")
        console.send(.bodiesRead([:]))
        #expect(console.effects.isEmpty)
    }

    @Test func `a file that is missing is named`() throws {
        var console = try console("<@ ./body.json")
        console.send(.bodiesRead(["./body.json": .failure(.unreadable("it is not there"))]))
        #expect(console.notice?.text == "Not copied: line 5: ./body.json: it is not there")
    }
}
