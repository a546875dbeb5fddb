package import HostSystem

/// The commands of a run by which a program opens links: they tell the watch, and hand each link on.
///
/// Each is a script that starts this program's command ``word``, and no link is ever part of a script. Commands that
/// the user doesn't have are not there: programs look which there are.
package struct LinkCommands: Sendable, Hashable {
    /// The hidden command, which is followed by the folder of the run and the name of the command that was called.
    package static let word = "hand-link-on"
    /// What starts a browser by the user's choice; of `gio` only `gio open` does.
    package static let names = ["xdg-open", "open", "sensible-browser", "x-www-browser", "www-browser", "gio"]
    /// The name of the command that `BROWSER` names.
    package static let browserName = "session-console-browser"

    /// The status of the watch's answer to a link that it has opened itself, so that nothing else has to.
    package static let openedStatus = 201

    /// The folder at the head of `PATH`.
    package let folder: String

    package var browser: String { "\(folder)/\(Self.browserName)" }

    /// Where the watch listens, in a run's folder.
    package static func socket(in run: String) -> String { "\(run)/links" }

    /// The file with the user's own `BROWSER`, in a run's folder; absent where that was not set.
    package static func ownBrowser(in run: String) -> String { "\(run)/browser" }

    /// The folder of the commands, in a run's folder.
    package static func commands(in run: String) -> String { "\(run)/commands" }

    package func path(before others: String) -> String { "\(folder):\(others)" }

    /// Writes them into the folder of a run; `nil` where that is in no place for commands.
    ///
    /// `program` is this program's file.
    package init?(_ run: String, base: [String: String], program: String) throws(FileFailure) {
        let folder = Self.commands(in: run)
        // `PATH` and `BROWSER` are lists with colons between.
        guard !folder.contains(":") else { return nil }
        try PrivateFolder.create(folder)
        let path = (base["PATH"] ?? "").split(separator: ":").map(String.init)
        let found = Self.names.filter { name in path.contains { access("\($0)/\(name)", X_OK) == 0 } }
        for name in found + [Self.browserName] {
            let words = [program, Self.word, run, name].map(Self.quoted).joined(separator: " ")
            let script = "#!/bin/sh\n# Written by session-console for one run of a program.\n"
            let file = "\(folder)/\(name)"
            try NewFile.write(Array("\(script)exec \(words) \"$@\"\n".utf8), to: file)
            // On some file systems nothing can be executed.
            guard chmod(file, 0o700) == 0, access(file, X_OK) == 0 else { return nil }
        }
        if let own = base["BROWSER"], !own.isEmpty { try NewFile.write(Array(own.utf8), to: Self.ownBrowser(in: run)) }
        self.folder = folder
    }

    private static func quoted(_ word: String) -> String { "'\(word.replacing("'", with: "'\\''"))'" }
}
