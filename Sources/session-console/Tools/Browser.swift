import Glibc

/// Opens a link for a person: `$BROWSER`, then what the desktop offers.
enum Browser {
    /// Whether a browser took the link; where no display can be seen, nothing is tried but `$BROWSER`.
    static func open(_ link: String, environment: [String: String]) async -> Bool {
        // As xdg-open reads it: several commands separated by colons, with %s for the link or the link at the end.
        for command in environment["BROWSER"]?.split(separator: ":") ?? [] {
            let line = command.contains("%s") ? command.replacing("%s", with: "\"$1\"") : command + " \"$1\""
            if await ChildProcess.runInBackground(String(line), arguments: [link]) { return true }
        }
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return false }
        for opener in ["xdg-open", "open"]
        where await ChildProcess.runInBackground("\(opener) \"$1\"", arguments: [link]) {
            return true
        }
        return false
    }
}
