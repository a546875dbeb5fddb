extension CommandContext {
    var profileName: String {
        get { invocation.value(of: .profile) ?? "default" }
        set { invocation.values[.profile] = [newValue] }
    }

    var namesProfile: Bool { invocation.contains(.profile) }

    /// The values of the options alone, whatever a profile says.
    var commandLine: SettingValues { SettingValues(invocation: invocation, profile: Profile(name: profileName)) }

    func folders() throws(CommandFailure) -> Folders { try Folders(environment: environment) }

    /// The named profile, or else `default`, which need not exist if the options suffice.
    func profile() throws(CommandFailure) -> Profile {
        let folder = ProfileFolder(path: try folders().profiles)
        do {
            return try folder.load(profileName)
        } catch .unknown where !namesProfile && namedIssuer != nil {
            return Profile(name: profileName)
        } catch {
            throw CommandFailure(error)
        }
    }

    func settings() throws(CommandFailure) -> ProviderSettings {
        try ProviderSettings(invocation: invocation, profile: try profile(), environment: environment)
    }

    /// The values for a command that works without a provider.
    func settingValues() throws(CommandFailure) -> SettingValues {
        let folder = ProfileFolder(path: try folders().profiles)
        do {
            return SettingValues(invocation: invocation, profile: try folder.load(profileName))
        } catch .unknown where !namesProfile {
            return commandLine
        } catch {
            throw CommandFailure(error)
        }
    }
}
