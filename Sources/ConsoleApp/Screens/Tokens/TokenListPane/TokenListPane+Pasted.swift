import ConsoleKit
import SessionCore
import TerminalUI

/// The tokens that are not the session's: pasted ones, and those that messages carried.
extension TokenListPane {
    /// Of pasted and of carried tokens more than this are not kept.
    static let pastedCapacity = 8

    /// Whether something is known of a token.
    func holds(_ token: Fingerprint) -> Bool { ledger.holds(token) || pasted.contains { $0.fingerprint == token } }

    /// Lists tokens that came together, and selects the first; answers what there is to say.
    mutating func add(_ tokens: [Secret], _ origin: PastedToken.Source = .pasted) -> Notice? {
        let kept = tokens.prefix(Self.pastedCapacity)
        // The newest stands first.
        let notices = kept.reversed().map { add(PastedToken($0, origin)) }
        guard tokens.count > 1 else { return notices.last ?? nil }
        let left = tokens.count > kept.count ? ": the first \(kept.count) are kept" : ""
        return Notice(.muted, "\(tokens.count) tokens were found in it\(left)")
    }

    /// Selects the session's own token that is pasted, or lists another one; answers what there is to say.
    private mutating func add(_ token: PastedToken) -> Notice? {
        let fingerprint = token.fingerprint
        if isPresent(token), let kind = ledger.life(of: fingerprint)?.kind {
            choose(fingerprint)
            return Notice(.muted, "\(fingerprint) is the session's \(kind.title)")
        }
        let dropped = keep(token).map {
            "\($0.fingerprint), the oldest \($0.isPasted ? "pasted" : "carried") token, is no longer kept: "
                + "\(Self.pastedCapacity) are kept"
        }
        choose(fingerprint)
        guard isOwn(token), let kind = ledger.life(of: fingerprint)?.kind else {
            return dropped.map { Notice(.muted, $0) }
        }
        return Notice(.muted, "\(fingerprint) is an earlier \(kind.title) of the session", advice: dropped)
    }

    /// Keeps a token that a user typed into a request until its message is told.
    mutating func expect(_ request: HTTPRequest) {
        guard let token = PastedToken(typedInto: request) else { return }
        typed.removeAll { $0.fingerprint == token.fingerprint }
        typed = typed.suffix(Self.pastedCapacity - 1) + [token]
    }

    /// Lists the token that was typed into a request, once a message has carried it.
    mutating func observe(_ exchange: HTTPExchange) {
        guard exchange.purpose == .request, let fingerprint = exchange.carriedToken,
            var token = typed.last(where: { $0.fingerprint == fingerprint }), !isPresent(token)
        else { return }
        let use = TokenUse(exchange)
        if let index = pasted.firstIndex(where: { $0.secret == token.secret }) {
            pasted[index].append(use)
        } else {
            token.append(use)
            _ = keep(token)
        }
    }

    /// Whether it is one of the session's, the present or an earlier one.
    func isOwn(_ token: PastedToken) -> Bool { ledger.contents[token.fingerprint] == token.contents }

    func isPresent(_ token: PastedToken) -> Bool {
        isOwn(token) && ledger.isHeld(token.fingerprint)
    }

    /// Keeps a token, and answers the oldest of its sort, which leaves for it.
    private mutating func keep(_ token: PastedToken) -> PastedToken? {
        var token = token
        if let known = pasted.first(where: { $0.secret == token.secret }) { token.keepUses(of: known) }
        pasted.removeAll { $0.fingerprint == token.fingerprint }
        pasted.insert(token, at: 0)
        guard pasted.count(where: { $0.isPasted == token.isPasted }) > Self.pastedCapacity,
            let oldest = pasted.lastIndex(where: { $0.isPasted == token.isPasted })
        else { return nil }
        return pasted.remove(at: oldest)
    }
}

extension PastedToken {
    var fingerprint: Fingerprint { contents.fingerprint }
}
