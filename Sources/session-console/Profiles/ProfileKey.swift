/// One key of a profile, for the lists in the help, the manual and the README.
struct ProfileKey: Sendable {
    var name: String
    /// The kind of its value.
    var kind: String
    var meaning: String

    /// Every key, in the order of the options.
    static let all: [ProfileKey] = OptionName.inProfiles.map { option in
        let description = option.description
        let kind =
            if description.argument == nil {
                "true or false"
            } else if description.isPair {
                "object of texts"
            } else {
                description.isRepeatable || option == .scope ? "text or list" : "text"
            }
        return ProfileKey(name: option.profileKey, kind: kind, meaning: description.summary)
    }

    /// The lines of all keys for the help and the manual.
    static var lines: [String] {
        Columns.list(
            all.map { key in
                (name: "  " + key.name, meaning: key.meaning + (key.kind == "text" ? "" : " [\(key.kind)]"))
            }
        )
    }

    /// The keys as a table for the README.
    static var markdown: String {
        let rows = all.map { "| `\($0.name)` | \($0.kind) | \($0.meaning) |" }
        return (["| key | value | meaning |", "|---|---|---|"] + rows).joined(separator: "\n") + "\n"
    }
}
