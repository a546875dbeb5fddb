import JOSE
import SessionCore

/// A key of a profile: its option, and what a recording tells of it, which is neither a secret nor the name of a file.
struct ToldSetting: Sendable {
    let option: Option
    /// Whether a call for the same session repeats the option: not what is about one call, and not the APIs, which
    /// ``ProgramCall`` knows.
    let isInCalls: Bool
    /// The value of a recording's header; `nil` where it goes without saying.
    let told: @Sendable (ProviderSettings) -> JSONValue?

    init(_ option: Option, isInCalls: Bool = true, told: @escaping @Sendable (ProviderSettings) -> JSONValue?) {
        (self.option, self.isInCalls, self.told) = (option, isInCalls, told)
    }

    @Sendable static func nothing(of _: ProviderSettings) -> JSONValue? { nil }
}

extension ProviderSettings {
    /// The settings that explain what a session does.
    var recorded: JSONObject {
        JSONObject(
            (ToldSetting.provider + ToldSetting.console).compactMap { setting in
                setting.told(self).map { (setting.option.profileKey, $0) }
            })
    }
}
