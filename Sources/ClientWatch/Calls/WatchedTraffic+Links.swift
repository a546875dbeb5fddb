import ClientObservation
import FoundationEssentials
import Interception
import SessionCore
import SessionHTTP

extension WatchedTraffic {
    /// Whether a link leads to a watched host with an authorization request, which is then one of a session's.
    func isToBeSeen(_ link: URL) -> Bool {
        guard let host = Origin(link).flatMap({ try? WatchedHost($0.host) }), survey.isNamed(host),
            ObservedRequest(method: "GET", url: link, begin: Date()).isAboutSession
        else { return false }
        survey.find(host)
        return true
    }

    /// Tells of a link to a watched host, which a browser follows past this watch; it is no connection of the program.
    func tell(of link: URL, _ source: LinkSource, from caller: Caller?, at moment: Date = Date()) {
        guard let host = Origin(link).flatMap({ try? WatchedHost($0.host) }), survey.isNamed(host) else { return }
        let request = ObservedRequest(method: "GET", url: link, begin: moment, caller: caller, link: source)
        if request.isAboutSession { survey.find(host) }
        desk.end(desk.begin(request), .failed)
    }

    /// Tells of a link that was opened, and not of the same one as printed.
    func tell(ofOpened link: URL, from caller: Caller?) {
        printed.drop(link)
        tell(of: link, .opened, from: caller)
    }

    /// Holds a link that was printed; returns whether it has to be told.
    func hold(_ link: URL, from caller: Caller?) -> Bool {
        let request = ObservedRequest(method: "GET", url: link, begin: Date(), caller: caller)
        return request.isAboutSession && printed.hold(.init(url: link, caller: caller, moment: request.begin))
    }

    /// Tells of the links that were printed and that nothing has opened.
    func tellOfPrintedLinks() {
        guard !printed.isEmpty else { return }
        for link in printed.take() { tell(of: link.url, .printed, from: link.caller, at: link.moment) }
    }
}
