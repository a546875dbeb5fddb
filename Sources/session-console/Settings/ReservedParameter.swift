import SessionCore

/// A parameter of a request that the program sets, and nobody else may.
enum ReservedParameter {
    /// Throws ``CommandFailure`` where one of the option's pairs is reserved, and says how it is set.
    static func require(
        _ name: String, outside reserved: Set<String>, for option: Option, _ values: SettingValues
    ) throws(CommandFailure) {
        guard reserved.contains(name) else { return }
        throw values.malformed(option, "\(name) can't be set: \(owner(of: name))")
    }

    private static func owner(of name: String) -> String {
        switch name {
        case "scope", "audience", "resource": "use --\(name)"
        case "client_id": "use --client-id"
        case "client_secret": "use --client-secret-file"
        case "redirect_uri": "use --redirect-uri"
        case "username": "use --username"
        default: "the sign-in sets it itself"
        }
    }
}

extension FormParameters {
    /// The parameters that the profile or the command line adds to token requests.
    ///
    /// Throws ``CommandFailure`` for one that must not be set.
    init(tokenRequestsBy values: SettingValues) throws(CommandFailure) {
        self.init()
        for (name, value) in try values.pairs(.tokenParameter) {
            try ReservedParameter.require(
                name, outside: ClientConfiguration.reservedTokenParameters, for: .tokenParameter, values)
            add(name, value)
        }
    }
}
