import JOSE

/// The security schemes of a document, and what its calls require of them.
struct OpenAPISecurity {
    /// The most sets of schemes of which a call requires one.
    private static let setLimit = 20

    /// The schemes that the session's token serves.
    private var bearers: Set<String> = []
    /// What the others ask for; client certificates are the connection's.
    private var others: [String: String] = [:]

    init(_ references: OpenAPIReferences) {
        for scheme in references.root["components"]?["securitySchemes"]?.object?.members ?? [] {
            let value = references.followed(scheme.value)
            let kind = value?["scheme"]?.string?.lowercased()
            switch value?["type"]?.string {
            case "oauth2", "openIdConnect": bearers.insert(scheme.name)
            case "http" where kind == "bearer": bearers.insert(scheme.name)
            case "http": others[scheme.name] = kind == "basic" ? "HTTP Basic" : "HTTP \(kind ?? "authentication")"
            case "apiKey":
                let place = value?["in"]?.string ?? "request"
                others[scheme.name] = "an API key in the \(place) \(value?["name"]?.string ?? "")"
            default: break
            }
        }
    }

    private func sets(_ security: JSONValue?) -> [JSONObject] {
        (security?.array ?? []).prefix(Self.setLimit).compactMap(\.object)
    }

    /// The sets of scopes of which one is needed; `nil` where no token is.
    func scopes(of security: JSONValue?) -> [[String]]? {
        let sets = sets(security).compactMap { set -> [String]? in
            let members = set.members.filter { bearers.contains($0.name) }
            return members.isEmpty ? nil : members.flatMap { $0.value.strings ?? [] }
        }
        return sets.isEmpty ? nil : sets
    }

    /// What is required besides the session's token; none where that alone, or nothing, is enough.
    func credentials(of security: JSONValue?) -> [String] {
        let sets = sets(security)
        let lacking = sets.map { set in set.names.compactMap { others[$0] } }
        guard !lacking.contains(where: \.isEmpty) else { return [] }
        let place = sets.firstIndex { set in set.names.contains(where: bearers.contains) }
        return place.map { lacking[$0] } ?? lacking.first ?? []
    }
}
