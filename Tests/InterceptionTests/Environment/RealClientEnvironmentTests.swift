import FoundationEssentials
@testable import Interception
import TestSupport
import Testing

/// Clients that others wrote, unchanged, in the environment of a run: their requests come, and they trust the run.
@Suite(
    .enabled(
        if: RealClient.isWanted,
        "it needs curl, Python, Node and Java; set SESSION_CONSOLE_PROVIDERS=1 to run it, which installs them"),
    .serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct RealClientsAndEnvironment {
    private let place = TemporaryFolder()
    private let proxy: ConnectProxy
    private let folder: RunFolder
    private let variables: [String: String]

    init() throws {
        let hosts = try WatchList(["watched.test", "localhost", "127.0.0.1"])
        let authority = try RunAuthority(for: hosts)
        var contexts: [String: ServerContext] = [:]
        for host in hosts.hosts { contexts["\(host)"] = try authority.serverContext(for: "\(host)") }
        proxy = try ConnectProxy(contexts)
        // A home of its own, so that no settings of the user's matter.
        var base = ["HOME": place.path, "TMPDIR": place.path, "NO_PROXY": "localhost,127.0.0.1,::1"]
        base["PATH"] = ProcessInfo.processInfo.environment["PATH"]
        folder = try RunFolder(for: authority.root, base: base)
        variables = ChildEnvironment.variables(
            from: base, proxy: ProxyAddress(port: proxy.port), hosts: hosts, files: folder.files)
    }

    private static let urls = [
        "http://localhost:81/a", "https://localhost/b", "https://127.0.0.1:444/c", "https://watched.test/d",
    ]

    private static func came(_ first: String) -> [String] {
        [first, "tunnel tls localhost:443/b", "tunnel tls 127.0.0.1:444/c", "tunnel tls watched.test:443/d"]
    }

    private func run(_ name: String, _ arguments: [String]) async throws -> Subprocess.Result {
        try await RealClient.named(name).run(arguments, environment: variables)
    }

    @Test func `curl comes through`() async throws {
        let result = try await run(RealClient.curl, ["--silent", "--show-error", "--max-time", "60"] + Self.urls)
        #expect(result.text == "seenseenseenseen", "\(result.errorText)")
        #expect(proxy.answered == Self.came("absolute localhost:81/a"))
    }

    @Test func `Python's urllib comes through`() async throws {
        let code = "import sys, urllib.request\nfor url in sys.argv[1:]: print(urllib.request.urlopen(url).read())"
        let result = try await run(RealClient.python, ["-c", code] + Self.urls)
        #expect(result.lines == [String](repeating: "b'seen'", count: 4), "\(result.errorText)")
        #expect(proxy.answered == Self.came("absolute localhost:81/a"))
    }

    @Test func `Node's http, https and fetch come through by the hook`() async throws {
        let result = try await run(RealClient.node, [RealClient.script("get.cjs")] + Self.urls)
        #expect(result.lines == [String](repeating: "seen", count: 9), "\(result.errorText)")
        let ways = Self.came("tunnel localhost:81/a")
        #expect(proxy.answered == ways + ways + ["tunnel tls localhost:443/b"])
    }

    @Test func `both of Java's clients come through, and trust the system's roots as before`() async throws {
        let result = try await run(RealClient.java, [RealClient.script("Get.java")] + Self.urls)
        let system = try SystemRoots.read([:]).certificates
        #expect(result.lines.dropLast() == [String](repeating: "seen", count: 8)[...], "\(result.errorText)")
        // Java drops those whose form it doesn't support, and counts a certificate once.
        #expect(result.lines.last == "\(Set(system).count + 1) roots", "\(result.errorText)")
        #expect(proxy.answered.count == 8)
        #expect(proxy.answered.filter { $0.hasPrefix("tunnel tls") }.count == 6)
    }

    @Test func `Perl's two clients come through, one by variables of its own`() async throws {
        let code =
            "use LWP::UserAgent; use HTTP::Tiny; for (@ARGV) { print LWP::UserAgent->new->get($_)->decoded_content, "
            + "\"\\n\", HTTP::Tiny->new->get($_)->{content}, \"\\n\" }"
        let result = try await run("perl", ["-e", code] + Self.urls)
        #expect(result.lines == [String](repeating: "seen", count: 8), "\(result.errorText)")
        #expect(proxy.answered == Self.came("absolute localhost:81/a").flatMap { [$0, $0] })
    }

    @Test func `PHP's curl comes through, and finds the settings of before`() async throws {
        let code = """
            foreach (array_slice($argv, 1) as $url) {
                $call = curl_init($url);
                curl_setopt($call, CURLOPT_RETURNTRANSFER, true);
                echo curl_exec($call), curl_error($call), "\\n";
            }
            """
        let result = try await run("php", ["-r", code, "--"] + Self.urls)
        #expect(result.lines == [String](repeating: "seen", count: 4), "\(result.text)\(result.errorText)")
        #expect(proxy.answered == Self.came("absolute localhost:81/a"))
    }

    @Test func `Ruby comes through but for loopback, which it never asks a proxy for`() async throws {
        let code = "require 'net/http'; ARGV.each { |url| puts Net::HTTP.get(URI(url)) }"
        let result = try await run("ruby", ["-e", code, "https://watched.test/d"])
        #expect(result.lines == ["seen"], "\(result.errorText)")
        #expect(proxy.answered == ["tunnel tls watched.test:443/d"])
    }

    @Test func `keytool reads the trust store with its password`() async throws {
        let keytool = try await RealClient.named("keytool")
        let result = try await keytool.run([
            "-list", "-storetype", "JKS", "-keystore", folder.files.trustStore, "-storepass", JavaKeyStore.password,
        ])
        #expect(result.status == 0 && result.text.contains("trustedCertEntry"), "\(result.text)\(result.errorText)")
    }
}
