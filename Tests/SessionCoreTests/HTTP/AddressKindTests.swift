import SessionHTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AddressKindTests {
    @Test(arguments: [
        ("8.8.8.8", AddressKind.global), ("172.15.0.1", .global), ("172.32.0.1", .global), ("100.128.0.1", .global),
        ("2606:4700::1111", .global), ("10.255.0.1", .privateNetwork), ("172.16.0.1", .privateNetwork),
        ("192.168.0.1", .privateNetwork), ("100.64.0.1", .privateNetwork), ("224.0.0.1", .privateNetwork),
        ("255.255.255.255", .privateNetwork), ("fd00::1", .privateNetwork), ("[fc00::1]", .privateNetwork),
        ("ff02::1", .privateNetwork), ("fec0::1", .privateNetwork), ("169.254.169.254", .linkLocal),
        ("fe80::1", .linkLocal), ("fe80::1%eth0", .linkLocal), ("127.0.0.1", .loopback), ("127.1", .loopback),
        ("2130706433", .loopback), ("0x7f.1", .loopback), ("0.0.0.0", .loopback), ("::1", .loopback), ("::", .loopback),
        ("localhost", .loopback), ("LOCALHOST.", .loopback), ("a.localhost", .loopback),
        ("::ffff:10.0.0.1", .privateNetwork), ("::ffff:8.8.8.8", .global), ("::10.0.0.1", .privateNetwork),
        ("64:ff9b::7f00:1", .loopback), ("2002:a00:1::", .privateNetwork),
    ])
    func `RFC 6890: an address is of the kind of its network, however it is written`(
        host: String, kind: AddressKind
    ) {
        #expect(AddressKind(host: host) == kind)
    }

    @Test(arguments: ["example.com", "localhost.example", "10.example", "", "1.2.3.4.5"])
    func `a name is of no kind before it is looked up`(host: String) {
        #expect(AddressKind(host: host) == nil)
    }

    @Test func `from the internet nothing leads elsewhere, and this machine may use its network`() {
        #expect(AddressKind.global.reachable == [.global])
        #expect(AddressKind.privateNetwork.reachable == [.global, .privateNetwork])
        #expect(AddressKind.linkLocal.reachable == [.global, .linkLocal])
        #expect(AddressKind.loopback.reachable == [.global, .privateNetwork, .loopback])
    }
}
