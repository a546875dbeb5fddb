import Glibc
import TerminalCurses
import TerminalUI
import TestSupport
import Testing

extension CursesTests {
    @TerminalActor @Suite struct ReadingTests {
        @Test func `what is typed arrives as keys`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            pseudo.type("a漢\r\u{3}\u{1B}[A\u{1B}OH")
            let keys: [Key] = [.character("a"), .character("漢"), .enter, .control("c"), .up, .home]
            #expect(await Self.events(keys.count, of: terminal) == keys.map(TerminalEvent.key))
        }

        @Test func `statement 27: a lone escape arrives without another key behind it`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            pseudo.type("\u{1B}")
            #expect(await Self.events(1, of: terminal) == [.key(.escape)])
        }

        @Test func `statement 27: a lone escape acts within 50 ms, and an arrow in two reads 25 ms apart is an arrow`()
            async throws
        {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            let clock = ContinuousClock()
            // On a busy machine some tries are late: the quickest one counts.
            var shortest = Duration.seconds(60)
            for _ in 0..<10 {
                let start = clock.now
                pseudo.type("\u{1B}")
                #expect(await Self.events(1, of: terminal) == [.key(.escape)])
                shortest = min(shortest, clock.now - start)
            }
            #expect(shortest < .milliseconds(50))

            var arrows = 0
            for _ in 0..<200 where arrows < 3 {
                let start = clock.now
                pseudo.type("\u{1B}")
                try await clock.sleep(until: start + .milliseconds(25))
                pseudo.type("[A")
                // A try whose bytes were parted for longer shows nothing.
                let isTimely = clock.now - start < .milliseconds(30)
                let keys = await Self.events(1, of: terminal)
                if keys == [.key(.up)] {
                    arrows += 1
                } else {
                    #expect(!isTimely, "\(keys)")
                    #expect(await Self.events(1, of: terminal) == [.key(.character("["))])
                    #expect(await Self.events(1, of: terminal) == [.key(.character("A"))])
                }
            }
            #expect(arrows == 3)
        }

        @Test func `a paste of 2 KB is one key`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            let opening = try await pseudo.output()
            #expect(opening.contains("\u{1B}[?2004h"))
            let token = String(repeating: "qQjRlx0.", count: 256)
            pseudo.type("\u{1B}[200~" + token + "\r\u{1B}[201~")
            #expect(await Self.events(1, of: terminal) == [.key(.paste(token + "\n"))])
        }

        @Test func `statement 2: a paste typed byte by byte is one key`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            for character in "\u{1B}[200~quit: Q\u{1B}[201~" {
                pseudo.type(String(character))
                await Task.yield()
            }
            #expect(await Self.events(1, of: terminal) == [.key(.paste("quit: Q"))])
        }

        @Test(.timeLimit(.minutes(5)))
        func `a string of the terminal that never ends doesn't keep the keyboard`() async throws {
            let pseudo = try PseudoTerminal()
            let terminal = try CursesTerminal.open(pseudo.options)
            defer { terminal.close() }
            pseudo.type("\u{1B}]x\u{3}\u{1B}Px\u{1B}")
            #expect(await Self.events(2, of: terminal) == [.key(.control("c")), .key(.escape)])
        }

        @Test func `a terminal's own sequences are known`() async throws {
            let pseudo = try PseudoTerminal()
            var options = pseudo.options
            options.terminalType = "linux"
            let terminal = try CursesTerminal.open(options)
            defer { terminal.close() }
            pseudo.type("\u{1B}[[B\u{1B}[1~\u{1B}[6~")
            #expect(await Self.events(3, of: terminal) == [.key(.function(2)), .key(.home), .key(.pageDown)])
        }

        @Test func `a terminal that is gone is told once`() async throws {
            var pseudo: PseudoTerminal? = try PseudoTerminal()
            var options = try #require(pseudo?.options)
            // A descriptor of its own, which outlives the other side.
            let program = dup(options.input)
            defer { close(program) }
            (options.input, options.output) = (program, program)
            let terminal = try CursesTerminal.open(options)
            pseudo = nil
            // As a wake-up of the thread leaves it.
            errno = EAGAIN
            #expect(await Self.events(1, of: terminal) == [.hungUp])
            terminal.show(Surface(size: terminal.size))
            terminal.close()
            terminal.receive = { Issue.record("\($0) came after the end") }
        }

        static func events(_ count: Int, of terminal: CursesTerminal) async -> [TerminalEvent] {
            let (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
            var missing = count
            terminal.receive = { event in
                continuation.yield(event)
                missing -= 1
                guard missing == 0 else { return }
                // Later events wait for the next reader.
                terminal.receive = nil
                continuation.finish()
            }
            let limit = Task {
                guard (try? await Task.sleep(for: patience)) != nil else { return }
                Issue.record("the terminal reported \(count - missing) of \(count) events within \(patience)")
                continuation.finish()
            }
            defer { limit.cancel() }
            var received: [TerminalEvent] = []
            for await event in events { received.append(event) }
            return received
        }
    }
}
