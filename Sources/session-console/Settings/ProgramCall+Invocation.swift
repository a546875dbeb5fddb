import ConsoleApp
import FoundationEssentials

extension ProgramCall {
    /// The call for the same session as this command line's.
    init(_ invocation: Invocation, profile: Profile) {
        self.init(profile: profile.name)
        apis = SettingValues(invocation: invocation, profile: Profile(name: profile.name)).apis
        for option in ToldSetting.provider.filter(\.isInCalls).map(\.option) {
            for value in invocation.values[option] ?? [] {
                guard option.argument != nil else {
                    options.append("--\(option.name)")
                    continue
                }
                options += ["--\(option.name)", Self.withoutCredentials(value)]
            }
        }
    }

    /// Removes the user name and password from a URL, as a proxy's may have them: it is shown on the screen.
    private static func withoutCredentials(_ text: String) -> String {
        guard var url = URLComponents(string: text), url.user != nil || url.password != nil else { return text }
        (url.user, url.password) = (nil, nil)
        return url.string ?? ""
    }
}
