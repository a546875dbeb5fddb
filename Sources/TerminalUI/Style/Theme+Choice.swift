extension Theme {
    /// The user's choice of a theme: by name, or `auto` for the one that fits the terminal's background.
    package enum Choice: Hashable, Sendable {
        case fitting
        case named(Name)

        /// The theme, where `fitting` is the one that fits.
        package func name(fitting: Name) -> Name {
            switch self {
            case .fitting: fitting
            case .named(let name): name
            }
        }
    }
}

extension Theme.Choice: RawRepresentable, CaseIterable {
    package init?(rawValue: String) {
        if rawValue == "auto" {
            self = .fitting
        } else if let name = Theme.Name(rawValue: rawValue) {
            self = .named(name)
        } else {
            return nil
        }
    }

    package var rawValue: String {
        switch self {
        case .fitting: "auto"
        case .named(let name): name.rawValue
        }
    }

    package static var allCases: [Theme.Choice] { [.fitting] + Theme.Name.allCases.map { .named($0) } }
}
