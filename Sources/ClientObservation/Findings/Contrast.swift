/// What a message has beside what is known of it from elsewhere.
package struct Contrast: Sendable, Hashable {
    /// Where the other value is known from.
    package enum Source: String, Sendable, CaseIterable {
        case registration, metadata
        case authorizationRequest = "authorization_request"
        case session
    }

    /// As the RFCs spell it: `redirect_uri`.
    package let parameter: String
    package let found: String
    package let known: String
    package let source: Source

    package init(parameter: String, found: String, known: String, source: Source) {
        self.parameter = parameter
        self.found = found
        self.known = known
        self.source = source
    }

    /// `nil` where one of the two is not known.
    init?(_ parameter: String, _ found: String?, _ known: String?, of source: Source) {
        guard let found, let known else { return nil }
        self.init(parameter: parameter, found: found, known: known, source: source)
    }

    /// Each a list of names, such as scopes.
    init?(_ parameter: String, _ found: Set<String>?, _ known: Set<String>?, of source: Source) {
        self.init(parameter, found.map(Self.words), known.map(Self.words), of: source)
    }

    package var words: String { "\(parameter) is \(found), \(source.words): \(known)" }

    private static func words(_ names: Set<String>) -> String {
        names.isEmpty ? "nothing" : names.sorted().joined(separator: " ")
    }
}

extension Contrast.Source {
    fileprivate var words: String {
        switch self {
        case .registration: "registered"
        case .metadata: "in the metadata"
        case .authorizationRequest: "in the authorization request"
        case .session: "granted"
        }
    }
}
