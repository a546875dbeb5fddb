import ConsoleKit
import TerminalUI
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5))) struct StartMenuTests {
    private func menu(_ profiles: [String] = ["home", "work"]) -> StartMenu { StartMenu(profiles: profiles) }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 12)])
    func `what one can do where nothing is named`(size: Size) throws {
        var menu = menu()
        try expectSnapshot("start-\(size.width)x\(size.height)", menu.draw(size, .unicode).surface, styles: true)
    }

    @Test func `without a profile it says how one is made, and asks for a word where one is needed`() throws {
        var menu = menu([])
        #expect(menu.press("p") == .stays)
        #expect(menu.press("u") == .stays)
        for letter in "mcp.example.com" { #expect(menu.press(.character(letter)) == .stays) }
        try expectSnapshot("start-field-80x24", menu.draw(Size(width: 80, height: 24), .ascii).surface)
        #expect(menu.press(.enter) == .opens(["https://mcp.example.com"]))
        menu.refuse("unknown command 'x'")
        #expect(menu.draw(Size(width: 80, height: 24), .ascii).surface.lines.joined().contains("unknown command 'x'"))
    }

    @Test(arguments: [
        (Character("t"), ["demo", "--tour"]), (Character("d"), ["demo"]), (Character("c"), ["open", "watch-demo"]),
    ])
    func `a letter opens its entry at once`(letter: Character, words: [String]) {
        var menu = menu()
        #expect(menu.press(.character(letter)) == .opens(words))
    }

    @Test func `profiles are selected by p, and opened by enter`() {
        var menu = menu()
        #expect(menu.press("p") == .stays)
        #expect(menu.press(.enter) == .opens(["--profile", "home"]))
        #expect(menu.press("j") == .stays)
        #expect(menu.press(.enter) == .opens(["--profile", "work"]))
    }

    @Test func `a command is a line for the shell, and a file is opened`() {
        var menu = menu()
        for key: Key in ["w", .paste("npm start -- --port 1")] { #expect(menu.press(key) == .stays) }
        #expect(menu.press(.enter) == .opens(["watch", "--", "sh", "-c", "npm start -- --port 1"]))
        #expect(menu.press(.escape) == .stays)
        for key: Key in ["o", .paste("~/a.har")] { #expect(menu.press(key) == .stays) }
        #expect(menu.press(.enter) == .opens(["open", "~/a.har"]))
    }

    @Test func `an empty field closes, esc closes a field first, and q leaves`() {
        var menu = menu()
        #expect(menu.press("o") == .stays)
        #expect(menu.press(.enter) == .stays)
        #expect(menu.press("o") == .stays)
        #expect(menu.press("q") == .stays)
        #expect(menu.press(.escape) == .stays)
        #expect(menu.press("q") == .leaves)
    }

    @Test func `a click opens what it hits`() throws {
        var menu = menu()
        let canvas = menu.draw(Size(width: 80, height: 24), .unicode)
        let row = try #require(canvas.surface.lines.firstIndex { $0.contains("see a wrong client") })
        let target = try #require(canvas.hits.hit(at: Point(x: 20, y: row)))
        #expect(menu.click(target) == .opens(["open", "watch-demo"]))
    }
}
