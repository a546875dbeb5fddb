import FoundationEssentials
import JOSE

/// One attempt of the authorization code flow: what was made up for it, and what may come back to it.
///
/// A value of one sign-in; nothing of it is used for a second one.
struct AuthorizationAttempt: Sendable {
    let state: String
    /// `nil` where no ID token is asked for.
    let nonce: String?
    let verifier: CodeVerifier
    let redirectURI: String
    /// The `prompt` values that it asks for.
    let prompt: [String]

    init(
        redirectURI: URL, asksForIDToken: Bool, prompt: [String], provider: ProviderChannel
    ) throws(SessionError) {
        state = try provider.randomText()
        nonce = asksForIDToken ? try provider.randomText() : nil
        verifier = CodeVerifier(try provider.randomText())
        self.redirectURI = redirectURI.absoluteString
        self.prompt = prompt
    }

    /// Whether a redirect carries this attempt's `state`.
    func isAnswered(by url: URL) -> Bool {
        FormParameters(ofResponse: url)["state"].map { $0.hasSameBytes(as: state) } ?? false
    }

    /// The code that a redirect with this attempt's `state` brings, judged by RFC 6749 §4.1.2 and RFC 9207 §2.4.
    func code(in url: URL, metadata: ProviderMetadata) throws(SessionError) -> Secret {
        let response = FormParameters(ofResponse: url)
        if let name = response.repeatedName {
            throw .authorizationResponseMismatch("\(name) appears twice")
        }
        if let issuer = response["iss"] {
            guard issuer.hasSameBytes(as: metadata.issuer) else {
                throw .authorizationResponseMismatch("iss is \(issuer) instead of \(metadata.issuer)")
            }
        }
        if let code = response["error"] {
            throw .signInDenied(
                OAuthError(code: code, detail: response["error_description"], uri: response["error_uri"]))
        }
        if response["iss"] == nil, metadata.sendsIssuerInResponse {
            throw .authorizationResponseMismatch("iss is missing, but the provider announces that it sends iss")
        }
        guard let code = response["code"], !code.isEmpty else {
            throw .unintelligible("the redirect holds neither code nor error", during: .authorization)
        }
        return Secret(code)
    }
}

extension FormParameters {
    /// The parameters of a redirect URL.
    init(ofResponse url: URL) {
        self.init(decoding: url.query(percentEncoded: true) ?? "")
    }
}

/// The secret that proves that a code is redeemed by the client that asked for it (RFC 7636).
struct CodeVerifier: Sendable {
    let secret: Secret

    /// The text is 43 to 128 unreserved characters (RFC 7636 §4.1).
    init(_ text: String) {
        secret = Secret(text)
    }

    /// `BASE64URL(SHA256(ASCII(code_verifier)))` (RFC 7636 §4.2).
    var challenge: String { Base64URL.encode(Digest.sha256.hash(Array(secret.reveal().utf8))) }
}
