import Addresses
import FoundationEssentials
package import SessionCore

/// Tries at a resource what an attacker would: forged tokens, and unusual ways to send one.
///
/// Nothing is changed there, and nothing is sent to another origin than the one that a person named.
package struct TokenExamination: Sendable {
    private let visit: Visit
    /// As a person named it.
    private let resource: URL

    /// `nil` where there is no resource.
    init?(_ visit: Visit) {
        guard let resource = visit.resource else { return nil }
        (self.visit, self.resource) = (visit, resource)
    }

    /// How the resource is asked, where a token decides the answer.
    var question: ResourceQuestion? {
        visit.question.map { $0.method == "GET" && visit.isOfMCP ? .initialize(at: $0.url) : $0 }
    }

    /// The scopes that the resource, or its metadata, names.
    var listedScope: [String] { visit.scope }

    /// Does all checks in their order, and reports each finding as it comes; `token` is one that the provider has
    /// issued, where there is one.
    package func examine(with token: Secret? = nil, reporting report: (Finding) -> Void = { _ in }) async -> [Finding] {
        let bench = await bench(with: token)
        var findings: [Finding] = []
        func add(_ finding: Finding) {
            findings.append(finding)
            report(finding)
        }
        switch bench {
        case .failure(let reason):
            for check in TokenCheck.all { add(check.finding(.unknown(reason.words))) }
        case .success(var bench):
            for check in TokenCheck.all where !Task.isCancelled {
                bench.visit.attempts = []
                guard let sight = await check.look(&bench) else { continue }
                add(check.finding(bench.visit.fair(sight), bench.visit.attempts))
            }
        }
        return findings
    }

    /// Why no token is tried.
    private struct Obstacle: Error {
        let words: String
    }

    private func bench(with token: Secret?) async -> Result<TokenVisit, Obstacle> {
        var visit = visit
        guard let question = visit.question, let answer = await visit.resourceAnswer() else {
            return .failure(Obstacle(words: "no answer"))
        }
        // A redirect within the origin was followed.
        guard Origin(answer.url) == Origin(resource), !(300..<400).contains(answer.status) else {
            return .failure(Obstacle(words: "not sent: it redirects to where nobody has named"))
        }
        var bench = await TokenVisit(visit, Probe(question).moved(to: answer.url), trying: token)
        // A server of MCP may keep a stream open for a GET, or refuse one with a good token.
        if question.method == "GET", visit.isOfMCP {
            let call = Probe(.initialize(at: answer.url)).moved(to: answer.url)
            if let other = await TokenVisit(visit, call, trying: token), other.tells { bench = other }
        }
        guard let bench else { return .failure(Obstacle(words: "no answer")) }
        return bench.tells ? .success(bench) : .failure(Obstacle(words: "it needs no token for that"))
    }
}

extension Visit {
    /// Whether the resource is a server of the Model Context Protocol, as far as that can be seen.
    fileprivate var isOfMCP: Bool {
        demands?.areOfMCP == true || question?.method == "POST"
            || resource?.path.split(separator: "/").contains("mcp") == true
    }
}

extension Probe {
    /// The probe at the place that answered, from which it follows no redirect.
    fileprivate func moved(to url: URL) -> Probe {
        Probe(method: method, url: url, headers: headers, body: body, purpose: purpose)
    }
}
