import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ClockTests {
    private func clock(_ seconds: TimeInterval?) -> TokenClock {
        TokenClock(
            end: seconds.map { Samples.now.addingTimeInterval($0) },
            obtainedAt: Samples.now.addingTimeInterval(min(-30, (seconds ?? 0) - 1)), now: Samples.now)
    }

    @Test func `statement 7: what is left is told, then since when nothing is left, and what nobody said is unknown`() {
        #expect(clock(47).words == "expires in 00:47")
        #expect(clock(46.2).words == "expires in 00:47")
        #expect(clock(3 * 3600 + 125).words == "expires in 3:02:05")
        #expect(clock(9 * 86_400 + 7200).words == "expires in 9 d 02 h")
        #expect(clock(0).words == "expired just now")
        #expect(clock(-42.9).words == "expired 42 s ago")
        #expect(clock(-7300).words == "expired 2 h ago")
        #expect(clock(nil).words == "expiry unknown")
    }

    /// The clock of the access token in the session's pane.
    private func access(_ console: Console) -> String { console.paneWords("Session").fact("Access") }

    @Test func `statement 7: the refresh token's life stands on its own, and is unknown where nobody said it`() throws {
        var console = Console.signedIn()
        var status = Samples.status()
        status.accessToken?.obtainedAt = Samples.now.addingTimeInterval(-102)
        status.accessToken?.expiry = .at(Samples.now.addingTimeInterval(-42), .expiresIn)
        console.send(.status(status))
        try expectWords(together(access(console), console.paneWords("Session").fact("Refresh")), "known")
        status.refreshToken?.expiry = .unknown
        console.send(.status(status))
        try expectWords(console.paneWords("Session").fact("Refresh"), "unknown")
    }

    @Test(arguments: [-42, -42.03])
    func `statement 7: a token issued without a lifetime says so, and not that it ran out`(
        obtained: Double
    ) throws {
        var console = Console.signedIn()
        var status = Samples.status()
        status.accessToken?.expiry = .at(Samples.now.addingTimeInterval(-42), .expiresIn)
        status.accessToken?.obtainedAt = Samples.now.addingTimeInterval(obtained)
        console.send(.status(status))
        try expectWords(access(console), "obtained \(obtained) s from now")
    }

    @Test func `the bar is the part of the life that is left`() {
        #expect(clock(30).fraction == 0.5)
        #expect(clock(-1).fraction == 0)
        #expect(clock(nil).fraction == nil)
        #expect(TokenClock(end: Samples.now, obtainedAt: nil, now: Samples.now).fraction == nil)
    }

    @Test func `at 60 columns the access token has a short bar`() throws {
        var console = Console.signedIn(size: Size(width: 60, height: 20))
        console.visit(.request)
        try expectWords(access(console))
    }

    @Test func `statement 20: a jump of the clock shows the true remaining time at once`() throws {
        var console = Console.signedIn()
        try expectWords(access(console), "before")
        console.send(.ticked(Samples.now.addingTimeInterval(89), secondsFromUTC: 0))
        try expectWords(access(console), "89 s later")
        console.send(.ticked(Samples.now.addingTimeInterval(-3600), secondsFromUTC: 0))
        try expectWords(access(console), "an hour earlier")
    }

    @Test func `moments are shown local, in UTC or as time ago`() {
        var time = TimeText(format: .local, now: Samples.now, secondsFromUTC: 5 * 3600 + 1800)
        #expect(time.moment(Samples.now.addingTimeInterval(0.377)) == "17:34:31.877")
        time.secondsFromUTC = -13 * 3600
        #expect(time.clock(Samples.now) == "23:04:31")
        time.format = .utc
        #expect(time.moment(Samples.now) == "12:04:31.500Z")
        time.format = .relative
        #expect(time.moment(Samples.now.addingTimeInterval(-42)) == "42 s ago")
        #expect(time.moment(Samples.now.addingTimeInterval(10)) == "just now")
        #expect(TimeText.dateAndTime(Samples.now.addingTimeInterval(-0.5)) == "2026-11-21 12:04:31Z")
        #expect(TimeText.dateAndTime(Date(timeIntervalSince1970: 951_782_400)) == "2000-02-29 00:00:00Z")
        #expect(TimeText.dateAndTime(Date(timeIntervalSince1970: -1)) == "1969-12-31 23:59:59Z")
    }

    @Test func `times beside each other change to minutes at the same second`() {
        let time = TimeText(format: .relative, now: Samples.now, secondsFromUTC: 0)
        let past = [59, 60, 115, 240].map { Samples.now.addingTimeInterval(-$0) }
        #expect(past.map(time.ago) == ["59 s ago", "1 min ago", "1 min ago", "4 min ago"])
        #expect(past.map(time.agoCoarsely) == ["50 s ago", "1 min ago", "1 min ago", "4 min ago"])
        #expect([60, 90, 600].map(DurationText.lifetime) == ["60 s", "1 min 30 s", "10 min"])
    }

    @Test func `u goes through the formats`() throws {
        var console = Console.signedIn()
        for format in [TimeFormat.local, .utc, .relative, .local] {
            #expect(console.model.scene.time.format == format)
            try expectWords(console.paneWords("Events").line(with: "GET /orders"), "\(format)")
            console.press(.character("u"))
        }
    }

    @Test func `durations are measured with as many digits as matter`() {
        #expect(DurationText.measured(.microseconds(420)) == "0.4 ms")
        #expect(DurationText.measured(.microseconds(12_149)) == "12.1 ms")
        #expect(DurationText.measured(.milliseconds(381)) == "381 ms")
        #expect(DurationText.measured(.milliseconds(1236)) == "1.24 s")
        #expect(DurationText.measured(.seconds(125)) == "2 min 5 s")
        #expect(DurationText.skew(.milliseconds(-240)) == "-0.2s")
        #expect(DurationText.skew(.seconds(37)) == "+37s")
        #expect(DurationText.skew(.seconds(-75)) == "-1min15s")
    }

    @Test(arguments: [
        Size(width: 60, height: 20), Size(width: 80, height: 24), Size(width: 120, height: 36),
        Size(width: 200, height: 60),
    ])
    func `statement 19: a clock that is minutes off is in the header at every size`(size: Size) throws {
        var console = Console.signedIn(size: size)
        var status = Samples.status()
        status.clockSkew = .seconds(-300)
        console.send(.status(status))
        try expectWords(console.picture().lines[0], "\(size.width) columns")
    }

    @Test(arguments: [37_000, -1_200, 300_000, -300_000, 999, -999])
    func `statement 19: a clock that is off is shown, but not what the whole seconds of a date leave open`(
        milliseconds: Int
    ) throws {
        var console = Console.signedIn()
        var status = Samples.status()
        status.clockSkew = .milliseconds(milliseconds)
        console.send(.status(status))
        try expectWords(together(console.picture().lines[0], access(console)), "\(milliseconds) ms")
    }

    @Test(arguments: [(60, StyleRole.barFull), (20, .barCaution), (5, .barWarning)])
    func `the bar says by colour and word what the token asks for`(left: Int, role: StyleRole) throws {
        var console = Console.signedIn()
        var status = Samples.status()
        let end = Samples.now.addingTimeInterval(Double(left))
        status.accessToken = TokenStatus(
            fingerprint: Samples.access, obtainedAt: end.addingTimeInterval(-60), expiry: .at(end, .expiresIn))
        status.refreshDueAt = end.addingTimeInterval(-30)
        console.send(.status(status))
        let picture = console.picture()
        let row = try #require(picture.lines.firstIndex { $0.contains("Access ") })
        let styles = (0..<48).map { picture[Point(x: $0, y: row)].style.role }
        #expect(styles.contains(role))
        // With the sign where the refresh is due.
        try expectWords(access(console), "\(left) s left")
    }

    @Test(arguments: ScreenID.ofSession)
    func `statement 29: without a session no second that passes changes the screen`(screen: ScreenID) {
        var console = Console()
        screen.binding.keys.forEach { console.press($0) }
        console.send(.ticked(Samples.now, secondsFromUTC: 0))
        let before = console.picture()
        for second in 1...120 {
            console.send(.ticked(Samples.now.addingTimeInterval(Double(second)), secondsFromUTC: 0))
            #expect(console.picture() == before)
        }
    }

    @Test(arguments: ScreenID.ofSession, [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `statement 29: of a countdown the changed cells alone are sent`(screen: ScreenID, size: Size) {
        var console = Console.inspecting(size: size)
        screen.binding.keys.forEach { console.press($0) }
        console.send(.ticked(Samples.now, secondsFromUTC: 0))
        var last = console.picture()
        for second in 1...40 {
            console.send(.ticked(Samples.now.addingTimeInterval(Double(second)), secondsFromUTC: 0))
            let next = console.picture()
            let count = diff(old: last, new: next).reduce(0) { $0 + $1.cells.count }
            #expect(count < 60, "\(count) cells in second \(second)")
            last = next
        }
    }

    @Test func `the window is called by state, time left and user`() {
        #expect(Console.signedIn().picture().title == "● < 50 s alice@example.com")
        #expect(Console().picture().title == "session-console demo")
    }

    @Test func `a revealed token is hidden after five seconds`() {
        var console = Console.signedIn()
        console.visit(.tokens)
        console.press(.down, .character("m"))
        #expect(console.session == .reveal(.refresh))
        console.send(.tokenRevealed(.refresh, Secret("rt-very-secret")))
        #expect(console.text.contains("rt-very-secret"))
        console.send(.ticked(Samples.now.addingTimeInterval(4.9), secondsFromUTC: 0))
        #expect(console.text.contains("rt-very-secret"))
        console.send(.ticked(Samples.now.addingTimeInterval(5), secondsFromUTC: 0))
        #expect(!console.text.contains("rt-very-secret"))
    }

    @Test(arguments: [300.0, -300])
    func `when the wall clock is set, all screens go on telling the same of each token`(jump: Double) throws {
        var console = Console.signedIn()
        let bars = { (console: Console) in
            console.text.split(separator: "\n").filter {
                $0.contains(/(Access|Refresh|ID token) +[0-9A-F]{4} \d\d:\d\d/)
            }
        }
        let before = bars(console)
        #expect(before.count == 3)
        let moment = Samples.now.addingTimeInterval(jump)
        console.send(.ticked(moment, secondsFromUTC: 0))
        var status = Samples.status()
        let moved = { (token: TokenStatus?) in
            token.map { token in
                var token = token
                guard case .at(let end, let source) = token.expiry else { return token }
                token.expiry = .at(end.addingTimeInterval(jump), source)
                token.obtainedAt += jump
                return token
            }
        }
        status.accessToken = moved(status.accessToken)
        status.refreshToken = moved(status.refreshToken)
        status.refreshDueAt = status.refreshDueAt?.addingTimeInterval(jump)
        status.clockSkew = .milliseconds(200) - .seconds(jump)
        console.send(.status(status))
        #expect(bars(console) == before)
        console.press(.character("3"))
        try expectWords(console.paneWords("Tokens"), "\(jump)")
    }
}
