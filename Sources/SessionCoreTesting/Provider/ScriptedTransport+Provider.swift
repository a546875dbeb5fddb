import Addresses
import FoundationEssentials
import JOSE
import SessionCore

extension ScriptedTransport {
    /// Publishes the metadata of a provider (OpenID Connect Discovery §4), and its keys where it signs ID tokens.
    ///
    /// Its endpoints are `/token`, `/userinfo`, `/revoke` and `/logout` below the issuer, and the keys are at `/keys`.
    /// What these answer is the test's: `transport.always("/token", .tokens())`.
    public func publishProvider(_ issuer: String, signer: IDTokenSigner? = nil) {
        let path = URL(given: issuer)?.path ?? ""
        let document: JSONObject = [
            "issuer": .string(issuer), "token_endpoint": .string("\(issuer)/token"),
            "userinfo_endpoint": .string("\(issuer)/userinfo"), "revocation_endpoint": .string("\(issuer)/revoke"),
            "end_session_endpoint": .string("\(issuer)/logout"), "jwks_uri": .string("\(issuer)/keys"),
        ]
        always("\(path)/.well-known/openid-configuration", .json(document.serialized()))
        if let signer { always("\(path)/keys", .json(signer.keySet)) }
    }
}
