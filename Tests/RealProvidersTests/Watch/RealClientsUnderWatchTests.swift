import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `watch -- COMMAND` with clients that others wrote, unchanged.
@Suite(
    .enabled(
        if: RealClient.isWanted,
        "it needs curl, Python, Node, Java and wget; set SESSION_CONSOLE_PROVIDERS=1 to run it, which installs them"),
    .serialized, .timeLimit(.minutes(10)), .limitedParallelism)
struct RealClientsUnderWatch {
    private let program: ProgramUnderTest
    private let server: RawServer
    private let upstream: SecureUpstream

    init() throws {
        program = try ProgramUnderTest()
        server = try RawServer { connection in
            while !connection.readHead().isEmpty {
                connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nseen\n")
            }
        }
        upstream = try SecureUpstream(of: server.port)
    }

    private var urls: [String] { ["http://localhost:\(server.port)/a", "https://watched.test/b"] }

    private func watch(
        _ command: [String], with options: [String] = ["--host", "watched.test", "--format", "json"]
    ) async throws -> Subprocess.Result {
        let arguments =
            ["watch", "--host", "localhost", "--proxy", upstream.proxy, "--ca-file", upstream.rootFile] + options
        let environment = program.environment
        return try await blocking {
            try Subprocess(ProgramUnderTest.path, arguments + ["--"] + command, environment: environment)
                .finish(within: .seconds(120))
        }
    }

