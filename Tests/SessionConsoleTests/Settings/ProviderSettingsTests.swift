import ConsoleApp
import CurlTransport
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import session_console

/// What the options of a provider become, in process.
@Suite(.timeLimit(.minutes(5)))
struct ProviderSettingsTests {
    private func settings(
        _ values: [Option: [String]] = [:], profile: [Option: [String]] = [:],
        environment: [String: String] = [:]
    ) throws(CommandFailure) -> ProviderSettings {
        var invocation = Invocation()
        invocation.values = values
        var stored = Profile(name: "work")
        stored.values = [.issuer: ["https://id.example"], .clientID: ["cli"]].merging(profile) { $1 }
        return try ProviderSettings(invocation: invocation, profile: stored, environment: environment)
    }

    private func message(_ values: [Option: [String]]) -> String? {
        do {
            _ = try settings(values)
            return nil
        } catch {
            return error.message
        }
    }

    @Test(arguments: [
        (nil, "http://127.0.0.1:…/callback"), ("http://localhost:8400/a", "http://localhost:8400/a"),
        ("http://[::1]:0/b%20c", "http://[::1]:…/b%20c"), ("http://localhost/a", "http://localhost:…/a"),
    ])
    func `the redirect is shown with its port where that is fixed`(uri: String?, shown: String) throws {
        let settings = try settings(profile: uri.map { [.redirectURI: [$0]] } ?? [:])
        #expect(ConsoleContext(settings).redirectURI == shown)
    }

    @Test func `the first call of the console is to the resource that its profile was made from`() throws {
        let resource = "https://mcp.example/mcp"
        #expect(ConsoleContext(try settings(profile: [.api: [resource]])).firstTarget == "/")
        #expect(ConsoleContext(try settings(profile: [.api: [resource], .withinPath: [""]])).firstTarget == resource)
    }

