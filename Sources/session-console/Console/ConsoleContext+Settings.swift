import ConsoleApp
import CurlTransport
import FoundationEssentials
import SessionCore

extension ConsoleContext {
    init(_ settings: ProviderSettings) {
        self.init(
            profile: settings.profile, issuer: settings.client.issuer, api: settings.client.apis.first,
            tokenCommand: settings.store == .memory ? nil : settings.call("token"))
        opensResources = true
        redirectURI = settings.receivesRedirect ? Self.shown(settings.redirectURI) : settings.redirectURI.absoluteString
        clientObstacles = SignInFlowKind.obstacles(for: settings.client.authentication)
        unauthorizedPolicy = settings.client.unauthorizedPolicy
        refreshDeadline = settings.client.refreshDeadline
        furtherAPIs = Array(settings.client.apis.dropFirst())
        // The resource itself: a path would be one below it.
        if settings.client.keepsTokenToPaths, let resource = settings.client.apis.first {
            firstTarget = resource.absoluteString
        }
        let files = [
            ("--cacert", settings.transport.certificateAuthorityFile),
            ("--cert", settings.transport.clientCertificate?.certificateFile),
            ("--key", settings.transport.clientCertificate?.keyFile),
        ]
        curlOptions = files.flatMap { name, path in path.map { [name, $0] } ?? [] }
    }

    private static func shown(_ redirectURI: URL) -> String {
        let text = redirectURI.absoluteString
        guard (redirectURI.port ?? 0) == 0, let host = redirectURI.host(percentEncoded: true) else { return text }
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return "http://\(name):…" + redirectURI.path(percentEncoded: true)
    }
}
