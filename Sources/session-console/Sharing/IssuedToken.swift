import ConsoleApp
import FoundationEssentials
import SessionCore

/// A token that is handed to another program.
struct IssuedToken: Sendable {
    let value: Secret
    let expiresAt: Date?
    /// When the next call refreshes it, where that is known: readers that keep it ask again then.
    var renewedFrom: Date?
    /// Whether requests with it need a proof of a key (RFC 9449).
    var isBound = false
}

extension IssuedToken {
    init(_ token: AccessToken, renewedFrom: Date?) {
        self.init(
            value: token.value, expiresAt: token.expiresAt, renewedFrom: renewedFrom,
            isBound: token.field.reveal() != "Bearer \(token.value.reveal())")
    }
}

/// A token that another program can present as it is, and that means nothing else in whatever grammar it is written
/// into: every form of output but the bare one takes this.
struct BearerToken: Sendable {
    /// `b64token` (RFC 6750 §2.1).
    let text: String
    let expiresAt: Date?
    let renewedFrom: Date?

    /// Throws where the token needs proofs, and where a server gave one that no Bearer field can have.
    init(_ token: IssuedToken, for call: ProgramCall) throws(CommandFailure) {
        guard !token.isBound else {
            throw CommandFailure(
                .failed,
                "The token is bound to a key (DPoP): each request needs a proof, which other tools don't make.",
                advice: "Send requests with: \(call("request", "URL")), or print the bare token with --format raw")
        }
        let text = token.value.reveal()
        guard text.isB64Token else {
            throw CommandFailure(
                .failed,
                "The token has characters that no Bearer token may have (RFC 6750 §2.1): other tools would misread it.",
                advice: "Print it as it is with --format raw, or send requests with: \(call("request", "URL"))")
        }
        (self.text, expiresAt, renewedFrom) = (text, token.expiresAt, token.renewedFrom)
    }
}
