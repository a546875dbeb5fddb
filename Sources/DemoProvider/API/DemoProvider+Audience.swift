import HTTPServer
import JOSE

extension DemoProvider {
    /// What the access tokens of a request are going to be for: the resources that it names (RFC 8707 §2), or else all
    /// that was granted before, or the whole API.
    func audience(of form: FormItems, grantedBefore granted: TokenAudience? = nil) throws(ErrorAnswer) -> TokenAudience
    {
        var uris: [String] = []
        for uri in form.values(named: "resource") where !uris.contains(uri) {
            guard !flaws.chain.contains(.refusedResource) else {
                throw ErrorAnswer(.invalidTarget, "resource is not supported")
            }
            guard isResource(uri) else {
                throw ErrorAnswer(
                    .invalidTarget,
                    "the resource \(ErrorAnswer.quoted(uri)) is unknown; known are \(api) and its protected paths")
            }
            guard granted?.covers(uri) ?? true else {
                throw ErrorAnswer(.invalidTarget, "the resource \(ErrorAnswer.quoted(uri)) was not granted")
            }
            uris.append(uri)
        }
        return uris.isEmpty ? granted ?? TokenAudience([api]) : TokenAudience(uris)
    }

    private func isResource(_ uri: String) -> Bool {
        guard uri.hasPrefix(api) else { return false }
        let path = uri.dropFirst(api.count)
        return path.isEmpty || path == "/" || Self.resources.contains { $0.isProtected && $0.path == path }
    }
}
