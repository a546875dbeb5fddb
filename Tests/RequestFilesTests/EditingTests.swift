import TestSupport
import Testing

@testable import RequestFiles

@Suite(.timeLimit(.minutes(5))) struct EditingTests {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let text =
        "# top\n@host = a.test\n\n### One\nGET https://{{host}}/1\nA: 1\n\n\n### Two\nPOST https://{{host}}/2\n\nbody\n"

    private func edited(_ bytes: [UInt8], _ number: Int, _ change: (String) -> String) throws -> [UInt8] {
        let file = try RequestFile(bytes)
        #expect(file.bytes == bytes)
        let request = file.requests[number - 1]
        return try file.replacing(request, with: change(file.text(of: request))).bytes
    }

    private static func crlf(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }

    @Test(arguments: [Array(text.utf8), crlf(text), mark + Array(text.utf8), Array(text.utf8.dropLast())])
    func `an unchanged request leaves every byte as it was`(bytes: [UInt8]) throws {
        for number in 1...2 { #expect(try edited(bytes, number) { $0 } == bytes) }
    }

    @Test func `an edit touches the lines that change, and nothing else`() throws {
        let bytes = Self.mark + Self.crlf(Self.text)
        let wanted = Self.mark + Self.crlf(Self.text.replacing("A: 1", with: "A: 2\nB: 3"))
        #expect(try edited(bytes, 1) { $0.replacing("A: 1", with: "A: 2\nB: 3") } == wanted)
    }

    @Test func `lines of a request that end otherwise stay so`() throws {
        let text = "GET https://a.test/\r\nA: 1\nB: 2\r\n\r\nbody\rmore"
        let result = try edited(Array(text.utf8), 1) { $0.replacing("B: 2", with: "B: 3") }
        #expect(String(decoding: result, as: UTF8.self) == "GET https://a.test/\r\nA: 1\nB: 3\r\n\r\nbody\rmore")
    }

    @Test func `a line that takes another's place ends as that one did`() throws {
        let text = "GET https://a.test/\nA: 1\r\nB: 2\n\r\nbody\r\n"
        let result = try edited(Array(text.utf8), 1) { $0.replacing("A: 1", with: "A: 3") }
        #expect(String(decoding: result, as: UTF8.self) == text.replacing("A: 1", with: "A: 3"))
    }

    @Test func `a file without a last line break gets none`() throws {
        let bytes = Array("GET https://a.test/".utf8)
        #expect(try edited(bytes, 1) { _ in "GET https://a.test/2" } == Array("GET https://a.test/2".utf8))
        #expect(try edited(bytes, 1) { $0 + "A: 1\n" } == Array("GET https://a.test/\nA: 1".utf8))
    }

    @Test func `a byte order mark stays first`() throws {
        let bytes = Self.mark + Array("GET https://a.test/\n".utf8)
        #expect(try edited(bytes, 1) { "# new\n" + $0 } == Self.mark + Array("# new\nGET https://a.test/\n".utf8))
        #expect(try edited(bytes, 1) { _ in "/b\n" } == Self.mark + Array("/b\n".utf8))
    }

    @Test func `a text that would be two requests is refused`() throws {
        let file = try Reading.file(Self.text)
        #expect(throws: RequestFile.EditRefusal.separator(line: 2)) {
            try file.replacing(file.requests[0], with: "GET https://a.test/\n### x\n")
        }
    }

    @Test func `any edit leaves what stands around the request`() throws {
        var random = SeededGenerator(seed: 11)
        let pieces = ["a: 1", "", "# c", "{{x}}", "GET /", "body", "é"]
        for _ in 0..<2000 {
            let ends = ["\n", "\r\n", "\r"]
            var text = ""
            for part in 0..<3 {
                text += "### \(part)" + (ends.randomElement(using: &random) ?? "")
                text += "GET https://a.test/\(part)" + (ends.randomElement(using: &random) ?? "")
                for _ in 0..<Int.random(in: 0..<4, using: &random) {
                    text += (pieces.randomElement(using: &random) ?? "") + (ends.randomElement(using: &random) ?? "")
                }
            }
            let file = try Reading.file(text)
            let request = file.requests[1]
            let lines = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            let new = try file.replacing(request, with: lines.map { $0 + "\n" }.joined())
            let before = file.source.whole(0..<request.lines.lowerBound)
            let after = file.source.whole(request.lines.upperBound..<file.source.count)
            #expect(new.bytes.starts(with: before))
            #expect(new.bytes.suffix(after.count).elementsEqual(after))
            #expect(new.source.count == file.source.count - request.lines.count + lines.count)
        }
    }
}
