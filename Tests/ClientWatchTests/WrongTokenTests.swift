import ClientObservation
import ClientWatch
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// How a wrong ID token travels: framed as any answer, signed by a key that is among the provider's.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct WrongTokenTests {
    private static let form = "grant_type=authorization_code&code=c1"

    private struct Provider {
        let key: JWK
        let server: RawServer
        let token: String

        init(_ algorithm: JWSAlgorithm, _ kind: JWK.Kind, framing: @escaping @Sendable (String) -> [UInt8]) throws {
            let key = try JWK.generate(kind, keyID: "own", algorithm: algorithm)
            let claims = #"{"iss":"https://watched.test","sub":"alice","aud":"app","exp":4000000000,"nonce":"n1"}"#
            let token = try JWS.sign(
                payload: Array(claims.utf8), key: key, algorithm: algorithm, header: ["typ": "JWT"])
            let keys = JWKSet(keys: [key]).json.serialized()
            (self.key, self.token) = (key, token)
            server = try RawServer { connection in
                while case let head = connection.readHead(), !head.isEmpty {
                    let length = head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) } ?? 0
                    _ = connection.readText(length)
                    let tokens = #"{"token_type":"Bearer","access_token":"a1","id_token":"\#(token)","x":1}"#
                    connection.write(framing(head.hasPrefix("GET") ? keys : tokens))
                }
            }
        }
    }

    private static func plain(_ body: String) -> [UInt8] {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        return Array("\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }

    private static func chunked(_ body: String) -> [UInt8] {
        let bytes = gzip(Array(body.utf8))
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
        let size = String(bytes.count, radix: 16)
        return Array("\(head)Transfer-Encoding: chunked\r\n\r\n\(size)\r\n".utf8) + bytes + Array("\r\n0\r\n\r\n".utf8)
    }

    /// Without compression (RFC 1951 §3.2.4, RFC 1952 §2.3).
    private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        func little(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        }
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        let size = UInt32(bytes.count)
        let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1]
        return head + little(size, 2) + little(~size, 2) + bytes + little(~sum, 4) + little(size, 4)
    }

    private static func curl(_ arguments: [String], under stage: WatchStage) async throws -> String {
        let curl = try await RealClient.named(RealClient.curl)
        let proxy = "http://127.0.0.1:\(stage.watch.port)"
        let options = ["-q", "-s", "--compressed", "-x", proxy, "--cacert", stage.roots]
        return try await curl.run(options + arguments + ["https://watched.test/token"]).text
    }

    private static let kinds: [(JWSAlgorithm, JWK.Kind)] = [
        (.rs256, .rsa()), (.es256, .p256), (.es384, .p384), (.edDSA, .ed25519),
    ]

    @Test(arguments: kinds, [false, true])
    func `one claim is wrong, and a key that is published has signed it`(
        kind: (algorithm: JWSAlgorithm, key: JWK.Kind), isEncoded: Bool
    ) async throws {
        let provider = try Provider(kind.algorithm, kind.key, framing: isEncoded ? Self.chunked : Self.plain)
        let stage = try WatchStage(server: provider.server.port)
        try stage.arm("id-token-nonce")
        let keys = try JWKSet(parsing: Array(try await Self.curl([], under: stage).utf8))
        let answer = try JSONValue(parsing: Array(try await Self.curl(["-d", Self.form], under: stage).utf8))
        let jws = try JWS.parse(try #require(answer["id_token"]?.string))
        #expect(keys.keys.count == 2 && keys.keys.first?.keyID == "own")
        #expect(jws.type == "JWT" && jws.keyID != "own" && answer["x"]?.int == 1)
        let claims = try jws.payloadObject()
        #expect(claims["nonce"]?.string == "another-nonce" && claims["sub"]?.string == "alice")
        try jws.verify(with: try #require(keys.keys.last), allowed: [kind.algorithm])
        // What comes after it is as it came.
        let next = try JSONValue(parsing: Array(try await Self.curl(["-d", Self.form], under: stage).utf8))
        #expect(next["id_token"]?.string == provider.token)
        await stage.stop()
    }

    @Test func `a wrong signature leaves the payload as it is, and no key is added`() async throws {
        let provider = try Provider(.es256, .p256, framing: Self.plain)
        let stage = try WatchStage(server: provider.server.port)
        try stage.arm("id-token-signature")
        let keys = try JWKSet(parsing: Array(try await Self.curl([], under: stage).utf8))
        let answer = try JSONValue(parsing: Array(try await Self.curl(["-d", Self.form], under: stage).utf8))
        let token = try #require(answer["id_token"]?.string)
        let (jws, own) = (try JWS.parse(token), try JWS.parse(provider.token))
        #expect(keys.keys.count == 1 && jws.signingInput == own.signingInput && jws.signature != own.signature)
        await stage.stop()
    }

    @Test func `a token without what is to be changed is not struck`() async throws {
        let key = try JWK.generate(.p256, keyID: "own", algorithm: .es256)
        let token = try JWS.sign(payload: Array(#"{"sub":"alice"}"#.utf8), key: key, algorithm: .es256)
        let body = #"{"access_token":"a1","id_token":"\#(token)"}"#
        let server = try RawServer { connection in
            _ = connection.readHead()
            _ = connection.readText(Self.form.utf8.count)
            connection.write(Self.plain(body))
        }
        let stage = try WatchStage(server: server.port)
        try stage.arm("id-token-nonce")
        #expect(try await Self.curl(["-d", Self.form], under: stage) == body)
        #expect(stage.faults.armed.map(\.fault.name) == ["id-token-nonce"])
        await stage.stop()
    }
}
