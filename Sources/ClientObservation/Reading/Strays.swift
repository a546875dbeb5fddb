import SessionHTTP

/// Finds what may be a token in a URL (RFC 6750 §2.3).
enum Strays {
    /// Longer URLs are not searched to their end.
    private static let limit = 32
    private static let names: Set<String> = ["access_token", "refresh_token", "id_token"]

    static func of(query: FormParameters, path: String, kind: Sighting.Kind) -> [Sighting.Stray] {
        switch kind {
        // Their parameters are codes and hints, which belong there.
        case .authorization, .redirect, .endSession: return []
        default: break
        }
        let values = query.items.filter { names.contains($0.name) || $0.value.utf8.count >= TextOnPath.shortestSecret }
        let segments = path.split(separator: "/").filter { $0.utf8.count >= TextOnPath.shortestSecret }
        return values.prefix(limit).compactMap { item in
            SecretID(item.value).map {
                Sighting.Stray(
                    secret: $0, isInURL: true, isNamed: names.contains(item.name),
                    isNamedRefreshToken: item.name == "refresh_token")
            }
        }
            + segments.prefix(limit).compactMap { segment in
                SecretID(FormParameters.decode(segment)).map {
                    Sighting.Stray(secret: $0, isInURL: true, isNamed: false, isNamedRefreshToken: false)
                }
            }
    }
}
