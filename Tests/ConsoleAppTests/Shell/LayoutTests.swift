import JOSE
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LayoutTests {
    @Test func `statement 24: any size draws without harm, and below the floor it says what it needs`() throws {
        var console = Console.signedIn()
        console.exchange(Samples.answer(Samples.orders))
        console.happen(Samples.lossEvents)
        var needs: Set<String> = []
        for width in [1, 2, 10, 39, 40, 41, 59, 60, 79, 95, 96, 97, 200, 500] {
            for height in [1, 2, 5, 9, 10, 11, 21, 22, 27, 28, 60, 200] {
                let size = Size(width: width, height: height)
                console.send(.resized(size))
                let picture = console.picture()
                #expect(picture.size == size)
                if width < 40 || height < 10, width >= 9 {
                    needs.insert(String(picture.words(in: picture.bounds).prefix { $0 != "\n" }).trimmed)
                }
            }
        }
        try expectWords(needs.sorted().joined(separator: "\n"))
    }

    @Test func `statement 31: hostile texts leave every border in its column`() {
        let name = "\u{1B}[31m\u{202E}王👩‍👩‍👧‍👦❤\u{FE0F}e\u{301}\u{9B}2J\r\n"
        for size in [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 44, height: 14)] {
            var console = Console.signedIn(size: size)
            for sequence in 8..<30 { console.send(.event(Samples.event(sequence, .injected(.sample(name))))) }
            var status = Samples.status()
            status.userInfo = UserInfo(subject: name, claims: (0..<40).map { .init(name: "\(name)\($0)", value: name) })
            status.subject = name
            console.send(.status(status))
            console.exchange(Samples.answer(String(repeating: name, count: 50), type: "text/\(name)"))
            for _ in SessionScreen.PaneID.allCases {
                console.press(.tab)
                let picture = console.picture()
                for (_, frame) in console.frames {
                    for y in frame.y..<frame.maxY {
                        for x in [frame.x, frame.maxX - 1] {
                            let cell = picture[Point(x: x, y: y)]
                            #expect(
                                "│┃█├┤┌┐╭╮╰╯┏┓┗┛┡┩┢┪┲┱┬┴┳┻┣┫╋┼┞┦┟┧┠┨┺┹┸┷┯┰".contains(cell.grapheme),
                                "\(x),\(y): \(cell.grapheme)")
                        }
                    }
                }
                for row in 0..<size.height {
                    #expect(picture.row(row).reduce(0) { $0 + Int($1.width) } == size.width)
                }
            }
        }
    }

    @Test(arguments: ScreenID.ofSession) func `statement 31: hostile texts leave the frame of every screen whole`(
        screen: ScreenID
    ) {
        let name = "王👩‍👩‍👧‍👦❤\u{FE0F}e\u{301}\u{1112}\u{1161}\u{11AB}🇩🇪\u{1B}[31m"
        for size in [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 44, height: 14)] {
            var console = Console.inspecting(size: size)
            console.issue(MadeTokens.jwt([name: .string(name), "sub": .string(name), "exp": 1])) {
                .refreshed($0, replacedAccess: nil, replacedRefresh: nil)
            }
            for id in 1...30 {
                let url = "http://127.0.0.1:41874/\(name)"
                console.happen(
                    .exchange(Samples.exchange(id, .request, request: id, url: url, status: 200, body: name)))
            }
            screen.binding.keys.forEach { console.press($0) }
            for _ in screen.type.paneTitles {
                console.press(.tab)
                let picture = console.picture()
                for row in 2..<(size.height - 1) {
                    for column in [0, size.width - 1] {
                        let cell = picture[Point(x: column, y: row)].grapheme
                        #expect("│┃█├┤┌┐╭╮╰╯┏┓┗┛┡┩┢┪┲┱┬┴┳┻┣┫╋┼┞┦┟┧┠┨".contains(cell), "\(column),\(row): \(cell)")
                    }
                }
            }
        }
    }

    @Test(arguments: [(120, 36), (80, 24), (60, 20), (44, 14)])
    func `statement 34: the screen says which key signs in, and which one sends`(width: Int, height: Int) throws {
        var console = Console(size: Size(width: width, height: height))
        try expectWords(console.paneWords() + "\n" + console.lastRow, "signed out, \(width) columns")
        console = Console.signedIn(size: Size(width: width, height: height))
        try expectWords(console.paneWords() + "\n" + console.lastRow, "signed in, \(width) columns")
    }

    @Test func `statement 30: no state is told by colour alone`() throws {
        var console = Console.signedIn()
        try expectWords(console.headerWords, "authenticated")
        var status = Samples.status()
        status.refreshWaiters = 3
        console.send(.status(status))
        try expectWords(console.headerWords, "refreshing")
        try expectWords(console.paneWords(.tokens), "refreshing, the pane")
        status.refreshWaiters = nil
        status.verifiedAt = nil
        console.send(.status(status))
        try expectWords(console.headerWords, "not verified")
    }

    @Test func `zoom gives the focused pane the whole body`() {
        var console = Console.signedIn()
        console.visit(.events)
        console.press(.character("f"))
        let frames = console.frames
        #expect(frames.map(\.pane) == [.events])
        #expect(frames[0].frame == Rect(x: 0, y: 2, width: 120, height: 33))
    }

    @Test func `a title is never pushed out by what stands beside it`() throws {
        var console = Console.signedIn(size: Size(width: 44, height: 14))
        console.exchange(Samples.answer(Samples.orders))
        #expect(console.focus == .response)
        try expectWords(console.paneWords())
    }

    @Test(arguments: [(80, "? help  l sign in  q quit"), (24, "? help  l sign in"), (15, "? help  q quit"), (3, "")])
    func `only whole hints are shown, as many as fit`(width: Int, text: String) {
        let actions: [ShellAction] = [.help, .signIn, .close]
        var canvas = Canvas(size: Size(width: 80, height: 1), glyphs: .unicode)
        canvas.writeHints(actions.map { $0.hint(.unicode) }, in: Rect(x: 0, y: 0, width: width, height: 1))
        #expect(canvas.surface.lines[0].trimmed == text)
    }

    @Test(arguments: [120, 60, 40, 24])
    func `hints are grouped, the first is reversed, and a sign says that some are left out`(width: Int) throws {
        let groups: [[ShellAction]] = [
            [.send, .burst], [.refresh, .fetchUserInfo, .signOut], [.help, .command, .close],
        ]
        var canvas = Canvas(size: Size(width: width, height: 1), glyphs: .unicode)
        canvas.writeHints(groups.map { $0.map { $0.hint(.unicode) } }, in: canvas.surface.bounds)
        try expectWords(canvas.surface.lines[0], "\(width) columns")
        #expect(canvas.surface[Point(x: 0, y: 0)].style == Style(.key, .reverse))
    }

    @Test func `tab visits every pane and comes back`() {
        var console = Console()
        var visited: [SessionScreen.PaneID] = []
        for _ in SessionScreen.PaneID.allCases {
            console.press(.tab)
            visited.append(console.focus)
        }
        #expect(Set(visited) == Set(SessionScreen.PaneID.allCases))
        #expect(console.focus == .request)
        console.press(.backTab)
        #expect(console.focus == .userInfo)
    }

    @Test(arguments: [("q", true), ("Q", true), ("l", false), ("r", false), ("o", false), ("x", false), ("?", false)])
    func `below the floor no key works but those that quit`(key: Character, quits: Bool) {
        var console = Console.signedIn(size: Size(width: 39, height: 9))
        console.press(.character(key))
        #expect(console.effects.contains { if case .terminal(.quit) = $0 { true } else { false } } == quits)
        #expect(console.effects.isEmpty == !quits)
        console.send(.resized(Size(width: 120, height: 36)))
        #expect(console.dialog == nil)
    }

    @Test func `at 80 columns the user has the place before the clock`() throws {
        try expectWords(Console.signedIn(size: Size(width: 80, height: 24)).picture().lines[0], "80 columns")
        try expectWords(Console.signedIn().picture().lines[0], "120 columns")
    }

    @Test func `at 44 columns state, time left and user survive`() throws {
        let console = Console.signedIn(size: Size(width: 44, height: 14))
        try expectWords(console.picture().lines[0])
    }

    @Test(arguments: [Size(width: 60, height: 20), Size(width: 44, height: 14), Size(width: 40, height: 10)])
    func `a small screen begins with how to sign in, and as whom`(size: Size) throws {
        let console = Console(size: size)
        #expect(console.model.scene.standing == .ended(.noStoredSession))
        try expectWords(console.headerWords + "\n" + console.paneWords(), "\(size.width) columns")
    }

    @Test func `at 60 by 20 the session stays in sight, and where it is`() throws {
        var console = Console.signedIn(size: Size(width: 60, height: 20))
        for pane in SessionScreen.PaneID.allCases {
            console.visit(pane)
            let panes = pane == .tokens ? console.paneWords() : console.paneWords(.tokens) + "\n" + console.paneWords()
            try expectWords(console.headerWords + "\n" + panes, "\(pane)")
        }
    }

    @Test func `at 200 by 60 nothing is cut that has room`() {
        var console = Console.signedIn(size: Size(width: 200, height: 60))
        console.exchange(Samples.answer(Samples.orders))
        var status = Samples.status()
        let site = "https://example.com/\(String(repeating: "a", count: 40))"
        status.userInfo = UserInfo(
            subject: "248289761001",
            claims: [.init(name: "email", value: "alice@example.com"), .init(name: "website", value: site)])
        status.scope = ["openid", "profile", "email", "phone", "address", "offline_access", "orders", "orders:write"]
        console.send(.status(status))
        console.happen(Samples.lossEvents)
        console.press(.escape)
        #expect(!console.text.contains("…"))
        #expect(console.frames.map(\.frame.width) == [100, 100, 101, 101, 200])
    }

    @Test(arguments: [Size(width: 60, height: 20), Size(width: 44, height: 14)])
    func `the keys of all screens stay, and the panes' titles stand apart`(size: Size) throws {
        var console = Console.signedIn(size: size)
        for pane in SessionScreen.PaneID.allCases {
            console.visit(pane)
            try expectWords(console.picture().lines[1], "\(pane), \(size.width) columns")
        }
    }

    @Test func `tabs that don't fit are one name with its number`() throws {
        var console = Console.signedIn(size: Size(width: 44, height: 14))
        console.exchange(Samples.answer(Samples.orders))
        try expectWords(console.paneWords(), "first")
        console.press(.character("]"))
        try expectWords(console.paneWords(), "second")
    }

    @Test func `at 80×24 the reason for the end of a session has the room that it needs`() throws {
        var console = Console.signedIn(size: Size(width: 80, height: 24))
        let rejection = OAuthError(
            code: "invalid_grant", detail: "the session was revoked by its administrator", status: 400)
        var status = SessionStatus()
        status.state = .noSession(.refreshRejected(.named(rejection)))
        console.send(.status(status))
        try expectWords(console.paneWords(.tokens))
    }
}
