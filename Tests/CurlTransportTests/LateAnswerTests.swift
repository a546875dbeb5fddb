@testable import CurlTransport
import FoundationEssentials
import Glibc
import HTTPServer
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LateAnswerTests {
    /// Holds the transfer thread until the answer to another request has been sent and that request's time is over.
    private static func holdThread(until isSent: Notes<Void>, and end: ContinuousClock.Instant) throws {
        try isSent.wait(for: 1)
        while ContinuousClock.now < end { usleep(1000) }
    }

    /// How long the other request may take: long enough to be on its way on a machine that is busy.
    private static let timeout = Duration.seconds(5)

    /// The other request, and what came of it.
    private func answer(
        _ answer: String = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlate", lateBy delay: Duration,
        sentWhileHeld: Bool, isWhole: Bool = false
    ) async throws -> HTTPResponse {
        let (isReceived, isHeld, isSent) = (Notes<Void>(), Notes<Void>(), Notes<Void>())
        let end = ContinuousClock.now + Self.timeout + delay
        let slow = try RawServer { connection in
            _ = connection.readHead()
            isReceived.add(())
            guard (try? isHeld.wait(for: 1)) != nil else { return }
            if !sentWhileHeld {
                isSent.add(())
                // The thread is held until then.
                while ContinuousClock.now < end + .milliseconds(500) { usleep(1000) }
            }
            connection.write(answer)
            if sentWhileHeld { isSent.add(()) }
            _ = connection.sawClose()
        }
        let other = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
            _ = connection.sawClose()
        }
        let transport = CurlTransport(CurlTransport.Configuration(timeout: .seconds(60)), processors: 1)
        let request = HTTPRequest(
            url: try slow.url, timeout: isWhole ? nil : Self.timeout, maximumTime: isWhole ? Self.timeout : nil)
        async let late = transport.send(request)
        var holding = HTTPRequest(url: try other.url)
        holding.bodyReceiver = HTTPBodyReceiver(begin: { _ in }) { _ in
            isHeld.add(())
            return (try? Self.holdThread(until: isSent, and: end)) != nil
        }
        try await blocking { try isReceived.wait(for: 1) }
        _ = try await transport.send(holding)
        return try await late
    }

    @Test func `loss 2, invariant 41: an answer that lies in the socket when the time is over is read`() async throws {
        let response = try await answer(lateBy: .milliseconds(100), sentWhileHeld: true)
        #expect(response.text == "late")
    }

    @Test func `loss 2, invariant 41: after a jump of the clock an answer may still come`() async throws {
        let response = try await answer(lateBy: .seconds(1), sentWhileHeld: false)
        #expect(response.text == "late")
    }

    @Test func `a redirect that comes after the time is not followed`() async throws {
        let elsewhere = try HTTPServer.start { _ in ServerResponse(status: 204, headers: [:]) }
        let place = try elsewhere.url("/")
        let redirect = "HTTP/1.1 302 Found\r\nLocation: \(place)\r\nContent-Length: 0\r\n\r\n"
        await #expect(throws: TransportError.timedOut(.waiting)) {
            try await answer(redirect, lateBy: .seconds(3), sentWhileHeld: false, isWhole: true)
        }
    }
}
