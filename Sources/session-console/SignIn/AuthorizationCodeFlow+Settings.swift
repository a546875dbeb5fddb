import FoundationEssentials
import SessionCore

extension AuthorizationCodeFlow {
    /// A flow with the parameters that the profile asks for.
    ///
    /// Throws ``CommandFailure`` for a parameter whose value can't be one.
    init(
        _ settings: ProviderSettings, receivers: [any RedirectReceiver],
        present: @escaping @Sendable (URL) async -> Void
    ) throws(CommandFailure) {
        self.init(receivers: receivers, present: present)
        for (name, value) in settings.authorizationParameters.sorted(by: { $0.key < $1.key }) {
            switch name {
            case "prompt": prompt = value.split(separator: " ").map(String.init)
            case "acr_values": acrValues = value.split(separator: " ").map(String.init)
            case "login_hint": loginHint = value
            case "max_age":
                guard let seconds = Int64(value), seconds >= 0 else {
                    throw CommandFailure(
                        .badCommandLine,
                        "max_age of the profile '\(settings.profile)' is '\(value)', but must be a number of seconds.")
                }
                maxAge = .seconds(seconds)
            default: extraParameters[name] = value
            }
        }
    }
}
