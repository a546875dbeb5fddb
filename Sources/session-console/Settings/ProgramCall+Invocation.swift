import ConsoleApp
import FoundationEssentials

extension ProgramCall {
    /// The call for the same session as this command line's.
    init(_ invocation: Invocation, profile: Profile) {
        self.init(profile: profile.name)
        apis = invocation.values[.api] ?? []
        for option in Option.provider where !Self.passing.contains(option) {
            for value in invocation.values[option] ?? [] {
                guard option.argument != nil else {
                    options.append("--\(option.name)")
                    continue
                }
                let shown = option == .proxy ? Self.withoutCredentials(value) : value
                options += ["--\(option.name)", shown]
            }
        }
    }

    /// Options that belong to one call, not to the session.
    private static let passing: Set<Option> = [.timeout, .maxTime, .on401, .api]

    /// Removes the user name and password from a proxy's URL, which is shown on the screen.
    private static func withoutCredentials(_ proxy: String) -> String {
        guard var url = URLComponents(string: proxy), url.user != nil || url.password != nil else { return proxy }
        (url.user, url.password) = (nil, nil)
        return url.string ?? ""
    }
}
