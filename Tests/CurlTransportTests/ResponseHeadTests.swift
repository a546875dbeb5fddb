import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(5))) struct ResponseHeadTests {
    private func receive(_ line: String, into head: inout ResponseHead) -> Bool {
        Array(line.utf8).withUnsafeBytes { head.receive($0) }
    }

    @Test func `a header that grows beyond the limit is refused`() {
        var head = ResponseHead()
        let start = receive("HTTP/1.1 200 OK\r\n", into: &head)
        let line = "X: " + String(repeating: "x", count: 1019) + "\r\n"
        var taken = 0
        while taken < 1_000, receive(line, into: &head) { taken += 1 }
        #expect(start)
        #expect(taken == 255)
        let isTooLarge = head.isTooLarge
        #expect(isTooLarge)
    }
}
