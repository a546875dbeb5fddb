/// One key of a profile, for `help profiles`.
struct ProfileKey: Sendable {
    var name: String
    /// The kind of its value.
    var kind: String
    var meaning: String

    /// Every key, in the order of the options.
    static let all: [ProfileKey] = Option.inProfiles.map { option in
        let kind =
            if option.argument == nil {
                "true or false"
            } else if option.isPair {
                "object of strings"
            } else {
                option.isRepeatable || option.argument?.kind == .words ? "string or list" : "text"
            }
        return ProfileKey(name: option.profileKey, kind: kind, meaning: option.summary)
    }

    /// All keys with their meanings and, where it is not a text, the kind of value.
    static var rows: [(name: String, meaning: String)] {
        all.map { ($0.name, $0.meaning + ($0.kind == "text" ? "" : " [\($0.kind)]")) }
    }
}
