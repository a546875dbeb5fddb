import Addresses
import Dispatch
import FoundationEssentials
import HostSystem
import Interception
import SessionCore
import Synchronization

/// A command by which a program under a watch opens a link: it tells the watch, and hands everything on to the command
/// that the user has, with the user's own `PATH` and `BROWSER`.
struct LinkHandover {
    /// The folder of the watch's run.
    private let run: String
    /// The command that was called.
    private let name: String
    private let words: [String]

    /// `nil` for any other command line.
    init?(_ arguments: [String]) {
        guard arguments.count > 2, arguments[0] == LinkCommands.word else { return nil }
        (run, name, words) = (arguments[1], arguments[2], Array(arguments.dropFirst(3)))
    }

    /// Returns only where nothing takes this program's place, with the exit status.
    func carryOut() -> Int32 {
        let areOpened = links.map { tell(of: $0) }
        if areOpened.contains(true), !areOpened.contains(false) { return 0 }
        restoreVariables()
        return name == LinkCommands.browserName ? openByBrowser() : replace(by: [name] + words)
    }

    /// The words that are URLs of http and https.
    private var links: [String] {
        if name == "gio", words.first != "open" { return [] }
        return words.filter { URL(given: $0).flatMap { Origin($0) } != nil }
    }

    /// Returns whether the watch has opened it, and once the watch has taken it: what comes of it comes later.
    private func tell(of link: String) -> Bool {
        let head = "POST / HTTP/1.1\r\nHost: watch\r\nContent-Length: \(link.utf8.count)\r\n\r\n"
        let answer = LocalSocket.exchange(Array("\(head)\(link)".utf8), with: LinkCommands.socket(in: run), atMost: 2)
        return answer?.starts(with: "HTTP/1.1 \(LinkCommands.openedStatus) ".utf8) == true
    }

    /// Otherwise what is started would come here again.
    private func restoreVariables() {
        let folder = LinkCommands.commands(in: run)
        if let path = getenv("PATH").map({ String(cString: $0) }) {
            let folders = path.split(separator: ":", omittingEmptySubsequences: false)
            setenv("PATH", folders.filter { $0 != folder }.joined(separator: ":"), 1)
        }
        guard getenv("BROWSER").map({ String(cString: $0) }) == "\(folder)/\(LinkCommands.browserName)" else { return }
        if ownBrowser.isEmpty { unsetenv("BROWSER") } else { setenv("BROWSER", ownBrowser, 1) }
    }

    /// What the user's `BROWSER` says; empty where it is not set.
    private var ownBrowser: String {
        let bytes = FileManager.default.contents(atPath: LinkCommands.ownBrowser(in: run)) ?? Data()
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Handing on

    /// Opens it as `BROWSER` says: several commands with colons between, of which the first that succeeds has done it.
    private func openByBrowser() -> Int32 {
        let commands = ownBrowser.split(separator: ":").map { commandWords(String($0)) }.filter { !$0.isEmpty }
        guard let last = commands.last else { return openByDesktop() }
        for command in commands.dropLast() {
            if let process = start(command), ChildProcess.waitForEnd(of: process) == 0 { return 0 }
        }
        return replace(by: last)
    }

    /// The words of a command, in which `%s` stands for what is opened, or it comes last.
    private func commandWords(_ command: String) -> [String] {
        let parts = command.split(whereSeparator: \.isWhitespace).map(String.init)
        guard !parts.isEmpty, !parts.contains(where: { $0.contains("%s") }) else {
            return parts.map { $0.replacing("%s", with: words.first ?? "") }
        }
        return parts + words
    }

    /// Where the user has set no `BROWSER`, programs look for these, and don't wait until a browser is closed.
    private func openByDesktop() -> Int32 {
        var started: pid_t?
        for opener in Self.openers where started == nil { started = start([opener] + words) }
        guard let process = started else { return replace(by: ["www-browser"] + words) }
        let end = DispatchSemaphore(value: 0)
        let status = Mutex<Int32>(0)
        DispatchQueue.global().async {
            let ended = ChildProcess.waitForEnd(of: process)
            status.withLock { $0 = ended }
            end.signal()
        }
        _ = end.wait(timeout: .now() + Self.patience)
        return status.withLock(\.self)
    }

    private static let openers = ["xdg-open", "x-www-browser", "sensible-browser"]
    /// How long it is waited for an opener that can't open anything.
    private static let patience = 2.0

    private func start(_ words: [String]) -> pid_t? {
        try? ChildProcess.spawn(words[0], Array(words.dropFirst())) { _ throws(ChildProcess.Failure) in }
    }

    private func replace(by words: [String]) -> Int32 {
        ChildProcess.replaceProgram(by: words, adding: []).status.rawValue
    }
}
