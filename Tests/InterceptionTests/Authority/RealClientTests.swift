@testable import Interception
import TestSupport
import Testing

/// Certificates that the signer of a run could make, and what clients that others wrote think of them.
@Suite(
    .enabled(
        if: RealClient.isWanted,
        "it needs curl, Python, Node, Java and GnuTLS; set SESSION_CONSOLE_PROVIDERS=1 to run it, which installs them"),
    .serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct RealClientsAndCertificates {
    private let folder = TemporaryFolder()
    private let contexts: [String: ServerContext]
    private let proxy: ConnectProxy
    private let expected = LeafCase.all.map { "\($0.target) \($0.isRightful ? "yes" : "no")" }

    private var root: String { folder.path + "/root.pem" }

    init() throws {
        let (roots, contexts) = try LeafCase.contexts()
        folder.write(roots, to: "root.pem")
        self.contexts = contexts
        proxy = try ConnectProxy(contexts)
    }

    /// A client that is started once for all targets.
    private func expectAnswers(_ name: String, _ script: String) async throws {
        let client = try await RealClient.named(name)
        let arguments = [RealClient.script(script), "\(proxy.port)", root] + LeafCase.all.map(\.target)
        let result = try await client.run(arguments)
        #expect(result.lines == expected, "\(result.errorText)")
    }

    @Test func `curl accepts the watched hosts alone`() async throws {
        let curl = try await RealClient.named(RealClient.curl)
        // Each request's status and curl's own exit status; 60 is a certificate that is not trusted.
        var arguments = ["--silent", "--max-time", "60", "--proxy", "http://127.0.0.1:\(proxy.port)", "--cacert", root]
        for leaf in LeafCase.all {
            arguments += ["--output", "/dev/null", "--write-out", "%{exitcode}\n", "https://\(leaf.target)/"]
        }
        let result = try await curl.run(arguments)
        #expect(result.lines == LeafCase.all.map { $0.isRightful ? "0" : "60" }, "\(result.errorText)")
    }

    @Test func `Python accepts the watched hosts alone`() async throws {
        try await expectAnswers(RealClient.python, "check.py")
    }

    @Test func `Node accepts the watched hosts alone`() async throws {
        try await expectAnswers(RealClient.node, "check.cjs")
    }

    @Test func `both of Java's clients accept the watched hosts alone`() async throws {
        try await expectAnswers(RealClient.java, "Check.java")
    }

    @Test func `GnuTLS accepts the watched hosts alone`() async throws {
        let client = try await RealClient.named(RealClient.gnuTLS)
        for leaf in LeafCase.all {
            // It knows no proxy.
            let server = try ConnectProxy(contexts, direct: leaf.target)
            let result = try await client.run([
                "--x509cafile", root, "--verify-hostname", leaf.host, "--port", "\(server.port)", "127.0.0.1",
            ])
            #expect((result.status == 0) == leaf.isRightful, "\(leaf.target): \(result.text)\(result.errorText)")
            #expect(leaf.isRightful || result.text.contains("NOT trusted"), "\(leaf.target): \(result.text)")
        }
    }
}
