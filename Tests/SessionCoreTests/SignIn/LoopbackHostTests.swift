import FoundationEssentials
import SessionCore
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LoopbackHostTests {
    @Test(arguments: [
        "127.0.0.1", "127.0.0.2", "127.255.255.255", "127.1.2.3", "localhost", "LocalHost", "[::1]",
    ])
    func `this machine's own names and addresses are loopback`(host: String) throws {
        let url = try #require(URL(string: "http://\(host):8080/callback"))
        #expect(try #require(Origin(url)).isLoopback)
    }

    @Test(arguments: [
        "127.0.0.256", "127.0.0", "127.0.0.1.1", "127.0.0.1.", "127..0.1", "127.0.0.x", "127.evil.example",
        "127.0.0.1.evil.example", "128.0.0.1", "1.127.0.0", "12.0.0.1", "evil-localhost", "evil.localhost",
        "localhost.evil.example", "[::2]", "[::1:1]",
    ])
    func `invariant 37: what only looks like them is not`(host: String) throws {
        let url = try #require(URL(string: "http://\(host)/"))
        #expect(try #require(Origin(url)).isLoopback == false)
    }
}
