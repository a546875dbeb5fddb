import FoundationEssentials
import JOSE

/// The messages of a discovery, bounded in size, redirects and time; each is noted for the step that it belongs to.
package struct DiscoveryRequests: Sendable {
    /// Documents have a few KiB.
    private static let bodyLimit = 1 << 20
    private static let redirectLimit = 3
    private static let timeout = Duration.seconds(10)

    let channel: Channel
    /// Where messages may go; `nil` for the first, which goes where the person says.
    let territory: Territory?

    package init(channel: Channel, territory: Territory?) {
        self.channel = channel
        self.territory = territory
    }

    /// Sends a request and follows its redirects within the territory, or else within its origin; `name` is what the
    /// URL is, for an error.
    ///
    /// Where the header says enough, the answer's body may be missing: that of an event stream is not waited for.
    package func send(
        _ first: HTTPRequest, named name: String, for purpose: SessionError.Purpose, headSuffices: Bool = false,
        noting attempts: inout [DiscoveryStep.Attempt]
    ) async throws(DiscoveryFinding) -> HTTPResponse {
        var request = first
        request.timeout = Self.timeout
        request.bodyLimit = Self.bodyLimit
        request.addresses = territory?.kinds
        var policy = RedirectPolicy()
        while true {
            if let flaw = flaw(of: request.url, from: first.url) {
                let name = policy.followed.isEmpty ? name : "a redirect's target"
                throw .badAddress(of: name, address: Redaction.url(request.url), flaw: flaw)
            }
            let response = try await sendOnce(request, for: purpose, headSuffices, noting: &attempts)
            do throws(TransportError) {
                guard let next = try policy.request(following: request, response, duration: nil) else {
                    return response.reached(by: policy.followed)
                }
                guard policy.followed.count <= Self.redirectLimit else {
                    throw .redirectRefused("more than \(Self.redirectLimit) redirects")
                }
                request = next
            } catch {
                throw .unreachable(error.after(nil))
            }
        }
    }

    /// The first JSON object at the places, which are asked in turn, and the place that has it.
    ///
    /// Throws what is wrong: by the rule of requests, or of answers where a place has something else. A 5xx of one
    /// place says nothing about the next: it is thrown where no other place has a document.
    func document(
        at places: [URL], for purpose: SessionError.Purpose, asRequestedBy requests: Citation,
        answeredBy answers: Citation, noting attempts: inout [DiscoveryStep.Attempt]
    ) async throws(Conclusion) -> (place: URL, document: JSONObject) {
        var (outage, fault): (DiscoveryFinding?, DiscoveryFinding?)
        for place in places {
            let response: HTTPResponse
            do throws(DiscoveryFinding) {
                response = try await send(
                    HTTPRequest(url: place, headers: ["Accept": "application/json"]), named: "its place", for: purpose,
                    noting: &attempts)
            } catch .unreachable(let error) {
                throw .failed(outage ?? .unreachable(error), requests)
            } catch {
                throw .failed(error, requests)
            }
            guard response.isSuccess else {
                let finding = DiscoveryFinding(ofStatus: response.status)
                guard case .unavailable = finding else { continue }
                guard response.status >= 500 else { throw .failed(finding, requests) }
                outage = outage ?? finding
                continue
            }
            do throws(SessionError) {
                return (place, try response.jsonObject(for: purpose))
            } catch {
                fault = fault ?? .noDocument(error.part)
            }
        }
        if outage == nil, let fault { throw .failed(fault, answers) }
        throw .failed(outage ?? .nothingPublished, requests)
    }

    private func flaw(of url: URL, from first: URL) -> AddressFlaw? {
        if let territory { return territory.flaw(of: url) }
        return Origin(url) == Origin(first) ? nil : .otherOrigin
    }

    private func sendOnce(
        _ request: HTTPRequest, for purpose: SessionError.Purpose, _ headSuffices: Bool,
        noting attempts: inout [DiscoveryStep.Attempt]
    ) async throws(DiscoveryFinding) -> HTTPResponse {
        var message = request
        message.redirects = .doNotFollow
        message.endsAtEventStream = headSuffices
        let exchange = channel.nextExchange()
        message.exchange = exchange
        func append(_ result: DiscoveryStep.Attempt.Result) {
            attempts.append(
                DiscoveryStep.Attempt(
                    method: request.method, url: request.url, result: result, exchange: exchange))
        }
        do throws(SessionError) {
            let response = try await channel.send(message, for: purpose)
            append(.answered(response.status))
            return response
        } catch .transport(let error, _) {
            if headSuffices, let answer = error.partialAnswer?.answer {
                append(.answered(answer.status))
                return HTTPResponse(status: answer.status, headers: answer.headers, url: request.url)
            }
            append(.failed(error))
            if case .addressNotAllowed(let host, let kind) = error {
                throw .badAddress(
                    of: "the address of \(host)", address: Redaction.url(request.url), flaw: .ofNetwork(kind))
            }
            throw .unreachable(error)
        } catch {
            throw .cancelled
        }
    }
}

extension TransportError {
    fileprivate var isOfRedirect: Bool { if case .redirectRefused = self { true } else { false } }
}

extension DiscoveryFinding {
    /// Whether a message whose answer had that status was answered by a redirect that is not followed.
    func isOfRedirect(status: Int?) -> Bool {
        switch self {
        case .badAddress: (300..<400).contains(status ?? 0)
        case .unreachable(let error): error.isOfRedirect
        default: false
        }
    }

    /// What an error status means.
    init(ofStatus status: Int) {
        self =
            switch StatusMeaning(status) {
            case .temporary: .unavailable(status: status)
            case _ where status == 404 || status == 410: .missing(status: status)
            default: .refused(status: status)
            }
    }
}

extension SessionError {
    /// What can't be understood of an answer.
    fileprivate var part: String {
        if case .unintelligible(let part, _) = self { part } else { description }
    }
}
