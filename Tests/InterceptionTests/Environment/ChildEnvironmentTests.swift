@testable import Interception
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ChildEnvironmentTests {
    private let files = RunFiles(
        systemRoots: "/run/bundle.pem", roots: ["GIT_SSL_CAINFO": "/run/git_ssl_cainfo.pem"],
        addedRoots: "/run/root.pem", trustStore: "/run/trust.jks", hook: "/run/hook.cjs", wgetSettings: "/run/wgetrc",
        phpSettings: "/run/php")

    private func variables(_ base: [String: String], _ hosts: String...) throws -> [String: String] {
        try ChildEnvironment.variables(
            from: base, proxy: ProxyAddress(port: 4711), hosts: WatchList(hosts), files: files)
    }

    @Test func `an empty environment becomes the table, and nothing else`() throws {
        let java =
            "-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=4711 -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=4711 "
            + "-Dhttp.nonProxyHosts= -Djavax.net.ssl.trustStore=/run/trust.jks -Djavax.net.ssl.trustStoreType=JKS"
        let proxy = "http://127.0.0.1:4711"
        let expected = [
            "http_proxy": proxy, "HTTP_PROXY": proxy, "https_proxy": proxy, "HTTPS_PROXY": proxy, "all_proxy": proxy,
            "ALL_PROXY": proxy, "SSL_CERT_FILE": "/run/bundle.pem", "CURL_CA_BUNDLE": "/run/bundle.pem",
            "REQUESTS_CA_BUNDLE": "/run/bundle.pem", "GIT_SSL_CAINFO": "/run/git_ssl_cainfo.pem",
            "NODE_EXTRA_CA_CERTS": "/run/root.pem", "NODE_OPTIONS": "--require=/run/hook.cjs",
            "SESSION_CONSOLE_WATCH_PROXY": proxy, "NODE_USE_ENV_PROXY": "1", "JAVA_TOOL_OPTIONS": java,
            "WGETRC": "/run/wgetrc", "PERL_LWP_ENV_PROXY": "1", "PERL_LWP_SSL_CA_FILE": "/run/bundle.pem",
            "PHP_INI_SCAN_DIR": ":/run/php", "DENO_CERT": "/run/bundle.pem", "AWS_CA_BUNDLE": "/run/bundle.pem",
            "PIP_CERT": "/run/bundle.pem", "CARGO_HTTP_CAINFO": "/run/bundle.pem",
        ]
        #expect(try variables([:], "a.test") == expected)
    }

    @Test func `what was there is kept, or appended to`() throws {
        let base = [
            "HOME": "/home/a", "PATH": "/bin", "NODE_OPTIONS": "--max-old-space-size=99",
            "http_proxy": "http://other:1",
            "JAVA_TOOL_OPTIONS": "-Xmx1g", "SSL_CERT_DIR": "/certs", "EMPTY": "",
        ]
        let result = try variables(base, "a.test")
        #expect(result["HOME"] == "/home/a" && result["PATH"] == "/bin" && result["SSL_CERT_DIR"] == "/certs")
        #expect(result["EMPTY"] == "")
        #expect(result["NODE_OPTIONS"] == "--max-old-space-size=99 --require=/run/hook.cjs")
        #expect(result["JAVA_TOOL_OPTIONS"]?.hasPrefix("-Xmx1g -Dhttp.proxyHost=127.0.0.1 ") == true)
        #expect(result["http_proxy"] == "http://127.0.0.1:4711")
        #expect(try variables(["PHP_INI_SCAN_DIR": "/a:/b"], "a.test")["PHP_INI_SCAN_DIR"] == "/a:/b:/run/php")
        #expect(try variables(["NODE_OPTIONS": ""], "a.test")["NODE_OPTIONS"] == "--require=/run/hook.cjs")
    }

    @Test func `a path with spaces stays one option`() throws {
        var files = files
        files.hook = "/a b/hook.cjs"
        files.trustStore = "/a b/trust.jks"
        let result = try ChildEnvironment.variables(
            from: [:], proxy: ProxyAddress(port: 1), hosts: WatchList(["a.test"]), files: files)
        #expect(result["NODE_OPTIONS"] == "--require=\"/a b/hook.cjs\"")
        #expect(result["JAVA_TOOL_OPTIONS"]?.contains(" -Djavax.net.ssl.trustStore=\"/a b/trust.jks\" ") == true)
    }

    private static let bypasses: [(before: String, hosts: [String], after: String?)] = [
        ("localhost,127.0.0.1,::1", ["localhost"], "127.0.0.1,::1"),
        ("localhost,127.0.0.1", ["localhost", "127.0.0.1"], nil),
        ("LOCALHOST., other.test", ["localhost"], "other.test"), ("*", ["a.test"], nil),
        (".example.com other.test", ["id.example.com"], "other.test"),
        ("example.com,other.test", ["id.example.com"], "other.test"),
        ("*.example.com,other.test", ["id.example.com"], "other.test"),
        ("id.example.com:8443,other.test:1", ["id.example.com"], "other.test:1"),
        ("ample.com,sub.id.example.com", ["id.example.com"], "ample.com,sub.id.example.com"),
        ("127.0.0.0/8,10.0.0.0/8", ["127.0.0.1"], "10.0.0.0/8"), ("127.0.0.0/8", ["localhost"], "127.0.0.0/8"),
        ("10.1.2.0/23", ["10.1.3.4"], nil), ("10.1.2.0/24", ["10.1.3.4"], "10.1.2.0/24"),
        ("0.0.0.0/0", ["10.1.3.4"], nil),
        ("[::1],fe80::/10", ["::1"], "fe80::/10"), ("127.0.0.1:80,[::1]:80", ["127.0.0.1", "::1"], nil),
        ("", ["a.test"], nil), (" , ", ["a.test"], nil),
    ]

    @Test(arguments: Self.bypasses)
    func `no watched host is reached without the proxy, and other hosts as before`(
        before: String, hosts: [String], after: String?
    ) throws {
        let list = try WatchList(hosts)
        #expect(ProxyBypass(before).without(list).text == after)
        let result = ChildEnvironment.variables(
            from: ["no_proxy": before], proxy: ProxyAddress(port: 1), hosts: list, files: files)
        #expect(result["no_proxy"] == after)
        #expect(result["NO_PROXY"] == nil)
    }

    @Test func `Java gets the hosts without proxy in its own form`() throws {
        let before = ".internal.test,db.test:5432,10.1.2.3,10.0.0.0/8,::1,a.test"
        let options = try variables(["NO_PROXY": before], "a.test")["JAVA_TOOL_OPTIONS"] ?? ""
        let hosts = "internal.test|*.internal.test|db.test|*.db.test|10.1.2.3|[::1]"
        #expect(options.contains(" -Dhttp.nonProxyHosts=\(hosts) "), "\(options)")
    }

    @Test(arguments: ["localhost", "127.0.0.9", "::1"])
    func `Java gets no exceptions where a loopback host is watched, to which it adds all loopback hosts`(
        host: String
    ) throws {
        let options = try variables(["NO_PROXY": "other.test"], host)["JAVA_TOOL_OPTIONS"] ?? ""
        #expect(options.contains(" -Dhttp.nonProxyHosts= "), "\(options)")
    }

    @Test func `each variable is in the table once, with its purpose and its readers`() {
        #expect(Set(ChildVariable.all.map(\.name)).count == ChildVariable.all.count)
        #expect(ChildVariable.all.allSatisfy { !$0.purpose.isEmpty && !$0.readers.isEmpty })
    }
}
