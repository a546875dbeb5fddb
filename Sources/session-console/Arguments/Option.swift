/// An option of a command line: how it is written, explained and completed, all in one literal.
struct Option: Sendable {
    /// What follows an option, for the help and the completions.
    struct Argument: Sendable {
        enum Kind: Sendable {
            case text, file
            /// Words with spaces between them; a profile may have a list of them.
            case words
            /// As `30s`.
            case time
            /// The name of a profile.
            case profile
            /// `NAME=VALUE`: a member of an object in a profile.
            case pair
        }

        /// What the help calls it.
        let name: String
        let kind: Kind
        /// The known values, for completions and suggestions; one that ends in `=` or `:` needs a continuation.
        var values: [String] = []
        /// Whether it is a secret, or a file with one, in place of which the secret itself may be given.
        var holdsSecret = false

        static func text(_ name: String, _ values: [String] = []) -> Argument {
            Argument(name: name, kind: .text, values: values)
        }

        static func words(_ name: String) -> Argument { Argument(name: name, kind: .words) }

        static let time = Argument(name: "TIME", kind: .time)

        static func file(_ name: String) -> Argument { Argument(name: name, kind: .file) }

        static func profile(_ name: String) -> Argument { Argument(name: name, kind: .profile) }

        static func pair(_ name: String, _ values: [String] = []) -> Argument {
            Argument(name: name, kind: .pair, values: values)
        }

        var withSecret: Argument {
            var argument = self
            argument.holdsSecret = true
            return argument
        }
    }

    /// The name on the command line; two commands may have different options of one name.
    let name: String
    let letter: Character?
    /// `nil` for a switch.
    let argument: Argument?
    /// Whether each value counts, not the last alone.
    let isRepeatable: Bool
    let summary: String
    /// The key of a profile: `client_id` for `--client-id`, with a plural for a list or an object.
    let profileKey: String

    init(
        _ name: String, letter: Character? = nil, _ argument: Argument? = nil, repeats isRepeatable: Bool = false,
        key: String? = nil, help summary: String
    ) {
        self.name = name
        self.letter = letter
        self.argument = argument
        self.isRepeatable = isRepeatable
        self.summary = summary
        profileKey = key ?? name.replacing("-", with: "_")
    }

    /// The known values of its argument.
    var values: [String] { argument?.values ?? [] }

    /// Whether its argument is a member of an object in a profile.
    var isPair: Bool { argument?.kind == .pair }

    /// Whether a wrong value may be shown.
    func mayShow(_ text: String) -> Bool {
        guard let argument, argument.holdsSecret else { return true }
        return argument.kind == .file && ["/", "./", "../"].contains { text.hasPrefix($0) }
    }
}

extension Option: Hashable {
    static func == (one: Option, other: Option) -> Bool { one.name == other.name && one.summary == other.summary }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Option {
    /// What every command takes.
    static let everywhere: [Option] = [.verbose, .help]

    static let profile = Option("profile", .profile("NAME"), help: "the profile to use (default: 'default')")
    static let json = Option("json", help: "print JSON")
    static let verbose = Option(
        "verbose", letter: "v", help: "show each exchange on standard error, with secrets masked")
    static let help = Option("help", letter: "h", help: "show this help")

    /// Every option of every command, in the order of the commands.
    static let known: [Option] = Command.all.flatMap(\.allOptions).reduce(into: []) { known, option in
        if !known.contains(option) { known.append(option) }
    }

    /// The options of a command line: of those of one name, the one that the command has, or else the first.
    static func known(to command: Command?) -> [Option] {
        let own = command?.allOptions ?? []
        let namesakes = Dictionary(grouping: known, by: \.name)
        return known.filter { option in
            let alike = namesakes[option.name] ?? []
            return option == alike.first(where: own.contains) ?? alike.first
        }
    }

    /// Whether another option, which comes first, has its name on the command line.
    var isNamesake: Bool { Self.known.first { $0.name == name } != self }
}
