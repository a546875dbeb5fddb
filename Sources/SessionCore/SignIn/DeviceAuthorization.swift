import FoundationEssentials
import JOSE

/// The answer of the device authorization endpoint (RFC 8628 §3.2).
struct DeviceAuthorization: Sendable {
    let deviceCode: Secret
    let userCode: String
    let verificationURI: String
    let verificationURIComplete: String?
    let lifetime: Duration
    let interval: Duration

    /// Reads the answer.
    ///
    /// `interval` is 5 s where it is absent and never below one second. `expires_in`, which RFC 8628 requires, is
    /// 5 minutes where it is missing, and a day at most. `verification_url` is what an early draft called the URI.
    init(_ object: JSONObject) throws(SessionError) {
        func text(_ name: String) -> String? {
            object[name]?.string.flatMap { $0.isEmpty ? nil : $0 }
        }
        for name in ["user_code", "verification_uri", "verification_url"] {
            guard text(name)?.utf8.count ?? 0 <= Scrubber.limit else {
                throw .unintelligible("\(name) is too long to be shown", during: .deviceAuthorization)
            }
        }
        func seconds(_ name: String) -> Double? {
            object[name]?.double ?? object[name]?.string.flatMap { Double($0) }
        }
        guard let deviceCode = text("device_code") else {
            throw .unintelligible("device_code is missing", during: .deviceAuthorization)
        }
        guard let userCode = text("user_code") else {
            throw .unintelligible("user_code is missing", during: .deviceAuthorization)
        }
        guard let verificationURI = text("verification_uri") ?? text("verification_url") else {
            throw .unintelligible("verification_uri is missing", during: .deviceAuthorization)
        }
        self.deviceCode = Secret(deviceCode)
        self.userCode = userCode
        self.verificationURI = verificationURI
        let complete = text("verification_uri_complete") ?? text("verification_url_complete")
        verificationURIComplete = complete.flatMap { $0.utf8.count <= Scrubber.limit ? $0 : nil }
        lifetime = .seconds(min(max(0, seconds("expires_in") ?? 300), 86_400))
        interval = .seconds(min(max(1, seconds("interval") ?? 5), 3_600))
    }

    func prompt(requestedAt: Date) -> DevicePrompt {
        DevicePrompt(
            verificationURI: verificationURI, verificationURIComplete: verificationURIComplete, userCode: userCode,
            expiresAt: requestedAt + lifetime.seconds, interval: interval)
    }
}
