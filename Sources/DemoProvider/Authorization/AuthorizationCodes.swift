import FoundationEssentials
import JOSE

/// Authorization codes: short-lived, and valid once (RFC 6749 §4.1.2).
struct AuthorizationCodes: Sendable {
    struct Entry: Sendable {
        let session: ProviderSession
        let scope: Scope
        let redirectURI: String
        /// The S256 code challenge (RFC 7636 §4.2).
        let codeChallenge: String?
        /// The thumbprint of the key that its redemption must prove to hold (RFC 9449 §10).
        let proofKey: String?
        let expiresAt: Date
    }

    struct Presentation: Sendable {
        let code: String
        let clientID: String
        let redirectURI: String?
        let codeVerifier: String?
        let proofKey: String?
    }

    enum Refusal: Error, Sendable, Hashable {
        case unknown
        case expired
        case otherClient
        case redirectURIMismatch(sent: String?, expected: String)
        case codeVerifierMissing
        case codeVerifierMalformed
        case codeVerifierMismatch
        /// A verifier without a challenge: somebody has removed the challenge (RFC 9700 §4.8.2).
        case codeVerifierUnasked
        case otherKey
        /// The second use revokes the tokens issued at the first (RFC 6749 §4.1.2).
        case reused(sessionID: String)
    }

    static let lifetime = Duration.seconds(60)

    private var records = Unfinished<Entry>()
    /// The sessions begun by spent codes.
    private var spent = Unfinished<String>()

    var count: Int { records.count + spent.count }

    mutating func add(_ code: String, _ record: Entry) {
        records.add(code, record, expiresAt: record.expiresAt)
    }

    /// Redeems a code, which is then spent, even if the presentation is refused, unless another client presented it.
    ///
    /// A flawed provider does not spend it, or does not look at the verifier.
    mutating func redeem(
        _ presentation: Presentation, at now: Date, spendsCode: Bool = true, checksVerifier: Bool = true,
        demandsVerifier: Bool = false
    ) throws(Refusal) -> Entry {
        if let sessionID = spent[presentation.code] { throw .reused(sessionID: sessionID) }
        guard let record = records[presentation.code] else { throw .unknown }
        guard record.session.clientID == presentation.clientID else { throw .otherClient }
        if spendsCode {
            records[presentation.code] = nil
            spent.add(presentation.code, record.session.id, expiresAt: now)
        }
        guard now < record.expiresAt else { throw .expired }
        guard record.redirectURI == presentation.redirectURI else {
            throw .redirectURIMismatch(sent: presentation.redirectURI, expected: record.redirectURI)
        }
        if demandsVerifier, presentation.codeVerifier == nil { throw .codeVerifierMissing }
        if checksVerifier { try Self.check(presentation.codeVerifier, against: record.codeChallenge) }
        if let key = record.proofKey, key != presentation.proofKey { throw .otherKey }
        return record
    }

    private static func check(_ verifier: String?, against challenge: String?) throws(Refusal) {
        guard let challenge else {
            guard verifier == nil else { throw .codeVerifierUnasked }
            return
        }
        guard let verifier else { throw .codeVerifierMissing }
        guard CodeChallenge.isValidVerifier(verifier) else { throw .codeVerifierMalformed }
        guard CodeChallenge.matches(challenge, verifier: verifier) else { throw .codeVerifierMismatch }
    }
}
