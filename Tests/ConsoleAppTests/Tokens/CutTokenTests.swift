import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CutTokenTests {
    private static let parts = MadeTokens.jwt(["sub": "who-it-is", "exp": 1_900_000_000]).reveal()
        .split(separator: ".").map(String.init)

    private func console(_ text: String) -> Console {
        var console = Console(size: Size(width: 200, height: 60))
        console.press(.character("3"), .character("p"), .paste(text), .enter)
        return console
    }

    @Test func `a JWT without its signature is told as one that was cut, and read`() throws {
        let console = console("\(Self.parts[0]).\(Self.parts[1])")
        try expectWords(console.paneWords(.list), "the list")
        try expectWords(console.paneWords(.claims), "the claims")
    }

    @Test func `a JWT that is cut in its payload shows its header`() throws {
        let console = console("\(Self.parts[0]).\(Self.parts[1].dropLast(9))")
        try expectWords(console.paneWords(.claims))
    }

    @Test(arguments: ["", "."]) func `a header alone is told`(rest: String) throws {
        let console = console(Self.parts[0] + rest)
        try expectWords(console.paneWords(.claims), "followed by '\(rest)'")
    }

    @Test func `V on a JWT that was cut says why not`() throws {
        var console = console("\(Self.parts[0]).\(Self.parts[1])")
        console.press(.character("V"))
        #expect(console.effects.isEmpty)
        try expectWords(console.noticeWords)
    }

    @Test(arguments: [2, 3, 4]) func `an encrypted token that was cut is told`(count: Int) throws {
        let header = Base64URL.encode(#"{"alg":"RSA-OAEP-256","enc":"A256GCM"}"#.utf8)
        let text = ([header] + Array(repeating: "AAAA", count: count - 1)).joined(separator: ".")
        let console = console(text)
        try expectWords(console.paneWords(.claims), "\(count) parts")
    }

    @Test func `what has no header stays opaque`() {
        for text in ["eyJ.b", "e30", "made-up", "\(Base64URL.encode(#"{"a":1}"#.utf8)).x"] {
            #expect(TokenContents(Secret(text)).form == .opaque, "\(text)")
        }
    }

    @Test func `in the header of an encrypted token alg manages the key, and enc encrypts`() throws {
        let header = Base64URL.encode(#"{"alg":"RSA-OAEP-256","enc":"A256GCM"}"#.utf8)
        let console = console("\(header).AAAA.AAAA.AAAA.AAAA")
        try expectWords(console.paneWords(.claims))
    }
}
