import ConsoleApp
import SessionCore

extension ConsoleContext {
    init(_ settings: ProviderSettings) {
        self.init(
            profile: settings.profile, issuer: settings.client.issuer, api: settings.client.apis.first,
            tokenCommand: settings.store == .memory ? nil : settings.call("token"))
        refreshDeadline = settings.client.refreshDeadline
        furtherAPIs = Array(settings.client.apis.dropFirst())
    }
}