    @Test func `a recording tells the keys that explain a session, and neither secrets nor files`() throws {
        let folder = TemporaryFolder()
        folder.write("4711", to: "file")
        let file = ["\(folder.path)/file"]
        let told = try settings(profile: [
            .clientSecretFile: file, .caFile: file, .tokenParameter: ["x=4711"], .api: ["https://api.example"],
            .prompt: ["login"], .idTokenAlg: ["ES256"], .trustedAudience: ["b", "a"], .withinPath: [""],
            .publicOnly: [""], .history: ["none"],
        ]).recorded
        #expect(
            told.members.map(\.name) == [
                "issuer", "client_id", "client_auth", "scope", "api", "redirect_uri", "prompt", "id_token_algorithms",
                "trusted_audiences", "within_path", "public_only", "store", "on_401", "ca_file", "timeout", "history",
            ])
        #expect(told["trusted_audiences"]?.strings == ["a", "b"])
        #expect(
            try settings().recorded.members.map(\.name) == [
                "issuer", "client_id", "client_auth", "scope", "api", "redirect_uri", "store", "on_401", "timeout",
            ])
        #expect(!told.serialized().contains("4711") && !told.serialized().contains(folder.path))
    }

    @Test func `what curl needs to connect as the profile does is known`() throws {
        #expect(ConsoleContext(try settings()).curlOptions == [])
        let folder = TemporaryFolder()
        for name in ["ca.pem", "c.pem", "k.pem"] { folder.write("x", to: name) }
        let settings = try settings(profile: [
            .caFile: ["\(folder.path)/ca.pem"], .cert: ["\(folder.path)/c.pem"], .key: ["\(folder.path)/k.pem"],
        ])
        #expect(
            ConsoleContext(settings).curlOptions == [
                "--cacert", "\(folder.path)/ca.pem", "--cert", "\(folder.path)/c.pem", "--key",
                "\(folder.path)/k.pem",
            ])
    }

    @Test func `what a public client can't do is known before the provider is asked`() throws {
        let environment = ["SESSION_CONSOLE_CLIENT_SECRET": "s"]
        let contexts = [ConsoleContext(try settings()), .demo, ConsoleContext(try settings(environment: environment))]
        #expect(contexts.map { $0.clientObstacles[.client]?.isFinal } == [true, true, nil])
        #expect(contexts.allSatisfy { $0.clientObstacles.keys.allSatisfy { $0 == .client } })
    }

    @Test func `without a choice of one's own everything has its documented default`() throws {
        let settings = try settings()
        #expect(settings.profile == "work")
        #expect(settings.client.issuer == "https://id.example")
        #expect(settings.client.clientID == "cli")
        #expect(settings.client.scope == ["openid", "profile", "email", "offline_access"])
        #expect(settings.client.apis.isEmpty)
        #expect(settings.client.unauthorizedPolicy == .refreshThenForceLogout)
        #expect(settings.client.authentication == .none)
        #expect(!settings.client.allowsPlainHTTP)
        #expect(!settings.client.pushesAuthorizationRequests)
        #expect(settings.redirectURI.absoluteString == "http://127.0.0.1:0/callback")
        #expect(settings.store == .file)
    }

    @Test func `the command line goes before the profile, whole lists included`() throws {
        let settings = try settings(
            [.clientID: ["other"], .api: ["https://a.example"], .scope: ["openid"]],
            profile: [.api: ["https://b.example", "https://c.example"], .scope: ["email"], .audience: ["orders"]])
        #expect(settings.client.clientID == "other")
        #expect(settings.client.apis.map(\.absoluteString) == ["https://a.example"])
        #expect(settings.client.scope == ["openid"])
        #expect(settings.client.audience == "orders")
    }

    @Test func `a secret alone means Basic, and an empty one in the environment is none`() throws {
        let variable = "SESSION_CONSOLE_CLIENT_SECRET"
        #expect(try settings(environment: [variable: "s3"]).client.authentication == .basic(Secret("s3")))
        #expect(try settings(environment: [variable: ""]).client.authentication == .none)
        #expect(
            try settings([.clientAuth: ["post"]], environment: [variable: "s3"]).client.authentication
                == .post(Secret("s3")))
        #expect(
            try settings([.clientAuth: ["none"]], environment: [variable: "s3"]).client.authentication == .none)
    }

    @Test func `a secret's file ends with a line break that is not part of it`() throws {
        let folder = TemporaryFolder()
        folder.write(" s3 \r\n\n", to: "secret")
        let settings = try settings([.clientSecretFile: ["\(folder.path)/secret"]])
        #expect(settings.client.authentication == .basic(Secret(" s3 ")))
    }

    @Test func `a certificate needs its key`() throws {
        let folder = TemporaryFolder()
        folder.write("certificate", to: "cert")
        folder.write("key", to: "key")
        #expect(message([.cert: ["\(folder.path)/cert"]])?.contains("--key is missing") == true)
        let transport = try settings([.cert: ["\(folder.path)/cert"], .key: ["\(folder.path)/key"]]).transport
        #expect(transport.clientCertificate?.certificateFile == "\(folder.path)/cert")
        #expect(transport.clientCertificate?.keyFile == "\(folder.path)/key")
    }

    @Test func `the time-out bounds requests and the credential helper`() throws {
        let settings = try settings([.store: ["helper:pass"], .timeout: ["7s"]])
        #expect(settings.transport.timeout == .seconds(7))
        guard case .helper(let helper) = settings.store else {
            Issue.record("the store is \(settings.store)")
            return
        }
        #expect(helper.name == "pass")
        #expect(helper.patience == .seconds(7))
        #expect(try self.settings([.store: ["memory"]]).store == .memory)
    }

    @Test(arguments: [
        (Option.api, "https:///orders"), (.api, "ftp://api.example"), (.proxy, "ftp://proxy.example"),
        (.proxy, "http://"), (.pin, "sha256//c2hvcnQ="), (.pin, "sha256//"),
        (.pin, "c2hhMjU2IG9mIHNvbWV0aGluZyB0aGF0IGlzIDMyIGI="), (.redirectURI, "http://localhost:8400/callback#a"),
        (.redirectURI, "urn:ietf:wg:oauth:2.0:oob"),
        (.timeout, "0s"), (.timeout, "-1s"), (.store, "helper:"), (.store, "helper:a/b"),
    ])
    func `a value that would fail later is refused at once`(option: Option, value: String) {
        #expect(message([option: [value]])?.contains("--\(option.name)") == true)
    }

    @Test(arguments: [
        (Option.proxy, "socks5h://127.0.0.1:1080"), (.proxy, "http://proxy.example:3128"),
        (.pin, "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="), (.redirectURI, "http://[::1]:0/cb"),
    ])
    func `a value of the right form is taken`(option: Option, value: String) {
        #expect(message([option: [value]]) == nil)
    }
}
