import CurlTransport
import ClientObservation
import FoundationEssentials
import HostSystem
import Interception
import JOSE
import Relay
import SessionCore
import SessionHTTP

/// The way of a watch's own browser: a proxy for it alone, whose messages are no programs'.
struct BrowserDoor: Sendable {
    private let browser: any LinkBrowser
    private let relay: Relay
    private let visits: BrowserVisits
    private let traffic: WatchedTraffic
    /// What leads a Chromium there.
    private let arguments: [String]

    /// `folder` is that of the run, in which the browser's profile is.
    init(
        of browser: any LinkBrowser, _ authority: RunAuthority, _ traffic: WatchedTraffic, dialler: Dialler,
        limits: RelayLimits, in folder: String
    ) throws {
        let profile = "\(folder)/profile"
        try PrivateFolder.create(profile)
        let visits = BrowserVisits()
        relay = try Relay(
            .port(0), dialler: dialler, limits: limits, owner: WatchOwner(authority, traffic, visits: visits))
        guard case .port(let port) = relay.address else { throw RelayError.refused("it has no port") }
        (self.browser, self.visits, self.traffic) = (browser, visits, traffic)
        let key = Data(Digest.sha256.hash(authority.signerKey)).base64EncodedString()
        let rights = geteuid() == 0 ? ["--no-sandbox"] : []
        arguments =
            [
                "--user-data-dir=\(profile)", "--proxy-server=http://127.0.0.1:\(port)",
                // Without it loopback is reached directly.
                "--proxy-bypass-list=<-loopback>", "--ignore-certificate-errors-spki-list=\(key)",
                "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--password-store=basic",
            ] + rights
    }

    /// Opens a link to an authorization endpoint for a program; returns whether the browser has it.
    func open(_ link: URL, for caller: Caller?) -> Bool {
        guard traffic.isToBeSeen(link) else { return false }
        visits.add(link, from: caller)
        // One that has sent the request and ended is the person's business.
        if browser.open(arguments + [link.absoluteString]) || !visits.remove(link) { return true }
        traffic.desk.report(WatchNotice(.browserEnded, caller: caller))
        return false
    }

    /// Ends the browser, then its connections.
    func stop() async {
        await browser.close()
        await relay.stop()
    }

    func end() {
        browser.kill()
        relay.end()
    }
}
