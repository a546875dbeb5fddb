import TestSupport
import Testing

extension ConsoleTests {
    @Suite(.serialized) struct ThemeTests {
        @Test(arguments: ["screen-256color", "xterm-256color"])
        func `a theme paints its background on every cell, as terminals with and without erasing in colour do`(
            type: String
        ) async throws {
            try await ConsoleUnderTest.run(environment: ["TERM": type], options: ["--theme", "light"]) { console in
                try await console.signIn()
                let lines = try await console.screen.styledText().split(separator: "\n")
                #expect(lines.count == 36)
                var background: Substring = ""
                for line in lines {
                    // What lies between two sequences is shown on the background that the last one left.
                    for piece in line.split(separator: "\u{1B}[", omittingEmptySubsequences: false) {
                        let shown = piece.wholeMatch(of: /([0-9;]*)m(.*)/)
                        if let parameters = shown?.output.1 {
                            if parameters.isEmpty || parameters == "0" || parameters.contains("49") { background = "" }
                            if let found = parameters.firstMatch(of: /48;5;(\d+)/) { background = found.output.1 }
                        }
                        let text = shown?.output.2 ?? piece
                        #expect(text.isEmpty || !background.isEmpty, "\(text.debugDescription)")
                    }
                }
            }
        }

        @Test func `a theme that doesn't exist is refused, wherever it was named`() async throws {
            let program = try ProgramUnderTest()
            defer { program.remove() }
            let demo = try await program.run("demo", "--theme", "blue")
            #expect(demo.status == 2)
            #expect(demo.errorText.contains("auto, dark, light, high-contrast, terminal"))
            let added = try await program.run(
                "--theme", "blue", "--issuer", "http://127.0.0.1:1", "--client-id", "c", "--store", "memory")
            #expect(added.status == 2)
            #expect(added.errorText.contains("--theme is 'blue'"))
        }
    }
}
