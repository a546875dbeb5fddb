import FoundationEssentials
import JOSE
import SessionCore

extension TokenCheck {
    /// How a token comes, and how one is refused.
    static let manners = [
        TokenCheck(
            "good-token-in-query", "a token that it takes, in the URL", .rfc(9700, "4.3.2"),
            "URLs are logged and passed on: a client must never put a token into one, and a server not take it there.",
            mend: "Read tokens from the Authorization field alone."
        ) { visit in
            guard let token = visit.openToken, let probe = visit.probe.withTokenInQuery(token) else { return nil }
            switch await visit.receptionOfOpenToken(await visit.visit.ask(probe)) {
            case .taken(let answer): return .remark("taken: it answers \(answer.wordsOfTaking)")
            case .refused(let answer): return .sound("\(answer.status), as without a token")
            case .otherwise(let words): return .sound(words)
            case .unknown(let words): return .unknown(words)
            }
        },

        TokenCheck(
            "stranger-origin", "a request of a stranger's page", .fetch("3.3"),
            "A browser lets a page read the answers where the resource says so: any page that has a token, or finds "
                + "the user's cookies, can call it.",
            mend: "Answer the Origin of a page that is not yours with 403; what is no server of MCP may leave "
                + "Access-Control-Allow-Origin out instead."
        ) { visit in
            var probe = visit.probe.withToken(visit.openToken ?? Probe.madeUpToken)
            probe.headers["Origin"] = Probe.stranger
            let reply = await visit.visit.ask(probe)
            guard let answer = reply.response else { return .unknown("no answer") }
            let allowed = answer.headers["Access-Control-Allow-Origin"]
            let hasCookies = answer.headers["Access-Control-Allow-Credentials"]?.lowercased() == "true"
            if allowed == Probe.stranger, hasCookies {
                return .fault("every page may read it, with the user's cookies")
            }
            if answer.status == 403 { return .sound("403") }
            if allowed == "*" || allowed == Probe.stranger { return .remark("every page may read it") }
            guard visit.probe.method == "POST", visit.openToken != nil else { return .sound("no page may read it") }
            switch await visit.receptionOfOpenToken(reply) {
            case .taken(let answer):
                let revision = visit.visit.demands?.revisionOfMCP
                return Sight(
                    revision == nil ? .note : .fault, "it answers \(answer.wordsOfTaking), where 403 belongs",
                    rule: (revision ?? .newest).origin)
            case .refused, .otherwise: return .sound("no page may read it")
            case .unknown(let words): return .unknown(words)
            }
        },

        TokenCheck(
            "two-authorizations", "two Authorization fields", .rfc(9110, "5.3"),
            "Where a gateway reads one of them and the server the other one, each sees another user.",
            mend: "Refuse a request with two Authorization fields with 400."
        ) { visit in
            let token = visit.openToken
            let pairs = token.map { [[$0, Probe.madeUpToken], [Probe.madeUpToken, $0]] }
            var taken: [String] = []
            for (pair, words) in zip(pairs ?? [[Probe.madeUpToken, Probe.madeUpToken]], ["first", "second"]) {
                var probe = visit.probe.withToken(pair[0])
                probe.headers.add("Authorization", "Bearer \(pair[1])")
                let reply = await visit.visit.ask(probe)
                switch token == nil ? visit.reception(of: reply) : await visit.receptionOfOpenToken(reply) {
                case .taken: taken.append(words)
                case .otherwise(let words) where reply.response.map { $0.status >= 500 } == true:
                    return .remark("it answers \(words)")
                case .refused, .otherwise: break
                case .unknown(let words) where taken.isEmpty: return .unknown(words)
                case .unknown: break
                }
            }
            guard token != nil else {
                return taken.isEmpty ? .unknown("refused; both were made up") : .fault("two that are made up are taken")
            }
            return taken.isEmpty ? .sound("refused") : .remark("the \(taken.joined(separator: ", or the ")) is taken")
        },

        TokenCheck(
            "scheme-case", "the scheme in lower case", .rfc(9110, "11.1"),
            "Schemes are the same in any case: some clients write bearer.",
            mend: "Compare the scheme without regard to case."
        ) { visit in
            let token = visit.openToken
            let reply = await visit.visit.ask(visit.probe.withToken(token ?? Probe.madeUpToken, scheme: "bearer"))
            guard token == nil else {
                return switch await visit.receptionOfOpenToken(reply) {
                case .taken: .sound("taken")
                case .refused(let answer): .fault("\(answer.refusalInWords), where Bearer is taken")
                case .otherwise(let words): .fault("it answers \(words), where Bearer is taken")
                case .unknown(let words): .unknown(words)
                }
            }
            guard let answer = reply.response else { return .unknown("no answer") }
            let seen = [answer, visit.madeUp, visit.without].map { answer in
                "\(answer.status) \(AuthenticationChallenge.token(in: answer.headers)?.error ?? "")"
            }
            if seen[0] == seen[1] {
                return seen[1] == seen[2] ? .unknown("it answers as without a token") : .sound("as Bearer")
            }
            return seen[0] == seen[2]
                ? .fault("it answers as without a token") : .remark("it answers \(answer.inWords)")
        },

        TokenCheck(
            "token-echo", "refused tokens in the answers", .rfc(6750, "5.3"),
            "What an answer repeats ends in logs and on pages, where others find it.",
            mend: "Leave the token out of answers and logs."
        ) { visit in
            visit.hasEcho ? .remark("an answer repeats the token that was sent") : .sound("no answer repeats it")
        },

        TokenCheck(
            "kept-connection", "a kept connection after a refusal", .rfc(9112, "9.3"),
            "A client that uses the connection again gets an answer to something else than its request.",
            mend: "Read the whole body of a request that is refused, or close the connection after the answer."
        ) { visit in
            if let (answer, attempts) = visit.visit.disturbance {
                visit.visit.attempts = attempts
                return .fault("the next request is answered \(answer.status)")
            }
            guard visit.probe.body != nil else { return nil }
            return visit.visit.hasReusedConnection
                ? .sound("the next request is answered") : .unknown("no connection was used again")
        },
    ]
}
