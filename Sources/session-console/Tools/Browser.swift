import HostSystem

/// Opens a link in a browser: by `$BROWSER`, else by the desktop's opener.
enum Browser {
    /// Returns whether a browser has opened the link; without a display only `$BROWSER` is tried.
    static func open(_ link: String, environment: [String: String]) async -> Bool {
        // As in xdg-open: several commands separated by colons; the link replaces %s or is added at the end.
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
