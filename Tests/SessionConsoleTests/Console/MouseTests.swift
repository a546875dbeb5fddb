import Testing

extension ConsoleTests {
    @Suite(.serialized) struct MouseTests {
        @Test(arguments: [false, true])
        func `statement 33: the terminal keeps the mouse until it is asked for`(isAskedFor: Bool) async throws {
            try await ConsoleUnderTest.run(options: isAskedFor ? ["--mouse"] : []) { console in
                let screen = console.screen
                #expect(try await screen.ask("#{mouse_any_flag}") == (isAskedFor ? "1" : "0"))
                try await console.perform("mouse")
                try await screen.wait(for: isAskedFor ? "The mouse is off" : "The mouse is on")
                #expect(try await screen.ask("#{mouse_any_flag}") == (isAskedFor ? "0" : "1"))
            }
        }
    }
}
