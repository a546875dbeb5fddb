import RequestFiles
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// What is left out of files and folders, and belongs to no request.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct OmissionRowTests {
    private static let file = """
        import other.http

        ### first
        GET /first
        # @timeout soon

        ###
        run all.http

        ### last
        GET /last

        """

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)])
    func `a remark outside of requests is a row at its line, told in full when it is selected`(size: Size) throws {
        var console = try Console.requests([("a.http", Self.file)], size: size)
        try expectWords(console.paneWords("Requests"), "\(size.width) columns")
        #expect(console.requests.list.selected?.name == "first")
        console.press(.down)
        #expect(console.requests.list.selected == nil)
        #expect(
            console.requests.request.absence
                == "a.http: line 8: 'run' uses requests of another file; that is not supported")
        #expect(console.requests.request.preview == nil)
        console.press(.character("e"))
        guard case .edit("a.http", 8)? = console.requestEffects.first else {
            Issue.record("\(console.effects)")
            return
        }
    }

    @Test func `a remark on a request is said of that request alone`() throws {
        let console = try Console.requests([("a.http", Self.file)])
        try expectWords(console.paneWords("Request"))
        #expect(console.requests.list.list.rows.count { $0.request == nil } == 3)
    }

    @Test func `requests are found without the rows of what is left out`() throws {
        var console = try Console.requests([("a.http", Self.file)])
        console.press(.character("/"))
        console.type("last")
        #expect(console.requests.list.list.rows.count == 2)
    }

    @Test func `requests beyond the limit of a file are told in the list`() throws {
        let requests = (0...RequestFile.requestLimit).map { "###\nGET /\($0)\n" }.joined()
        var console = try Console.requests([("a.http", requests)])
        console.press(.character("G"))
        try expectWords(console.paneWords("Requests"))
    }

    @Test(arguments: ["", "GET"]) func `what is left out of a folder is told above its files`(filter: String) throws {
        var console = try Console.requests()
        var library = try RequestSamples.library()
        library.omission = "only the first 500 of 600 request files are listed"
        console.send(.libraryRead(library))
        if !filter.isEmpty {
            console.press(.character("/"))
            console.type(filter)
        }
        try expectWords(console.paneWords("Requests"), filter.isEmpty ? "all" : "filtered by \(filter)")
        #expect(console.requests.list.selected?.name == "list")
        console.press(.escape, .escape, .character("g"))
        #expect(console.requests.request.absence == "only the first 500 of 600 request files are listed")
    }

    @Test func `why a file is not read is told in full when it is selected`() throws {
        var console = try Console.requests(size: Size(width: 60, height: 20))
        let reason = "it is not JSON: line 2, column 26: expected a value"
        let file = RequestLibrary.File(
            path: "a.openapi.json", folder: "", origin: .openAPI, contents: .failure(ToolFailure(reason)))
        console.send(.libraryRead(RequestLibrary(root: ".", files: [file])))
        console.press(.tab)
        try expectWords(console.paneWords("Request"))
    }
}
