import SessionCore

/// The parameters that the profile or the command line adds to an authorization request.
struct AuthorizationParameters: Sendable {
    /// `nil` means the flow's default; empty leaves the parameter out.
    var prompt: [String]?
    var maxAge: Duration?
    var acrValues: [String] = []
    var loginHint: String?
    var others: FormParameters = [:]

    /// Throws ``CommandFailure`` for a parameter that must not be set, and for an invalid value.
    init(_ values: SettingValues) throws(CommandFailure) {
        for (name, value) in try values.pairs(.authorizationParameter) {
            try ReservedParameter.require(
                name, outside: AuthorizationCodeFlow.reservedParameters, for: .authorizationParameter, values)
            switch name {
            case "prompt": prompt = Self.words(value)
            case "acr_values": acrValues = Self.words(value)
            case "login_hint": loginHint = value
            case "max_age":
                guard let seconds = Int64(value), (0...Int64(Int32.max)).contains(seconds) else {
                    throw values.malformed(
                        .authorizationParameter, "max_age is '\(value)', but must be a number of seconds")
                }
                maxAge = .seconds(seconds)
            default: others[name] = value
            }
        }
        // --prompt overrides a prompt among the other parameters, if both are on the command line or both in the
        // profile.
        let isGivenAmongOthers =
            values.invocation.values[.authorizationParameter]?.contains { $0.hasPrefix("prompt=") } ?? false
        if let text = values.given(.prompt) ?? (isGivenAmongOthers ? nil : values.text(.prompt)) {
            prompt = Self.words(text)
        }
    }

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
