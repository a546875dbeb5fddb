import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// What `:get ` offers.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PathCompletionTests {
    private func console(_ paths: [APIPath] = [], size: Size = Size(width: 80, height: 24)) -> Console {
        var context = Samples.context
        context.apiPaths = paths
        return Console(context, size: size)
    }

    private let paths = [APIPath("/orders", "a list"), APIPath("/admin", "403"), APIPath("/echo", "as it arrived")]

    private func sentURL(_ console: Console) -> String? {
        guard case .call(.send(_, let request, _))? = console.effects.first else { return nil }
        return "\(request.method) \(request.url.path)"
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 44, height: 14)])
    func `after a method and a space the paths are listed with what they show`(size: Size) throws {
        var console = console(paths, size: size)
        console.press(.character(":"))
        console.type("get ")
        try expectWords(console.dialogWords, "\(size.width) columns")
        console.type("ad")
        try expectWords(console.dialogWords, "\(size.width) columns, ad")
        console.press(.tab, .enter)
        #expect(sentURL(console) == "GET /admin")
    }

    @Test func `enter sends what was typed, unless an arrow chose a path`() {
        var console = console(paths)
        console.press(.character(":"))
        console.type("get /or")
        console.press(.enter)
        #expect(sentURL(console) == "GET /or")
        console.press(.character(":"))
        console.type("post /")
        console.press(.down, .down, .enter)
        #expect(sentURL(console) == "POST /admin")
    }

    @Test func `a method without a path sends nothing and says what is missing`() throws {
        var console = console(paths)
        console.press(.character(":"))
        console.type("get ")
        console.press(.enter)
        #expect(console.effects.isEmpty)
        try expectWords(console.dialogWords)
    }

    @Test func `tab after a method's name goes on with its paths`() {
        var console = console(paths)
        console.press(.character(":"))
        console.type("ge")
        console.press(.tab)
        let completions = (console.dialog as? CommandPrompt)?.pathCompletions?.map(\.name)
        #expect(completions == ["get /orders", "get /admin", "get /echo"])
        console.press(.tab, .enter)
        #expect(sentURL(console) == "GET /orders")
    }

    @Test func `where no paths are known those that were used are listed, the last one first`() throws {
        var console = console()
        for command in ["get /a?x=1", "put /b", "post /a?x=1"] {
            console.press(.character(":"))
            console.type(command)
            console.press(.enter)
        }
        console.press(.character(":"))
        console.type("get ")
        #expect((console.dialog as? CommandPrompt)?.pathCompletions?.map(\.name) == ["get /a?x=1", "get /b"])
        try expectWords(console.dialogWords)
    }
}
