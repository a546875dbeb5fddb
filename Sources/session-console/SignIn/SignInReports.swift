import FoundationEssentials
import Recordings
import SessionCore

/// What `login --json` prints for the flow code before it waits.
struct AuthorizationLink: RecordedByMembers {
    let url: String

    static let members = Members(Self.init(url:), .needed("authorization_url", \.url))
}

/// What `login --json` prints for the flow device before it waits.
struct DeviceLink: RecordedByMembers {
    let verificationURI: String
    let verificationURIComplete: String?
    let userCode: String
    /// How many whole seconds the code is valid.
    let expiresIn: Int

    static let members = Members(
        Self.init(verificationURI:verificationURIComplete:userCode:expiresIn:),
        .needed("verification_uri", \.verificationURI),
        .optional("verification_uri_complete", \.verificationURIComplete), .needed("user_code", \.userCode),
        .needed("expires_in", \.expiresIn))
}

extension DeviceLink {
    init(_ prompt: DevicePrompt, now: Date) {
        self.init(
            verificationURI: prompt.verificationURI, verificationURIComplete: prompt.verificationURIComplete,
            userCode: prompt.userCode,
            expiresIn: Int(max(0, prompt.expiresAt.timeIntervalSince(now).rounded())))
    }
}
