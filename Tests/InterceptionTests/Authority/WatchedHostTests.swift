@testable import Interception
import Testing

@Suite(.timeLimit(.minutes(5)))
struct WatchedHostTests {
    @Test(arguments: [
        ("id.example.com", "id.example.com"), ("ID.Example.COM", "id.example.com"), ("localhost.", "localhost"),
        ("LOCALHOST.", "localhost"), ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("[::1]", "::1"),
        ("[2001:DB8:0::7]", "2001:db8::7"), ("xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("my_host", "my_host"), ("1password.example", "1password.example"),
    ])
    func `a host is the same in all its spellings`(text: String, canonical: String) throws {
        #expect(try WatchedHost(text).description == canonical)
        #expect(try WatchedHost(text) == WatchedHost(canonical))
    }

    private static let flawed: [(String, HostFlaw)] = [
        ("", HostFlaw.empty), ("a b", .controlCharacter), ("a\nb", .controlCharacter), ("a\u{7F}", .controlCharacter),
        ("a\u{0}.test", .controlCharacter), ("bücher.example", .notASCII("bücher.example")),
        ("*.example.com", .wildcard("*.example.com")), ("https://a.test", .url("https://a.test")),
        ("10.0.0.0/8", .url("10.0.0.0/8")), ("a.test:8443", .port("a.test:8443")),
        ("127.0.0.1:80", .port("127.0.0.1:80")), ("[::1]:443", .badAddress("[::1]:443")),
        ("[::1", .badAddress("[::1")), ("[a.test]", .badAddress("[a.test]")), ("fe80::1%lo", .badAddress("fe80::1%lo")),
        ("127.1", .badAddress("127.1")), ("2130706433", .badAddress("2130706433")),
        ("0x7f000001", .badAddress("0x7f000001")), ("127.0.0.256", .badAddress("127.0.0.256")),
        ("-a.test", .badCharacter("-a.test")), ("a-.test", .badCharacter("a-.test")),
        ("a,DNS:b", .port("a,DNS:b")), ("a;b", .badCharacter("a;b")), ("a..test", .badLength("a..test")),
        (".", .badLength(".")), (String(repeating: "a", count: 64), .badLength(String(repeating: "a", count: 64))),
    ]

    @Test(arguments: Self.flawed)
    func `what names no host is refused with its reason`(text: String, flaw: HostFlaw) {
        #expect(throws: flaw) { try WatchedHost(text) }
        // The reason can be shown on a terminal.
        #expect(!flaw.description.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test func `a list has each host once and finds it in any spelling, but not its sub-domains`() throws {
        let list = try WatchList(["A.test", "a.test.", "::1", "[::1]"])
        #expect(list.hosts == [.name("a.test"), .address([UInt8](repeating: 0, count: 15) + [1])])
        #expect(list.host(named: "A.TEST.") == .name("a.test"))
        #expect(list.host(named: "[0::1]") != nil)
        #expect(list.host(named: "sub.a.test") == nil && list.host(named: "*") == nil)
        #expect(throws: HostFlaw.empty) { try WatchList([]) }
    }
}
