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

    @Test func `a JWT without its signature is told as one that was cut, and read`() {
        let console = console("\(Self.parts[0]).\(Self.parts[1])")
        #expect(console.text.contains("looks like a JWT that was cut: 2 of 3 parts"), "\(console.text)")
        #expect(console.text.contains("not checked: 2 of 3 parts, the signature is missing"), "\(console.text)")
        #expect(console.text.contains(/sub +who-it-is/) && console.text.contains(/kid +3f2a/), "\(console.text)")
        #expect(!console.text.contains("opaque"), "\(console.text)")
    }

    @Test func `a JWT that is cut in its payload shows its header`() {
        let console = console("\(Self.parts[0]).\(Self.parts[1].dropLast(9))")
        #expect(console.text.contains("2 of 3 parts, the payload can't be decoded"), "\(console.text)")
        #expect(console.text.contains(/kid +3f2a/), "\(console.text)")
    }

    @Test(arguments: ["", "."]) func `a header alone is told`(rest: String) {
        let console = console(Self.parts[0] + rest)
        #expect(console.text.contains("1 of 3 parts, payload and signature are missing"), "\(console.text)")
        #expect(console.text.contains(/kid +3f2a/), "\(console.text)")
    }

    @Test func `V on a JWT that was cut says why not`() {
        var console = console("\(Self.parts[0]).\(Self.parts[1])")
        console.press(.character("V"))
        #expect(console.effects.isEmpty)
        #expect(console.model.shell.notice?.text.contains("was cut") == true)
    }

    @Test(arguments: [2, 3, 4]) func `an encrypted token that was cut is told`(count: Int) {
        let header = Base64URL.encode(#"{"alg":"RSA-OAEP-256","enc":"A256GCM"}"#.utf8)
        let text = ([header] + Array(repeating: "AAAA", count: count - 1)).joined(separator: ".")
        let console = console(text)
        let words = "looks like an encrypted JWT that was cut: \(count) of 5 parts"
        #expect(console.text.contains(words), "\(console.text)")
    }

    @Test func `what has no header stays opaque`() {
        for text in ["eyJ.b", "e30", "made-up", "\(Base64URL.encode(#"{"a":1}"#.utf8)).x"] {
            #expect(TokenContents(Secret(text)).form == .opaque, "\(text)")
        }
    }

    @Test func `in the header of an encrypted token alg manages the key, and enc encrypts`() {
        let header = Base64URL.encode(#"{"alg":"RSA-OAEP-256","enc":"A256GCM"}"#.utf8)
        let console = console("\(header).AAAA.AAAA.AAAA.AAAA")
        #expect(console.text.contains(/alg +RSA-OAEP-256 +key management algorithm/), "\(console.text)")
        #expect(console.text.contains(/enc +A256GCM +content encryption algorithm/), "\(console.text)")
        #expect(!console.text.contains("signature algorithm"))
    }
}
