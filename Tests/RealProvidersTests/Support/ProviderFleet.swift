import CurlTransport
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// The providers and gateways that the script `Providers/start` runs.
struct ProviderFleet: Sendable {
    /// Where one provider is, and the API that lets nobody in without asking it about the token.
    struct Place: Sendable {
        var issuer: String
        var api: String
    }

    @TaskLocal private static var running: ProviderFleet?

    /// The Python that the providers were fetched for.
    let python: String
    /// Of the authority that signed every certificate here, as a PEM file.
    let certificateAuthorityFile: String
    /// What a client shows to prove who it is.
    let client: CurlTransport.ClientCertificate
    /// The PEM files of the keys by which a client signs who it is, by algorithm.
    private let signingKeyFiles: [String: String]
    /// The one that is registered where a provider insists on the port.
    let redirectURI: String
    private let places: [KnownProvider: Place]

    private init(_ json: JSONValue) throws {
        python = try #require(json["python"]?.string)
        certificateAuthorityFile = try #require(json["certificate_authority"]?.string)
        client = CurlTransport.ClientCertificate(
            certificateFile: try #require(json["client_certificate"]?.string),
            keyFile: try #require(json["client_key"]?.string))
        signingKeyFiles = try ["ES256", "RS256"].reduce(into: [:]) { files, algorithm in
            files[algorithm] = try #require(json["signing_keys"]?[algorithm]?.string)
        }
        redirectURI = try #require(json["redirect_uri"]?.string)
        places = try KnownProvider.allCases.reduce(into: [:]) { places, provider in
            let place = json[provider.rawValue]
            places[provider] = Place(
                issuer: try #require(place?["issuer"]?.string), api: try #require(place?["api"]?.string))
        }
    }

    /// Where that provider is.
    func place(of provider: KnownProvider) throws -> Place {
        try #require(places[provider])
    }

    /// The key by which a client signs who it is, by that algorithm.
    func signingKey(_ algorithm: String) throws -> ClientKey {
        try ClientKey(contentsOf: try #require(signingKeyFiles[algorithm]))
    }

    /// The fleet that the running test's suite has started.
    static var current: ProviderFleet {
        get throws { try #require(running, "no providers have been started") }
    }

    /// Starts it, lends it to the work and stops it, whatever the work throws.
    static func run(_ work: @Sendable () async throws -> Void) async throws {
        try await LentScript.run("Providers/start") { json in
            try await $running.withValue(try ProviderFleet(json), operation: work)
        }
    }
}

extension ClientKey {
    /// The key in a PEM file.
    init(contentsOf file: String) throws {
        self.init(pem: Secret(String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)))
    }
}

/// Starts the providers before a suite's first test and stops them after its last.
struct ProvidersTrait: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await ProviderFleet.run(function)
    }
}

extension Trait where Self == ProvidersTrait {
    static var providers: Self { ProvidersTrait() }
}
