import ConsoleApp
import FoundationEssentials

extension ProgramCall {
    /// The call that leads to the session which this command line works with.
    init(_ invocation: Invocation, profile: Profile) {
        self.init(profile: profile.name)
        for option in OptionName.provider where !Self.passing.contains(option) {
            for value in invocation.values[option] ?? [] {
                guard option.description.argument != nil else {
                    options.append("--\(option.rawValue)")
                    continue
                }
                let shown = option == .proxy ? Self.withoutCredentials(value) : value
                options += ["--\(option.rawValue)", shown]
            }
        }
    }

    /// Options that concern one call and not the session.
    private static let passing: Set<OptionName> = [.timeout, .on401, .api]

    /// A proxy's URL may hold a password, which is nobody's to read on a screen.
    private static func withoutCredentials(_ proxy: String) -> String {
        guard var url = URLComponents(string: proxy), url.user != nil || url.password != nil else { return proxy }
        (url.user, url.password) = (nil, nil)
        return url.string ?? ""
    }
}
