public import FoundationEssentials

/// What a person needs for a device sign-in (RFC 8628 §3.2).
public struct DevicePrompt: Sendable, Hashable {
    public let verificationURI: String
    /// The same with the user code in it: for the QR code.
    public let verificationURIComplete: String?
    public let userCode: String
    public let expiresAt: Date
    /// How long to wait between two polls.
    public let interval: Duration

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
