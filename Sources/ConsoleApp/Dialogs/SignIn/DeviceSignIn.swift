import FoundationEssentials
import SessionCore

/// A device sign-in that waits for the user's approval.
struct DeviceSignIn: Sendable {
    let prompt: DevicePrompt
    /// Made once; `nil` if the link is too long for one.
    let qrCode: QRCode?
    var nextPollAt: Date
    /// Whether the provider has asked for longer pauses.
    var isSlowedDown = false

    /// The link that contains the code, if the provider gives one, else the one without.
    var link: String { prompt.verificationURIComplete ?? prompt.verificationURI }

    init(_ prompt: DevicePrompt, at now: Date) {
        self.prompt = prompt
        qrCode = QRCode(prompt.verificationURIComplete ?? prompt.verificationURI)
        nextPollAt = now.addingTimeInterval(prompt.interval / .seconds(1))
    }

    mutating func adoptPoll(nextAt date: Date, slowDown: Bool) {
        nextPollAt = date
        isSlowedDown = isSlowedDown || slowDown
    }
}
