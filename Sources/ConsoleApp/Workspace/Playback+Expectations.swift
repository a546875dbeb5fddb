import ConsoleKit
import ConsoleFaults
import FoundationEssentials
import Recordings
import Scenarios
import SessionCore

/// Judges what a scenario expects.
extension Playback {
    private func number(of what: Countable, _ events: [SessionEvent], _ answers: Int) -> Int {
        what == .calls ? answers : events.count { what.counts($0.kind) }
    }

    /// Why an expectation does not hold for these sessions; `nil` where it holds.
    func failure(of expectation: Expectation, _ sessions: Range<Int>, in models: [Model]) -> String? {
        let judged = models[sessions]
        let events = window.events(of: sessions)
        let answers = window.answers(of: sessions)
        switch expectation {
        case .state(let state):
            return first(judged) { $0.state == state ? nil : "the state is \($0.state.rawValue)" }
        case .status(let status): return Self.failure(ofStatus: status, answers)
        case .noAnswer(let text):
            guard !answers.isEmpty else { return "no call was sent" }
            let errors = answers.map(\.failureText)
            guard let answered = errors.firstIndex(of: nil) else { return Self.reason(errors.compactMap(\.self), text) }
            return "answered \(answers[answered].status ?? 0)"
        case .count(let count, let what):
            let found = number(of: what, events, answers.count)
            return found == count ? nil : "counted \(what.words(found)), not \(count)"
        case .countAtLeast(let count, let what):
            let found = number(of: what, events, answers.count)
            return found >= count ? nil : "counted \(what.words(found)), not \(count) or more"
        case .countAtMost(let count, let what):
            let found = number(of: what, events, answers.count)
            return found <= count ? nil : "counted \(what.words(found)), not \(count) or fewer"
        case .forcedLogout(let text):
            let ends = events.filter { $0.kind.forcedEnd != nil }.map { "\($0)" }
            return ends.isEmpty ? "the session was not forced out" : Self.reason(ends, text)
        case .signInFailed(let text):
            guard case .failure(let error)? = window.signIn else { return "the sign-in did not fail" }
            return Self.reason(["\(error)"], text)
        case .refreshFailed(let text):
            var failures = events.filter(\.kind.isFailedRefresh).map { "\($0)" }
            if case .failure(let error)? = window.refresh { failures.append("\(error)") }
            return failures.isEmpty ? "no refresh failed" : Self.reason(failures, text)
        case .challenge(let name, let value): return Self.failure(ofChallenge: name, value, answers)
        case .body(let text):
            guard let response = answers.last?.response else { return "no answer came" }
            if String(decoding: response.body, as: UTF8.self).contains(text) { return nil }
            return response.body.isEmpty
                ? "the body is empty, and does not contain '\(text)'"
                : "the body of \(ByteCount(response.body.count)) does not contain '\(text)'"
        case .header(let name, let value):
            guard let response = answers.last?.response else { return "no answer came" }
            let found = response.headers.values(of: name)
            if found.contains(value) { return nil }
            return found.isEmpty ? "the answer has no field \(name)" : "\(name) is \(found.joined(separator: ", "))"
        case .scope(let names, let isGranted): return first(judged) { $0.failure(ofScope: names, isGranted) }
        case .token(let name, let isNew):
            return first(judged) { model, index in
                let old = window.tokens.indices.contains(index) ? window.tokens[index][name] : nil
                let new = PlaybackWindow.Tokens(model.scene.status)[name]
                guard let new else { return "the session holds no \(name.rawValue)" }
                return (new != old) == isNew ? nil : "the \(name.rawValue) is \(isNew ? "the same" : "another"): \(new)"
            }
        case .user(let claim, let value):
            return first(judged) { model in
                let found = model.scene.status.userInfo?[claim]
                if found == value { return nil }
                let absence =
                    model.scene.status.userInfo == nil
                    ? "no user info yet: 'user info' fetches it" : "the user info has no \(claim)"
                return found.map { "\(claim) is \($0)" } ?? absence
            }
        case .clockSkew(let expected):
            return first(judged) { model in
                guard let skew = model.scene.status.clockSkew else { return "the provider's clock is not known" }
                let isAlike = abs(skew / .seconds(1) - expected / .seconds(1)) <= 2
                return isAlike
                    ? nil : "by its last token answer, the provider's clock differs by \(DurationText.skew(skew))"
            }
        case .event(let name):
            return events.contains { $0.kind.name == name } ? nil : "it did not happen"
        case .line(let name, let outcome):
            return first(judged) { model in
                guard let chain = model.scene.chain else { return "the session was not opened from a URL" }
                return chain.failure(ofLine: name, outcome)
            }
        case .fault(let name, let isArmed):
            return first(judged) { model in
                let armed = LabFault(rawValue: name).flatMap { model.scene.armedFaults[$0] } != nil
                return armed == isArmed ? nil : armed ? "the fault is armed" : "the fault is not armed"
            }
        }
    }

    /// The first failure among sessions, named where there are two.
    private func first(_ sessions: ArraySlice<Model>, _ failure: (Model) -> String?) -> String? {
        first(sessions) { model, _ in failure(model) }
    }

    private func first(_ sessions: ArraySlice<Model>, _ failure: (Model, Int) -> String?) -> String? {
        for index in sessions.indices {
            guard let failure = failure(sessions[index], index) else { continue }
            return sessions.count > 1 ? "in session \(index + 1) \(failure)" : failure
        }
        return nil
    }