    /// Both URLs, once each or as often as the client gets them.
    private func expectMessages(_ count: Int, of command: [String]) async throws {
        let result = try await watch(command)
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.text.contains("\"messages\":\(count),"), "\(result.text)\(result.errorText)")
        #expect(result.errorText.split(separator: "\n").filter { $0 == "seen" }.count == count, "\(result.errorText)")
    }

    /// A script of the tests of `Interception`.
    private static func script(_ name: String) -> String {
        "\(LentScript.folder)/../InterceptionTests/Clients/\(name)"
    }

    @Test func `curl, wget and Python come through, over TLS and without`() async throws {
        defer { program.remove() }
        let curl = try await RealClient.named(RealClient.curl)
        try await expectMessages(2, of: [curl.path, "--silent", "--show-error"] + urls)
        let wget = try await RealClient.named("wget")
        try await expectMessages(2, of: [wget.path, "--quiet", "--output-document=-"] + urls)
        let python = try await RealClient.named(RealClient.python)
        let code =
            "import sys, urllib.request\nfor u in sys.argv[1:]: print(urllib.request.urlopen(u).read().decode(), "
            + "end='')"
        try await expectMessages(2, of: [python.path, "-c", code] + urls)
    }

    @Test func `Node and Java come through`() async throws {
        defer { program.remove() }
        // Both URLs by http or https and by fetch, and the second one by an agent of its own.
        let node = try await RealClient.named(RealClient.node)
        try await expectMessages(5, of: [node.path, Self.script("get.cjs")] + urls)
        let java = try await RealClient.named(RealClient.java)
        try await expectMessages(4, of: [java.path, Self.script("Get.java")] + urls)
    }

    @Test func `a client that does not trust the watch is told of, and --tunnel helps`() async throws {
        defer { program.remove() }
        let curl = try await RealClient.named(RealClient.curl)
        let command = [curl.path, "--silent", "--cacert", upstream.rootFile, "https://watched.test/b"]
        let refused = try await watch(command, with: ["--host", "watched.test"])
        // curl's own status for a certificate that it doesn't trust.
        #expect(refused.status == 60)
        #expect(refused.errorText.contains("refuses the certificate of this watch for watched.test"))
        #expect(refused.errorText.contains("--tunnel watched.test"))
        let passed = try await watch(command, with: ["--host", "watched.test", "--tunnel", "watched.test"])
        // Nothing was seen of it then.
        #expect(passed.status == 24 && passed.text == "seen\n", "\(passed.errorText)")
    }

    @Test func `a server that asks for a client's certificate is named, and --tunnel helps`() async throws {
        defer { program.remove() }
        let (curl, home, environment) = (try await RealClient.named(RealClient.curl), program.home, program.environment)
        // One certificate for both sides.
        let pair = ["-cert", "\(home)/pair.pem", "-key", "\(home)/pair.key", "-CAfile", "\(home)/pair.pem"]
        let (server, port) = try await blocking {
            let made = try Subprocess(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", pair[3], "-out",
                    pair[1],
                ], environment: environment
            ).finish()
            #expect(made.status == 0, "\(made.errorText)")
            let server = try Subprocess(
                "openssl", ["s_server", "-accept", "127.0.0.1:0", "-Verify", "1", "-www"] + pair,
                environment: environment)
            let line = try server.line { $0.hasPrefix("ACCEPT") }
            return (server, line.split(separator: ":").last.map(String.init) ?? "")
        }
        func result(_ options: [String]) async throws -> Subprocess.Result {
            let command = [
                curl.path, "--silent", "--show-error", "--cert", pair[1], "--key", pair[3], "--output", "/dev/null",
            ]
            let trust = options.isEmpty ? [] : ["--cacert", pair[1]]
            let arguments =
                ["watch", "--headless", "--host", "localhost", "--host", "other.test", "--ca-file", pair[1]] + options
                + ["--"] + command + trust + ["https://localhost:\(port)/"]
            return try await blocking {
                try Subprocess(ProgramUnderTest.path, arguments, environment: environment).finish()
            }
        }
        let opened = try await result([])
        #expect(opened.errorText.contains("localhost asks for a client's certificate, which only curl"))
        #expect(opened.errorText.contains("--tunnel localhost"), "\(opened.errorText)")
        let passed = try await result(["--tunnel", "localhost"])
        #expect(passed.status == 24, "\(passed.errorText)")
        server.signal(SIGTERM)
        _ = try await blocking { try server.finish() }
    }

    @Test func `a hundred megabytes pass a blind tunnel both ways at once, each byte as it was`() async throws {
        defer { program.remove() }
        let python = try await RealClient.named(RealClient.python)
        let result = try await watch([python.path, "-c", Self.echo], with: ["--format", "json"])
        #expect(result.status == 24, "\(result.errorText)")
        #expect(result.errorText.contains("same same") && result.text.contains("\"messages\":0,"))
    }

    /// A server and a client that send each other a hundred megabytes, at the same time.
    private static let echo = """
        import hashlib, os, random, socket, threading
        size, block = 100 << 20, 1 << 16
        def send(s, seed, h):
            r = random.Random(seed)
            for _ in range(size // block):
                b = r.randbytes(block); h.update(b); s.sendall(b)
            s.shutdown(socket.SHUT_WR)
        def both(s, seed, sent, got):
            t = threading.Thread(target=send, args=(s, seed, sent)); t.start()
            while b := s.recv(block): got.update(b)
            t.join()
        hashes = [hashlib.sha256() for _ in range(4)]
        listener = socket.create_server(('127.0.0.1', 0))
        def serve():
            both(listener.accept()[0], 1, hashes[0], hashes[1])
        server = threading.Thread(target=serve); server.start()
        s = socket.create_connection(('127.0.0.1', int(os.environ['https_proxy'].rsplit(':', 1)[1])))
        s.sendall(b'CONNECT 127.0.0.1:%d HTTP/1.1\\r\\n\\r\\n' % listener.getsockname()[1])
        head = b''
        while not head.endswith(b'\\r\\n\\r\\n'): head += s.recv(1)
        both(s, 2, hashes[2], hashes[3]); server.join()
        down, up = hashes[0].digest() == hashes[3].digest(), hashes[2].digest() == hashes[1].digest()
        print('same' if down else 'other', 'same' if up else 'other')
        """
}
