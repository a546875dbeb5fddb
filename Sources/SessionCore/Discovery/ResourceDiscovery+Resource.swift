import Addresses
import FoundationEssentials
import JOSE

/// A resource that wants a token, and what it said about that.
struct AskedResource {
    /// The URL that answered, after redirects within its origin.
    let url: URL
    let challenge: AuthenticationChallenge?
    let territory: Territory
    /// The question whose answer counts.
    let question: ResourceQuestion
    /// What was read already, because it asked for no token; `nil` where nothing was.
    var published: PublishedResource?

    /// The scope to ask for: what the challenge says, else what the metadata lists, else none.
    func scope(of published: ProtectedResource?) -> [String] {
        let scope = challenge?.scope ?? []
        let named = scope.isEmpty ? published?.scopes ?? [] : scope
        // RFC 6749 §3.3; what can't be a scope would spoil the request.
        let usable = named.filter { name in
            !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
        }
        return Array(usable.prefix(Self.scopeLimit))
    }

    private static let scopeLimit = 64
}

extension ResourceDiscovery {
    /// Asks the resource without a token, by GET and as a client of MCP does, until it asks for one.
    ///
    /// `nil` where it answers and asks for none, nobody has named an issuer, and its metadata name none either.
    func askResource(
        _ attempts: inout [DiscoveryStep.Attempt]
    ) async throws(Conclusion) -> (AskedResource?, Conclusion) {
        let own = Territory(of: url, connection: nil, allowsPlainHTTP: options.allowsPlainHTTP)
        if let flaw = own.flaw(of: url) {
            throw .failed(.badAddress(of: "it", address: Redaction.url(url), flaw: flaw), .rfc(9728, "1.2"))
        }
        let (answer, attempt, failure) = try await decisiveAnswer(&attempts)
        attempts[attempt].question = answer.question
        var asked = AskedResource(
            url: answer.place, challenge: answer.demandsToken ? answer.challenge : nil,
            territory: Territory(
                of: answer.response.url, connection: answer.response.connection,
                allowsPlainHTTP: options.allowsPlainHTTP),
            question: answer.question)
        let end = failure.map { .failed($0, .rfc(9110, "15")) } ?? conclusion(answer)
        guard end.finding == .needsNoToken || end.outcome == .failed else { return (asked, end) }
        // Servers protect some methods only, or answer a GET with a page or an error: the metadata count.
        asked.published = await publishedIssuers(of: asked)
        guard asked.published != nil || options.issuer != nil else {
            if end.outcome == .failed { throw end }
            return (nil, end)
        }
        return (asked, Conclusion(.doubtful, .noDemand(status: answer.response.status), .rfc(9728, "3")))
    }

    /// The answer that asks for a token, or else the one that says most about the resource, with its attempt's index;
    /// `failure` is why the page was not reached, where another answer stands for it.
    private func decisiveAnswer(
        _ attempts: inout [DiscoveryStep.Attempt]
    ) async throws(Conclusion) -> (answer: ResourceAnswer, attempt: Int, failure: DiscoveryFinding?) {
        let requests = DiscoveryRequests(channel: channel, territory: nil)
        var answers: [(answer: ResourceAnswer, attempt: Int)] = []
        var failure: DiscoveryFinding?
        var next: ResourceQuestion? = .page(at: url)
        while let question = next {
            next = nil
            do throws(DiscoveryFinding) {
                let response = try await requests.send(
                    question.request, named: "the resource", for: .request, headSuffices: true, noting: &attempts)
                let answer = ResourceAnswer(question, response)
                answers.append((answer, attempts.count - 1))
                if answer.demandsToken { return (answer, attempts.count - 1, nil) }
                // A server that limits the rate gets no further questions.
                if response.status != 429 { next = question.next(after: response) }
            } catch {
                failure = failure ?? error
                // The page may be elsewhere; a client of MCP is not sent there.
                if question.body == nil, error.isOfRedirect(status: attempts.last?.status) {
                    next = .initialize(at: url)
                }
            }
        }
        if let open = answers.last(where: { $0.answer.response.isSuccess }) { return (open.answer, open.attempt, nil) }
        let takesGet = answers.first.map { ![405, 406].contains($0.answer.response.status) } ?? true
        guard let first = takesGet ? answers.first : answers.dropFirst().first else {
            throw .failed(failure ?? .cancelled, .rfc(9110, "15"))
        }
        return (first.answer, first.attempt, takesGet && first.answer.question.method == "POST" ? failure : nil)
    }

