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
        /// The program that opened it.
        let caller: Caller?
        var hasBegun = false
    }

    /// A program that opens more of them asks for no sign-in.
    private static let limit = 64

    private let visits = Mutex<[Visit]>([])

    func add(_ link: URL, from caller: Caller?) {
        visits.withLock { visits in
            if visits.count == Self.limit { visits.removeFirst() }
            visits.append(Visit(link: link, caller: caller))
        }
    }

    /// Forgets a link that the browser does not open; returns whether it hasn't.
    func remove(_ link: URL) -> Bool {
        visits.withLock { visits in
            guard let index = visits.lastIndex(where: { $0.link == link && !$0.hasBegun }) else { return false }
            visits.remove(at: index)
            return true
        }
    }

    /// The request as it is told; `nil` where it isn't.
    ///
    /// Asked once for each. The client's own request is the program's that opened the link.
    func told(_ request: ObservedRequest) -> ObservedRequest? {
        visits.withLock { visits in
            if let index = visits.firstIndex(where: { !$0.hasBegun && request.isSent(for: $0.link) }) {
                visits[index].hasBegun = true
                var told = request
                told.caller = visits[index].caller ?? request.caller
                return told
            }
            return visits.contains { $0.hasBegun && request.answers($0.link) } ? request.withResponseAlone : nil
        }
    }

    /// A page as it is told, where its answer sends the browser back to the client: without what was typed into it,
    /// or stands in its URL; `nil` for any other.
    func told(_ page: ObservedRequest, answeredBy answer: ObservedAnswer) -> ObservedRequest? {
        guard (300..<400).contains(answer.status),
            let target = answer.headers["Location"].flatMap({ URL(given: $0, relativeTo: page.url) })
        else { return nil }
        let request = ObservedRequest(method: "GET", url: target, begin: Date())
        guard visits.withLock({ $0.contains { $0.hasBegun && request.answers($0.link) } }) else { return nil }
        var told = ObservedRequest(method: page.method, url: page.url, begin: page.begin, caller: page.caller)
        if var parts = URLComponents(url: page.url, resolvingAgainstBaseURL: true) {
            (parts.percentEncodedQuery, parts.fragment) = (nil, nil)
            told.url = parts.url ?? page.url
        }
        return told
    }
}
