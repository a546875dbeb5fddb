import COpenSSL
import Glibc
@testable import Interception
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AuthorityTests {
    private let validity = Validity(from: time(nil))

    private func signer(_ hosts: String...) throws -> IntermediateAuthority {
        try IntermediateAuthority(for: WatchList(hosts), validity: validity)
    }

    @Test(arguments: LeafCase.all)
    func `OpenSSL accepts the watched hosts and their sub-domains alone`(leafCase: LeafCase) throws {
        let signer = try IntermediateAuthority(for: WatchList(leafCase.watched), validity: validity)
        let leaf = try signer.leaf(leafCase.draft(validity))
        let result = try verification(of: leaf, for: WatchedHost(leafCase.host), by: signer)
        let refusals = [X509_V_ERR_PERMITTED_VIOLATION, X509_V_ERR_EXCLUDED_VIOLATION]
        #expect(leafCase.isRightful ? result == X509_V_OK : refusals.contains(result), "\(result)")
    }

    @Test func `certificates say what they are for, and no more`() throws {
        let signer = try signer("watched.test", "127.0.0.1")
        let host = WatchedHost.name("watched.test")
        let leaf = try signer.leaf(CertificateDraft(.server([host]), unit: "watch", validity: validity))
        let shown = text(of: leaf.certificate)
        #expect(!shown.contains("CN =") && !shown.contains("CN="))
        for line in [
            "X509v3 Basic Constraints: critical\n                CA:FALSE", "DNS:watched.test\n",
            "X509v3 Key Usage: critical\n                Digital Signature\n", "TLS Web Server Authentication",
            "X509v3 Subject Key Identifier", "X509v3 Authority Key Identifier", "NIST CURVE: P-256",
        ] {
            #expect(shown.contains(line), "\(shown)")
        }
        let authority = text(of: signer.certificate)
        for line in [
            "CA:TRUE, pathlen:0", "X509v3 Key Usage: critical\n                Certificate Sign\n",
            "X509v3 Name Constraints: critical\n", "DNS:watched.test", "IP:127.0.0.1/255.255.255.255",
            "IP:100:0:0:0:0:0:0:0/FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF", "TLS Web Server Authentication",
            "X509v3 Authority Key Identifier",
        ] {
            #expect(authority.contains(line), "\(authority)")
        }
        #expect(
            text(of: SignedCertificate(owning: try #require(decoded(signer.root.der)))).contains("CA:TRUE, pathlen:1"))
    }

    @Test func `a certificate is valid from five minutes ago, and never beyond its signer`() throws {
        let host = WatchedHost.name("watched.test")
        let start = 1_800_000_000
        let validity = Validity(from: start)
        #expect(validity.notBefore == start - 300 && validity.notAfter == start - 300 + 86_400)
        let late = try #require(validity.rest(from: start + 50_000))
        #expect(late.notBefore == start + 49_700 && late.notAfter == validity.notAfter)
        #expect(validity.rest(from: start)?.notBefore == validity.notBefore)
        #expect(validity.rest(from: validity.notAfter) == nil)

        let signer = try IntermediateAuthority(for: WatchList(["watched.test"]), validity: validity)
        let leaf = try signer.leaf(CertificateDraft(.server([host]), unit: "watch", validity: validity))
        for (offset, result) in [
            (-301, X509_V_ERR_CERT_NOT_YET_VALID), (-299, X509_V_OK), (86_099, X509_V_OK),
            (86_101, X509_V_ERR_CERT_HAS_EXPIRED),
        ] {
            let found = try verification(of: leaf, for: host, by: signer, at: start + offset)
            #expect(found == result, "\(offset) s")
        }
    }

    @Test func `serials and keys are new each time`() throws {
        let signer = try signer("watched.test")
        let draft = CertificateDraft(.server([.name("watched.test")]), unit: "watch", validity: validity)
        let one = try signer.leaf(draft)
        let other = try signer.leaf(draft)
        let serials = [one.certificate.pointer, other.certificate.pointer].map { X509_get_serialNumber($0) }
        #expect(ASN1_INTEGER_cmp(serials[0], serials[1]) != 0)
        #expect(EVP_PKEY_eq(one.key.pointer, other.key.pointer) == 0)
    }

    @Test func `a run's contexts are made once for each host, and for watched hosts alone`() throws {
        let authority = try RunAuthority(for: WatchList(["watched.test", "127.0.0.1"]))
        let context = try authority.serverContext(for: "WATCHED.test.")
        #expect(context === (try authority.serverContext(for: "watched.test")))
        #expect(context !== (try authority.serverContext(for: "127.0.0.1")))
        #expect(throws: InterceptionError.notWatched("sub.watched.test")) {
            try authority.serverContext(for: "sub.watched.test")
        }
        #expect(throws: InterceptionError.expired) {
            try authority.serverContext(for: "watched.test", now: time(nil) + 86_400)
        }
    }

    @Test func `private keys are in memory that is neither swapped nor dumped`() throws {
        let key = try PrivateKey()
        #expect(KeyMemory.current != .ordinary)
        // The key's own number is in there, whatever other tests keep there.
        #expect(CRYPTO_secure_used() >= 32)
        #expect(EVP_PKEY_get_bits(key.pointer) == 256)
    }
}
