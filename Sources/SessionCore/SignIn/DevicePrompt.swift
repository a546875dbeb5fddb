public import FoundationEssentials

/// What a person needs for a device sign-in (RFC 8628 §3.2).
public struct DevicePrompt: Sendable, Hashable {
    /// The URI that the user opens (`verification_uri`), as received; only its length was checked.
    public let verificationURI: String
    /// The verification URI with the user code in it: for the QR code.
    public let verificationURIComplete: String?
    /// The code that the user types there (`user_code`), as received, hyphens included.
    public let userCode: String
    /// When the code expires, by this machine's clock, counted from the request.
    public let expiresAt: Date
    /// How long to wait between two polls.
    public let interval: Duration

    /// Creates a prompt, for previews and tests; a ``DeviceFlow`` makes its own.
    public init(
        verificationURI: String, verificationURIComplete: String?, userCode: String, expiresAt: Date, interval: Duration
    ) {
        self.verificationURI = verificationURI
        self.verificationURIComplete = verificationURIComplete
        self.userCode = userCode
        self.expiresAt = expiresAt
        self.interval = interval
    }
}
