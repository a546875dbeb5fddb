import CurlTransport
package import FoundationEssentials
import HostSystem
import Interception
import Relay

/// Where the programs of a run hand the links that they open, in place of the user's browser.
package final class OpenedLinks: Sendable {
    /// `PATH` and `BROWSER` of these programs.
    package let variables: [String: String]
    private let folder: ProcessFolder
    private let relay: Relay

    /// Listens for links from programs that otherwise have the variables `base`.
    ///
    /// `program` is the file of this program, whose command ``/Interception/LinkCommands/word`` hands links on. All
    /// that come count as opened: `take` is called with each, on any thread.
    package init(
        base: [String: String], handedOnBy program: String, take: @escaping @Sendable (URL) -> Void
    ) throws {
        folder = try ProcessFolder("session-console-prove", environment: base)
        guard let commands = try LinkCommands(folder.path, base: base, program: program) else {
            throw FileFailure(folder.path)
        }
        variables = ["BROWSER": commands.browser, "PATH": commands.path(before: base["PATH"] ?? "/usr/bin:/bin")]
        relay = try Relay(
            .socket(path: LinkCommands.socket(in: folder.path)), dialler: Dialler(CurlTransport.Configuration()),
            owner: LinkReceiver { link, _ in
                take(link)
                return true
            })
    }

    /// Waits for nothing.
    package func end() {
        relay.end()
        folder.remove()
    }

    /// Returns when nobody can hand a link on any more.
    package func stop() async {
        await relay.stop()
        folder.remove()
    }
}
