/// A kind of program, and what it makes of the variables that lead it to a proxy: by this, a run says why nothing came.
package struct Runtime: Sendable, Hashable {
    package enum Proxy: Sendable, Hashable {
        /// By the proxy variables, to every host.
        case followed
        /// By the proxy variables, to every host but loopback ones by address or as `localhost`.
        case followedExceptLoopback
        /// By an option or a hook that the run sets, to every host.
        case set
        /// Not by default: the program has to ask for it in its code.
        case onlyIfAsked
    }

    package enum Trust: Sendable, Hashable {
        /// By the variable of this name.
        case variable(String)
        /// By an option of the program itself, which a run can't set.
        case option(String)
        /// Never: the file of roots is fixed when the program is built.
        case fixed
    }

    /// What a user can do so that requests come.
    package enum Remedy: Sendable, Hashable {
        /// Name this machine by a name of its own, in place of `localhost` or an address.
        case machineName
        /// Pass the host through unopened: `--tunnel HOST`.
        case tunnel
        /// Watch the host, too: `--host HOST`.
        case host
        /// Give the program this option.
        case option(String)
        /// Start this program under the run, too.
        case startUnderRun(String)
    }

    package let name: String
    package let proxy: Proxy
    package let trust: Trust
    package let remedies: [Remedy]
    /// The versions with which this was seen, over TLS where nothing else is said; `nil` where it is only documented.
    package let seen: String?
    /// The names of its programs.
    let executables: [String]

    init(
        _ name: String, _ executables: [String], _ proxy: Proxy, _ trust: Trust, _ remedies: [Remedy] = [],
        seen: String? = nil
    ) {
        (self.name, self.executables, self.proxy, self.trust) = (name, executables, proxy, trust)
        self.remedies = remedies
        self.seen = seen
    }
}

extension Runtime {
    /// The runtime of a program, by the path in `/proc/PID/exe` or the command's name; `nil` where it isn't known.
    ///
    /// A version at the end makes no difference: `python3.11`, `node20`. `head` is the start of the file, 4 KiB or
    /// more, by which any program that Go compiled is known.
    package static func of(executable path: String, head: [UInt8] = []) -> Runtime? {
        let file = path.split(separator: "/").last.map(String.init) ?? ""
        let bare = String(file.reversed().drop { $0.isNumber || $0 == "." || $0 == "-" }.reversed())
        let known = all.first { $0.executables.contains(file) || $0.executables.contains(bare) }
        return known ?? (hasGoNote(head) ? go : nil)
    }

    /// Go's linker writes its build ID as a note of ELF with the owner `Go` and the type 4, in the first page.
    private static func hasGoNote(_ head: [UInt8]) -> Bool {
        head.firstRange(of: [4, 0, 0, 0] + Array("Go".utf8) + [0, 0]) != nil
    }
}