    private func conclusion(_ answer: ResourceAnswer) -> Conclusion {
        let status = answer.response.status
        let isMoved = !answer.response.url.isSameResource(as: url)
        switch status {
        case 200..<300: return Conclusion(.done, .needsNoToken, .rfc(9110, "15.3"))
        case _ where answer.demandsToken && status != 401:
            return Conclusion(.doubtful, .challengedBy(status: status), .rfc(6750, "3.1"))
        case 401 where answer.challenge != nil && isMoved:
            return Conclusion(.doubtful, .moved(to: Redaction.url(answer.response.url)), .rfc(9728, "3.3"))
        case 401 where answer.challenge != nil:
            return Conclusion(.done, .challenged(schemes: answer.schemes), .rfc(6750, "3"))
        case 401 where !answer.schemes.isEmpty:
            return Conclusion(.doubtful, .noTokenChallenge(schemes: answer.schemes), .rfc(6750, "3"))
        case 401: return Conclusion(.doubtful, .noChallenge(status: status), .rfc(9110, "15.5.2"))
        default:
            let finding = DiscoveryFinding(ofStatus: status)
            guard case .refused = finding, StatusMeaning(status) == .refusal else {
                return .failed(finding, .rfc(9110, "15"))
            }
            return Conclusion(.doubtful, .noChallenge(status: status), .rfc(6750, "3"))
        }
    }

    /// What a resource publishes that asked for no token, as far as it names issuers; `nil` where it does not.
    private func publishedIssuers(of asked: AskedResource) async -> PublishedResource? {
        var attempts: [DiscoveryStep.Attempt] = []
        guard let (document, end) = try? await document(of: asked, &attempts),
            !document.authorizationServers.isEmpty
        else { return nil }
        return PublishedResource(document: document, end: end, attempts: attempts)
    }

    /// Reads what the resource publishes about itself: at the pointer of its challenge, else with the path inserted,
    /// else at the root.
    func readMetadata(
        of asked: AskedResource, _ attempts: inout [DiscoveryStep.Attempt]
    ) async throws(Conclusion) -> (ResourceStatement, Conclusion) {
        if let published = asked.published {
            attempts = published.attempts
            return (.metadata(published.document), published.end)
        }
        do throws(Conclusion) {
            let (document, end) = try await document(of: asked, &attempts)
            return (.metadata(document), end)
        } catch {
            guard error.finding == .nothingPublished else { throw error }
            // An issuer that a person names stands in for what the resource does not say.
            let skipped = Conclusion(.skipped, error.finding, error.rule)
            if options.issuer != nil { return (.nothing, skipped) }
            guard let server = await ownServer(of: asked) else { throw error }
            return (.ownServer(server), skipped)
        }
    }

    private func document(
        of asked: AskedResource, _ attempts: inout [DiscoveryStep.Attempt]
    ) async throws(Conclusion) -> (ProtectedResource, Conclusion) {
        let requests = DiscoveryRequests(channel: channel, territory: asked.territory)
        let pointer = try pointer(of: asked)
        var places = ProtectedResourceEndpoint.wellKnownPlaces(of: asked.url)
        if let pointer { places = [pointer] + places.filter { $0 != pointer } }
        let found = try await requests.document(
            at: places, for: .resourceMetadata, asRequestedBy: .rfc(9728, "3.1"), answeredBy: .rfc(9728, "3.2"),
            noting: &attempts)
        let document = ProtectedResource(found.document)
        let end = try document.judged(for: asked.url)
        guard let pointer, found.place != pointer, end.outcome == .done else { return (document, end) }
        return (document, Conclusion(.doubtful, .deadPointer(Redaction.url(pointer)), .rfc(9728, "5.1")))
    }

    private func pointer(of asked: AskedResource) throws(Conclusion) -> URL? {
        guard let text = asked.challenge?.resourceMetadata else { return nil }
        do throws(DiscoveryFinding) {
            return try asked.territory.url(text, named: "resource_metadata")
        } catch {
            throw .failed(error, .rfc(9728, "5.1"))
        }
    }
}

extension ProtectedResource {
    /// Whether the document may be used for that URL (RFC 9728 §3.3), and a token sent as this client does.
    fileprivate func judged(for url: URL) throws(Conclusion) -> Conclusion {
        guard let resource else { throw .failed(.memberMissing("resource"), .rfc(9728, "2")) }
        let asked = Redaction.url(url)
        guard let found = URL(given: resource), found.fragment == nil, found.covers(url) else {
            throw .failed(.otherResource(found: resource, asked: asked), .rfc(9728, "3.3"))
        }
        if let bearerMethods, !bearerMethods.contains("header") {
            throw .failed(.noHeaderMethod(bearerMethods), .rfc(9728, "2"))
        }
        if found.isSameResource(as: url) { return Conclusion(.done, .published, .rfc(9728, "3.3")) }
        return Conclusion(.doubtful, .parentResource(found: resource, asked: asked), .rfc(9728, "3.3"))
    }
}
