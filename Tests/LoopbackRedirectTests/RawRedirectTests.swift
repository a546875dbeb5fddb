import FoundationEssentials
import Glibc
import LoopbackRedirect
import SessionCore
import TestSupport
import Testing

/// Redirects as browsers send them: they leave signs raw that no URL may hold.
@Suite(.timeLimit(.minutes(5))) struct RawRedirectTests {
    private static let query = "state=s&code=4%2F0Ab&groups=a|b[]"
    private static let expected = "state=s&code=4%2F0Ab&groups=a%7Cb%5B%5D"

    private func connection(to port: Int) throws -> RawConnection {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr = in_addr(s_addr: INADDR_LOOPBACK.bigEndian)
        let isConnected = withUnsafeBytes(of: &address) { bytes in
            connect(
                descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
        try #require(isConnected)
        return RawConnection(descriptor)
    }

    private func first(of receiver: any RedirectReceiver) async -> URL? {
        for await url in receiver.responses() { return url }
        return nil
    }

    @Test func `address 1: a code that arrives beside a raw sign is not encoded again`() async throws {
        let receiver = try LoopbackRedirect(redirectURI: try #require(URL(string: "http://127.0.0.1:0/callback")))
        let uri = try await receiver.open()
        let browser = try connection(to: try #require(uri.port))
        browser.write("GET /callback?\(Self.query) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(await first(of: receiver)?.query(percentEncoded: true) == Self.expected)
        await receiver.close(succeeded: true)
        withExtendedLifetime(browser) {}
    }

    @Test func `address 1: nor is one that is pasted`() async throws {
        let uri = try #require(URL(string: "http://127.0.0.1/callback"))
        let receiver = PastedRedirect(redirectURI: uri)
        #expect(receiver.paste("\(uri.absoluteString)?\(Self.query)"))
        #expect(await first(of: receiver)?.query(percentEncoded: true) == Self.expected)
    }
}
