import FoundationEssentials
import TestSupport
import Testing

/// How a client of `Clients/proven` is run, by the language of its file.
enum ProvenLanguage: String {
    case python = "py"
    case ruby = "rb"
    case perl = "pl"
    case node = "js"
    case rust = "rs"
    case go, c, java, php

    /// Debian's packages that it needs, with those of the clients' libraries.
    private var packages: String {
        switch self {
        case .python: "python3-venv"
        case .ruby: "ruby-oauth2 ruby-openid-connect"
        case .perl: "libhttp-daemon-perl liblwp-authen-oauth2-perl"
        case .node: "node-express"
        case .go: "golang-go golang-golang-x-oauth2-dev"
        case .c: "gcc"
        case .java: "default-jdk-headless libgoogle-oauth-client-java"
        case .php: "php-cli php-curl"
        case .rust: "cargo"
        }
    }

    private static let classes = [
        "google-oauth-client", "google-http-client", "google-http-client-gson", "gson", "guava", "opencensus-api",
        "opencensus-contrib-http-util", "grpc-context",
    ].map { "/usr/share/java/\($0).jar" }.joined(separator: ":")

    /// The words that run a client, which is compiled into the folder where its language wants that.
    static func words(for file: String, in folder: String) async throws -> [String] {
        let parts = file.split(separator: ".")
        let language = try #require(ProvenLanguage(rawValue: String(parts[1])), "nothing runs \(file)")
        let path = ClientSet.path(of: "proven/\(file)")
        let program = "\(folder)/client"
        switch language {
        case .python: return [try ClientSet.current.python, path]
        case .ruby: return ["ruby", path]
        case .perl: return ["perl", path]
        case .node: return ["node", path]
        case .php: return ["php", path]
        case .rust:
            try await language.build([ClientSet.path(of: "proven/with_crates"), path, folder], in: folder)
            return ["\(folder)/target/debug/client"]
        case .go:
            try await language.build(
                ["go", "build", "-o", program, path, ClientSet.path(of: "proven/loopback.go")], in: folder)
            return [program]
        case .c:
            let debian = try ClientSet.current.debian + "/usr"
            let places = try FileManager.default.contentsOfDirectory(atPath: "\(debian)/lib")
            let libraries = places.filter { $0.hasSuffix("-linux-gnu") }.map { "\(debian)/lib/\($0)" }
            // Libraries that these libraries need are found by a run path of the older kind alone.
            try await language.build(
                ["gcc", "-o", program, path, "-Wl,--disable-new-dtags", "-I\(debian)/include", "-liddawc", "-lulfius"]
                    + libraries.flatMap { ["-L\($0)", "-Wl,-rpath,\($0)", "-Wl,-rpath-link,\($0)"] }, in: folder)
            return [program]
        case .java:
            try await language.build(["javac", "-cp", classes, "-d", folder, path], in: folder)
            return ["java", "-cp", "\(classes):\(folder)", String(parts[0])]
        }
    }

    private func build(_ words: [String], in folder: String) async throws {
        let result = try await blocking {
            try Subprocess(
                "/usr/bin/env", words,
                environment: [
                    "PATH": "/usr/local/bin:/usr/bin:/bin", "GO111MODULE": "off", "GOPATH": "/usr/share/gocode",
                    "GOCACHE": "\(folder)/go",
                ]
            ).finish(within: .seconds(900))
        }
        #expect(result.status == 0, "apt-get install \(packages): \(result.errorText)")
    }
}
