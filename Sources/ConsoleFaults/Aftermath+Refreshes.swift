import FoundationEssentials
import SessionCore

/// The refreshes, and the tokens that they brought.
extension Aftermath {
    private struct Refresh {
        /// `nil` of the one that was under way when the fault struck.
        var trigger: RefreshTrigger?
        /// The token to be replaced.
        var access: Fingerprint?
    }

    /// The one that was under way, and those that began since.
    private var begunRefreshes: [Refresh] {
        (before.refresh == nil ? [] : [Refresh()])
            + all {
                guard case .refreshStarted(let trigger, let access, _) = $0 else { return nil }
                return Refresh(trigger: trigger, access: access)
            }
    }

    var refreshes: Int { begunRefreshes.count }

    /// Those that nobody asked for.
    var ownRefreshes: Int { refreshes - askedRefreshes }

    var askedRefreshes: Int { begunRefreshes.count { $0.trigger == .requestedByUser } }

    var refreshesAfter401: Int { begunRefreshes.count { if case .unauthorized = $0.trigger { true } else { false } } }

    /// Those that were to replace the access token that was present.
    var refreshesOfOldToken: Int {
        let old = oldToken
        return begunRefreshes.count { $0.access == nil || $0.access == old }
    }

    /// The access token that was present when the fault struck; `nil` while no event has named it.
    var oldToken: Fingerprint? {
        if let token = before.accessToken { return token }
        for event in events {
            switch event.kind {
            case .refreshStarted(_, let access?, _): return access
            case .refreshed, .adoptedFromStore: return nil
            default: continue
            }
        }
        return nil
    }

    var isRefreshing: Bool { refreshing.last ?? false }

    /// Whether a refresh began before another had ended.
    var hasOverlap: Bool { zip(refreshing, refreshing.dropFirst()).contains { $0 && $1 } }

    /// Whether a refresh was under way, before the first event and after each that began or ended one.
    private var refreshing: [Bool] {
        [before.refresh != nil]
            + all {
                switch $0 {
                case .refreshStarted: true
                case .refreshed, .refreshFailed, .refreshRejected: false
                default: nil
                }
            }
    }

    var renewals: Int { count { if case .refreshed = $0 { true } else { false } } }

    /// The tokens that a refresh or a sign-in brought last.
    var tokens: SessionTokens? {
        all {
            switch $0 {
            case .refreshed(let tokens, _, _), .signedIn(_, let tokens): tokens
            default: nil
            }
        }
        .last
    }

    var adoptions: Int { adopted.count }

    /// Whether a token of another process has replaced the one that was present.
    var hasAdoptedNewer: Bool {
        let old = oldToken
        return adopted.contains { $0.access.fingerprint != old }
    }

    private var adopted: [SessionTokens] { all { if case .adoptedFromStore(let tokens) = $0 { tokens } else { nil } } }

    var refreshFailures: [SessionError] { all { if case .refreshFailed(let error, _) = $0 { error } else { nil } } }

    /// How long after the latest failure the next try is.
    var pause: Duration? { all { if case .refreshFailed(_, let pause) = $0 { pause } else { nil } }.last }

    /// Whether the token endpoint was asked again before an announced pause ended.
    var isTooEarly: Bool {
        var announced: Range<Date>?
        return events.contains { event in
            switch event.kind {
            case .refreshFailed(_, let pause):
                // The pause runs by the monotonic clock: a second's grace for the wall clock.
                let end = event.time.addingTimeInterval(pause / .seconds(1) - 1)
                announced = event.time < end ? event.time..<end : nil
            case .refreshed: announced = nil
            case .exchange(let message) where message.isRefresh: return announced?.contains(message.sentAt) == true
            default: break
            }
            return false
        }
    }

    /// Whether a refresh sent a token that an earlier one had replaced.
    var hasReused: Bool {
        var sent = before.refreshToken
        var spent: Set<Fingerprint> = []
        return events.contains { event in
            switch event.kind {
            case .refreshStarted(_, _, let token):
                sent = token
                return token.map(spent.contains) ?? false
            case .refreshed(let tokens, _, _):
                if let sent, let token = tokens.refresh, token.fingerprint != sent { spent.insert(sent) }
            default: break
            }
            return false
        }
    }

    var hasRejectedRefresh: Bool { count { if case .refreshRejected = $0 { true } else { false } } > 0 }

    var suspicions: Int { count { if case .suspected = $0 { true } else { false } } }

    /// Whether the provider refused a refresh, and the session drew a conclusion from that.
    var isRefused: Bool {
        guard let answer = events.firstIndex(where: { $0.exchange.map(isRefusal) ?? false }) else { return false }
        return events[answer...].contains {
            switch $0.kind {
            case .refreshRejected, .suspected: true
            default: false
            }
        }
    }

    /// Whether the answer can be a refusal; what the fault itself made up is none, but for invalid_grant.
    private func isRefusal(_ message: HTTPExchange) -> Bool {
        guard message.isRefresh, case .answered(let answer) = message.outcome else { return false }
        return Self.refusals.contains(answer.status) && !(message.id == exchange && isForged)
    }

    private static let refusals = Set(200..<300).union(400..<500).subtracting([404, 408, 429])

    /// More refreshes than this in that time are too many for access tokens of such a lifetime, in seconds.
    func mostRefreshes(ofTokensFor lifetime: TimeInterval?) -> Int {
        // Each is used for four fifths of its time at least.
        2 + (lifetime.map { Int(elapsed / max(1, $0 * 0.8)) } ?? 0)
    }

    /// How long the access token lives, in seconds; `nil` where that is not known.
    var lifetime: TimeInterval? {
        guard let access = (tokens ?? before.tokens)?.access, case .at(let end, let source) = access.expiry,
            !source.isBeforeItsTime
        else { return nil }
        return end.timeIntervalSince(access.obtainedAt)
    }
}

extension HTTPExchange {
    /// Whether it asked the token endpoint for a refresh.
    var isRefresh: Bool { purpose == .token && requestBody?.contains("grant_type=refresh_token") == true }
}
