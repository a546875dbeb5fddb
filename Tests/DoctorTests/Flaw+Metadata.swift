import Addresses
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport

@testable import Doctor

extension Flaw {
    private static let openID = ImaginaryProvider.places[1]

    static let ofMetadata = [
        Flaw("metadata-places", .fault, "nowhere") { provider in
            for place in ImaginaryProvider.places { provider.answers[place] = .answer(404) }
        },
        Flaw("metadata-places", .fault, "not at OpenID Connect's, which is demanded") { provider in
            provider.answers[openID] = .answer(404)
            provider.demands = .oidc
        },
        Flaw("metadata-answers", .fault, "a web page at the first") {
            $0.answers[ImaginaryProvider.places[0]] = .answer(200, headers: ["Content-Type": "text/html"], text: "<p>")
        },
        Flaw("metadata-answers", .fault, "500 at the second") { $0.answers[openID] = .answer(500) },
        Flaw("metadata-answers", .fault, "a redirect to http at the second") {
            $0.answers[openID] = .answer(302, headers: ["Location": "http://as.example/there"])
        },
        Flaw("metadata-type", .fault, "as text") { $0.metadataFields["Content-Type"] = "text/plain" },
        Flaw("metadata-redirects", .note, "to another path") { provider in
            provider.answers[openID] = .answer(302, headers: ["Location": "/there"])
            provider.answers["/there"] = provider.metadataAnswer(provider.metadata)
        },
        Flaw("metadata-agreement", .fault, "another token endpoint") { provider in
            var other = provider.metadata
            other["token_endpoint"] = "https://as.example/token2"
            provider.answers["/token2"] = .refusal("invalid_client", status: 401)
            provider.answers[openID] = provider.metadataAnswer(other)
        },
        Flaw("metadata-caching", .note, "no field") { $0.metadataFields["Cache-Control"] = nil },
        Flaw("metadata-caching", .note, "no-store") { $0.metadataFields["Cache-Control"] = "no-store, max-age=0" },
        Flaw("issuer-identical", .fault, "a slash more") { $0.metadata["issuer"] = "https://as.example/" },
        Flaw("issuer-identical", .fault, "another host") { $0.metadata["issuer"] = "https://other.example" },
        Flaw("issuer-identical", .note, "a slash more than was typed") { provider in
            provider.metadata["issuer"] = "https://as.example/"
            provider.answers["/"] = .answer(404)
            provider.answers[""] = .answer(404)
            provider.subject = URL(given: "https://as.example").map { .url($0) }
        },
        Flaw("issuer-form", .note, "a slash at its end") { provider in
            provider.metadata["issuer"] = "https://as.example/"
            provider.subject = .provider(issuer: "https://as.example/", resource: nil)
        },
        Flaw("issuer-form", .fault, "plain http") { provider in
            provider.metadata["issuer"] = "http://as.example"
            provider.subject = .provider(issuer: "http://as.example", resource: nil)
        },
        Flaw("endpoints-present", .fault, "no token endpoint") { $0.metadata["token_endpoint"] = nil },
        Flaw("endpoints-https", .fault, "plain http") {
            $0.metadata["revocation_endpoint"] = "http://as.example/revoke"
        },
        Flaw("endpoints-usable", .fault, "a private network") {
            $0.metadata["userinfo_endpoint"] = "https://10.0.0.1/userinfo"
        },
        Flaw("endpoints-usable", .fault, "a user name") {
            $0.metadata["introspection_endpoint"] = "https://as.example@other.example/introspect"
        },
        Flaw("endpoints-origin", .note, "another host") {
            $0.metadata["introspection_endpoint"] = "https://other.example/introspect"
        },
        Flaw("pkce", .fault, "plain only") { $0.metadata["code_challenge_methods_supported"] = ["plain"] },
        Flaw("pkce", .note, "plain too") { $0.metadata["code_challenge_methods_supported"] = ["S256", "plain"] },
        Flaw("pkce", .note, "not listed") { $0.metadata["code_challenge_methods_supported"] = nil },
        Flaw("pkce", .fault, "not listed, which MCP demands") { provider in
            provider.metadata["code_challenge_methods_supported"] = nil
            provider.demands = .oldMCP
            provider.metadata["client_id_metadata_document_supported"] = true
        },
        Flaw("issuer-in-response", .note, "not announced") {
            $0.metadata["authorization_response_iss_parameter_supported"] = nil
        },
        Flaw("grant-types", .note, "no code") {
            $0.metadata["grant_types_supported"] = [
                "refresh_token", "urn:ietf:params:oauth:grant-type:device_code",
            ]
        },
        Flaw("grant-types", .note, "no refresh token") {
            $0.metadata["grant_types_supported"] = [
                "authorization_code", "urn:ietf:params:oauth:grant-type:device_code",
            ]
        },
        Flaw("response-types", .fault, "not listed") { $0.metadata["response_types_supported"] = nil },
        Flaw("response-types", .fault, "no code") { $0.metadata["response_types_supported"] = ["id_token"] },
        Flaw("client-authentication", .note, "secrets only") {
            $0.metadata["token_endpoint_auth_methods_supported"] = ["client_secret_post"]
        },
        Flaw("scopes", .note, "no openid") { $0.metadata["scopes_supported"] = ["read"] },
        Flaw("response-types", .fault, "not listed at the first place") { provider in
            var other = provider.metadata
            other["response_types_supported"] = nil
            provider.answers[ImaginaryProvider.places[0]] = provider.metadataAnswer(other)
        },
        Flaw("openid-members", .fault, "the keys only at the first place") { provider in
            var other = provider.metadata
            other["jwks_uri"] = nil
            provider.answers[openID] = provider.metadataAnswer(other)
        },
        Flaw("pkce", .fault, "not listed where a client of MCP reads") { provider in
            var other = provider.metadata
            other["code_challenge_methods_supported"] = nil
            provider.answers[ImaginaryProvider.places[0]] = provider.metadataAnswer(other)
            provider.demands = .oldMCP
            provider.metadata["client_id_metadata_document_supported"] = true
        },
        Flaw("openid-members", .fault, "no subject types") { $0.metadata["subject_types_supported"] = nil },
        Flaw("id-token-algorithms", .note, "no RS256") {
            $0.metadata["id_token_signing_alg_values_supported"] = ["ES256"]
        },
        Flaw("id-token-algorithms", .note, "unsigned too") {
            $0.metadata["id_token_signing_alg_values_supported"] = ["RS256", "none"]
        },
    ]
}
