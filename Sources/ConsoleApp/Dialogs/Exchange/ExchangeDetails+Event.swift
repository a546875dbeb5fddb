import ConsoleKit
import FoundationEssentials
import SessionCore

extension ExchangeDetails {
    /// Shows what was exchanged for an event; `nil` if nothing was.
    init?(behind event: SessionEvent, in scene: Scene) {
        if case .idTokenRejected(let rejected) = event.kind {
            self.init(rejected)
        } else if case .strayRedirect(let stray) = event.kind {
            let lines = [
                FactLine("Redirect", "not used: \(stray)"), FactLine("Received", scene.time.moment(event.time)),
            ]
            self.init("Redirect · browser", [lines])
        } else if event.kind.isAuthorization {
            self.init("Authorization · browser", Self.authorizationLines(of: event, in: scene))
        } else {
            guard let exchange = scene.history.exchange(behind: event) else { return nil }
            self.init(scene.history.exchanges(with: exchange), showing: exchange.id, in: scene)
        }
    }

    /// The authorization request of a sign-in, and its answer.
    private static func authorizationLines(of event: SessionEvent, in scene: Scene) -> [[FactLine]] {
        var request: [FactLine] = []
        var answer: [FactLine] = []
        // Redirects that were refused, because their state is not this sign-in's.
        var refused: [FactLine] = []
        var isOver = false
        var sentAt: Date?
        for event in scene.history.events.filter({ $0.cause == event.cause }) {
            let time = scene.time.moment(event.time)
            let wait = sentAt.map { Duration.seconds(event.time.timeIntervalSince($0)) }
            let after = wait.map { ", after \(DurationText.measured($0))" } ?? ""
            if case .authorizationRequested(let message) = event.kind {
                sentAt = event.time
                request = [FactLine("Request", "GET \(message.url)"), FactLine("Sent", time)] + message.lines
            } else if case .authorizationAnswered(let message) = event.kind {
                answer = [FactLine("Answer", "redirect to \(message.url)"), FactLine("Received", time + after)]
                // An answer with another state is not an event of this kind.
                answer += message.lines.map { line in
                    line.name == "state" ? FactLine(line.name, "\(line.value ?? ""), the one that was sent") : line
                }
            } else if case .strayRedirect(let stray) = event.kind {
                refused += [FactLine("Answer", "refused: \(stray)"), FactLine("Received", time + after)]
            } else if case .signInFailed = event.kind {
                isOver = true
            }
        }
        if answer.isEmpty, refused.isEmpty {
            answer = [FactLine("Answer", isOver ? "the browser did not come back" : "the browser has not come back")]
        }
        return [request, answer.isEmpty ? refused : answer]
    }
}

extension SessionEvent.Kind {
    fileprivate var isAuthorization: Bool {
        if case .authorizationRequested = self { return true }
        if case .authorizationAnswered = self { return true }
        return false
    }
}

extension AuthorizationMessage {
    /// The parameters, secret values masked.
    fileprivate var lines: [FactLine] {
        guard let query else { return parameters.map { FactLine($0, "value not kept") } }
        return FormParameters(decoding: query).items.map { FactLine($0.name, $0.value) }
    }
}