    private static func reason(_ found: [String], _ text: String?) -> String? {
        guard let text, !found.contains(where: { $0.contains(text) }) else { return nil }
        return "the reason was: \(found.last ?? "")"
    }

    private static func failure(
        ofStatus status: Int, _ answers: [Result<AuthorizedResponse, SessionError>]
    ) -> String? {
        guard !answers.isEmpty else { return "no call was sent" }
        let others = answers.filter { $0.status != status }
        guard let other = others.last else { return nil }
        let found = other.status.map { "answered \($0)" } ?? "no answer: \(other.failureText ?? "")"
        return answers.count == 1 ? found : "\(others.count) of \(answers.count) calls: \(found)"
    }

    private static func failure(
        ofChallenge name: String, _ value: String, _ answers: [Result<AuthorizedResponse, SessionError>]
    ) -> String? {
        guard let response = answers.last?.response else { return "no answer came" }
        let challenges = AuthenticationChallenge.parse(response.headers)
        let found = challenges.compactMap { $0.parameters[name.lowercased()] }
        if found.contains(value) { return nil }
        return found.isEmpty ? "the challenge has no \(name)" : "\(name) is \(found.joined(separator: ", "))"
    }

    // MARK: - What a step waits for

    func holds(_ condition: Condition, _ sessions: Range<Int>, in models: [Model]) -> Bool {
        let events = window.events(of: sessions)
        return switch condition {
        case .refreshed: events.contains { if case .refreshed = $0.kind { true } else { false } }
        case .authorized: false
        case .expired: models[sessions].allSatisfy { $0.state == .expired }
        case .forcedLogout: events.contains { $0.kind.forcedEnd != nil }
        case .state(let state): models[sessions].allSatisfy { $0.state == state }
        case .timeLeft(let left):
            models[sessions].allSatisfy { model in
                model.scene.status.accessToken?.end.map { $0.timeIntervalSince(model.scene.now) <= left / .seconds(1) }
                    ?? false
            }
        case .refreshDue:
            models[sessions].allSatisfy { model in
                model.scene.status.refreshDueAt.map { $0 <= model.scene.now } ?? false
            } || events.contains { if case .refreshStarted = $0.kind { true } else { false } }
        case .event(let name): events.contains { $0.kind.name == name }
        }
    }

    /// What has not happened, in words.
    func missing(_ condition: Condition, _ sessions: Range<Int>, in models: [Model]) -> String {
        let deferral = models[sessions].lazy.compactMap(\.scene.status.refreshDeferral).first
        let reason = deferral.map { " (it is left to the next call, because \($0))" } ?? ""
        return switch condition {
        case .refreshed: "no refresh succeeded\(reason)"
        case .authorized: "that is about another program"
        case .expired: "the access token has not expired"
        case .forcedLogout: "the session was not forced out"
        case .state(let state): "the state is not \(state.rawValue)"
        case .timeLeft(let left): "the access token lives longer than \(left.inWords)"
        case .refreshDue: "no refresh is due\(reason)"
        case .event(let name): "no event \(name)"
        }
    }
}

extension Model {
    /// The state as a scenario names it.
    var state: Expectation.State {
        guard scene.isSignedIn else { return .signedOut }
        return scene.standing.hasExpired ? .expired : .authenticated
    }

    fileprivate func failure(ofScope names: [String], _ isGranted: Bool) -> String? {
        guard let granted = scene.status.scope ?? scene.status.requestedScope else { return "the scope is not known" }
        let wrong = names.filter { granted.contains($0) != isGranted }
        return wrong.isEmpty ? nil : "the scope is \(granted.joined(separator: " "))"
    }
}

extension PlaybackWindow.Tokens {
    fileprivate subscript(_ name: Expectation.TokenName) -> Fingerprint? {
        switch name {
        case .access: access
        case .refresh: refresh
        case .identity: identity
        }
    }
}

extension Result<AuthorizedResponse, SessionError> {
    fileprivate var response: HTTPResponse? { if case .success(let answer) = self { answer.response } else { nil } }
    fileprivate var status: Int? { response?.status }
    fileprivate var failureText: String? { if case .failure(let error) = self { "\(error)" } else { nil } }
}

extension Countable {
    fileprivate func counts(_ kind: SessionEvent.Kind) -> Bool {
        switch (self, kind) {
        case (.refreshes, .refreshed), (.signIns, .signedIn), (.adoptions, .adoptedFromStore), (.logouts, .signedOut):
            true
        case (.tokenRequests, .exchange(let exchange)): exchange.purpose == .token
        case (.rejections, .exchange(let exchange)): exchange.isUnauthorized
        case (.strikes, .injected(let fault)): fault.step == .struck
        case (.logouts, _): kind.forcedEnd != nil
        case (.refreshes, _), (.calls, _), (.rejections, _), (.signIns, _), (.adoptions, _), (.tokenRequests, _),
            (.strikes, _):
            false
        }
    }
}

extension SessionEvent.Kind {
    /// Why the session was ended against the user's will, in words.
    fileprivate var forcedEnd: String? {
        switch self {
        case .forcedOut(let end): "\(end)"
        case .endedElsewhere(let ended): ended.end.isForced ? "\(ended.end)" : nil
        default: nil
        }
    }

    fileprivate var isFailedRefresh: Bool {
        switch self {
        case .refreshFailed, .refreshRejected, .suspected: true
        default: false
        }
    }
}
