/// The type of a terminal that this machine has no description of, and the similar one that is used in its place.
package struct TerminalStandIn: Sendable, Hashable {
    package let type: String
    package let substitute: String

    package var names: (type: String, substitute: String) { (type, substitute) }

    /// The types that a terminal of an unknown one understands as well, the richest first; none where nothing is
    /// known of it.
    static func candidates(for type: String) -> [String] {
        let family = type.prefix { $0 != "-" && $0 != "+" && $0 != "." }.lowercased()
        if family.hasPrefix("xterm") || xtermFamilies.contains(family) { return ["xterm-256color", "xterm"] }
        if family == "tmux" || family == "screen" { return ["screen-256color", "screen"] }
        return []
    }

    /// Terminals that speak xterm's language under a name of their own.
    private static let xtermFamilies: Set<String> = [
        "alacritty", "contour", "foot", "footclient", "ghostty", "gnome", "iterm", "iterm2", "kitty", "konsole",
        "mintty", "rio", "st", "vte", "warp", "wezterm",
    ]
}
