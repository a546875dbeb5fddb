extension CommandContext {
    func folders() throws(CommandFailure) -> Folders { try Folders(environment: environment) }

    /// The named profile, or else `default`, which need not exist if the options suffice.
    func profile() throws(CommandFailure) -> Profile {
        let name = invocation.value(of: .profile) ?? "default"
        let folder = ProfileFolder(path: try folders().profiles)
        do {
            return try folder.load(name)
        } catch .unknown where !invocation.contains(.profile) && invocation.contains(.issuer) {
            return Profile(name: name)
        } catch {
            throw CommandFailure(error)
        }
    }

    func settings() throws(CommandFailure) -> ProviderSettings {
        try ProviderSettings(invocation: invocation, profile: try profile(), environment: environment)
    }

    /// The values of the options alone, for commands that work without a provider.
    func settingValues() throws(CommandFailure) -> SettingValues {
        let name = invocation.value(of: .profile) ?? "default"
        let folder = ProfileFolder(path: try folders().profiles)
        do {
            return SettingValues(invocation: invocation, profile: try folder.load(name))
        } catch .unknown where !invocation.contains(.profile) {
            return SettingValues(invocation: invocation, profile: Profile(name: name))
        } catch {
            throw CommandFailure(error)
        }
    }
}
