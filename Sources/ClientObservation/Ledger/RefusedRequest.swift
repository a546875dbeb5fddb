import FoundationEssentials
import SessionCore
import SessionHTTP

/// What requests have in common that are refused for the same reason: the code or the token that they bring may differ.
struct RefusedRequest: Sendable, Hashable {
    let place: SecretID
    let client: String?
    let grant: TokenRequestFacts.Grant?
    let scope: Set<String>?
    let refusal: AnswerFacts.Refusal?
    private(set) var authentications: Set<TokenRequestFacts.Authentication>

    func with(_ authentication: TokenRequestFacts.Authentication) -> RefusedRequest {
        var request = self
        request.authentications = [authentication]
        return request
    }
}

extension RefusedRequest {
    init(_ message: Sighting) {
        let request = message.tokenRequest
        self.init(
            place: message.place, client: message.client, grant: request?.grant, scope: request?.scope,
            refusal: message.refusal, authentications: request?.authentications ?? [])
    }
}

extension Sighting {
    /// Whether the request was refused, and would be again: neither a demand for another proof, nor a device's "not
    /// yet".
    var isRefusedForGood: Bool {
        guard let answer, answer.tokens == nil, isOfClient else { return false }
        let isRefused = StatusMeaning(answer.status) == .refusal || isSuccess && answer.refusal != nil
        return isRefused && answer.refusal?.isPassing != true && answer.refusal?.isAboutProof != true
            && answer.refusal?.isOfUser != true
    }

    /// What it has in common with others that are refused so.
    var refusedRequest: RefusedRequest? { isRefusedForGood ? RefusedRequest(self) : nil }

    /// Whether the client itself asks the provider for something.
    private var isOfClient: Bool {
        switch kind {
        case .token, .deviceAuthorization, .pushedAuthorization: true
        default: false
        }
    }
}

extension Ledger {
    /// How long after a refusal the same one counts as the next in a row.
    private static let pause = Duration.seconds(600)

    mutating func takeRefusal(of message: Sighting) {
        guard let request = message.refusedRequest else { return }
        var run = refusedRequests[request] ?? []
        if let last = run.last.flatMap({ sightings[$0]?.end }),
            .seconds(message.begin.timeIntervalSince(last)) > Self.pause
        {
            run = []
        }
        run.append(message.id, keeping: 3)
        refusedRequests[request] = run
    }
}
