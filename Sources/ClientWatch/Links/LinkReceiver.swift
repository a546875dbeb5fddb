import Addresses
import FoundationEssentials
import HostSystem
import Interception
import Relay
import SessionHTTP

/// Takes the links that the commands of a run tell of, each as the body of a request.
struct LinkReceiver: RelayOwner {
    /// Returns whether the watch has opened the link itself.
    let take: @Sendable (URL, Caller?) -> Bool

    func begin(_ request: RequestHead, from caller: Caller?, in tunnel: Origin?) -> any RelayedCall {
        let decision = RequestDecision.afterBody { body in
            let text = String(decoding: body ?? [], as: UTF8.self)
            guard let url = URL(given: text), Origin(url) != nil else { return .refuse(LocalAnswer(400, "no link")) }
            let isOpened = take(url, caller.flatMap(Self.opener))
            return .refuse(LocalAnswer(isOpened ? LinkCommands.openedStatus : 200, "taken"))
        }
        return UnseenCall(decision: decision)
    }

    func report(_ refusal: ConnectionRefusal, in tunnel: Origin?) {}

    /// The program that has called the command: behind the shells and openers between; `nil` where it has ended.
    private static func opener(_ command: Caller) -> Caller? {
        var process = command.process.flatMap(ProcessTable.parent)
        while let current = process, current > 1, let name = ProcessTable.name(of: current) {
            guard between.contains(name), let parent = ProcessTable.parent(of: current), parent > 1, parent != getpid()
            else {
                return Caller(name: name, process: current, starter: ProcessTable.starter(of: current, named: name))
            }
            process = parent
        }
        return nil
    }

    private static let between: Set = [
        "sh", "dash", "bash", "xdg-open", "sensible-browse", "x-www-browser", "www-browser", "gio", "open",
    ]
}
