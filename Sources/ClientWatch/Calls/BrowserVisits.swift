import Addresses
import ClientObservation
import FoundationEssentials
import HostSystem
import SessionHTTP
import Synchronization

/// Which messages of a watch's own browser are told: of each link the request that it was opened for, and its answer,
/// in the redirect and on its way to the client.
///
/// Pages come and go unseen, and so does what is typed into them. A provider leads a browser through its authorization
/// endpoint several times with the same parameters: only the first time is the client's request.
final class BrowserVisits: Sendable {
    private struct Visit {
        let link: URL
        var hasBegun = false
    }

    /// A program that opens more of them asks for no sign-in.
    private static let limit = 64

    private let visits = Mutex<[Visit]>([])

    func add(_ link: URL) {
        visits.withLock { visits in
            if visits.count == Self.limit { visits.removeFirst() }
            visits.append(Visit(link: link))
        }
    }

    func remove(_ link: URL) { visits.withLock { $0.removeAll { $0.link == link } } }

    /// Whether the request is told; asked once for each.
    func tells(_ request: ObservedRequest) -> Bool {
        visits.withLock { visits in
            if let index = visits.firstIndex(where: { !$0.hasBegun && request.isSent(for: $0.link) }) {
                visits[index].hasBegun = true
                return true
            }
            return visits.contains { $0.hasBegun && request.answers($0.link) }
        }
    }

    /// Whether the answer to a page sends the browser back to the client.
    func isRedirect(_ answer: ObservedAnswer, of page: URL) -> Bool {
        guard (300..<400).contains(answer.status),
            let target = answer.headers["Location"].flatMap({ URL(given: $0, relativeTo: page) })
        else { return false }
        let request = ObservedRequest(method: "GET", url: target, begin: Date())
        return visits.withLock { $0.contains { $0.hasBegun && request.answers($0.link) } }
    }
}
