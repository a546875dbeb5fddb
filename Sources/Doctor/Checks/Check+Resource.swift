import FoundationEssentials
import JOSE
import SessionCore

extension Check {
    /// What a resource says to a client that has no token, or a wrong one.
    static let resource = [
        Check(
            "resource-challenge", "the resource without a token", .rfc(6750, "3"),
            "A client learns from a 401 with a challenge that it must sign in.",
            mend: "Answer a request without a token with 401 and WWW-Authenticate: Bearer.",
            of: .resourceServer
        ) { visit in visit.step(.resource).map { Sight($0) } },

        Check(
            "resource-metadata", "the resource's metadata", .rfc(9728, "3.3"),
            "A client that knows only the URL finds the authorization server here.",
            mend: "Publish the metadata at the place that RFC 9728 derives from the URL, with that very URL as "
                + "resource.",
            of: .resourceServer
        ) { visit in
            guard let step = visit.step(.resourceMetadata) else { return nil }
            // A resource need not support them (RFC 9728 §3), and a person who names the issuer needs none.
            if visit.isIssuerNamed, step.finding == .nothingPublished, await visit.namedMetadata() == nil {
                return Sight(.note, "\(step.finding)", rule: step.rule)
            }
            let resource = visit.resource?.absoluteString
            return Sight(step).suggesting(step.outcome == .done ? resource.map { .resource($0) } : nil)
        },

        Check(
            "resource-issuer", "the resource's issuer", .rfc(9728, "2"),
            "A client signs in at this issuer; of several a person must choose one.",
            mend: "List the issuer in authorization_servers, as the authorization server writes it.",
            of: .resourceServer
        ) { visit in
            guard let step = visit.step(.authorizationServer) else { return nil }
            guard case .issuer(let issuer) = step.finding else { return Sight(step) }
            return Sight(step).suggesting(.issuer(issuer))
        },

        Check(
            "challenge-form", "the form of the challenge", .rfc(9110, "11.6.1"),
            "A client that can't parse the challenge finds neither the metadata nor the scope.",
            mend: "Write parameters as name=\"value\", with commas between them, and quote what is not a token.",
            of: .resourceServer
        ) { visit in
            guard let answer = await visit.resourceAnswer(), answer.headers["WWW-Authenticate"] != nil else {
                return nil
            }
            if AuthenticationChallenge.hasMalformed(in: answer.headers) { return .fault("it does not fit the grammar") }
            return .sound("\(answer.schemes.listed)")
        },

        Check(
            "challenge-error", "the challenge's error without a token", .rfc(6750, "3.1"),
            "A client that sent no token may take an error for the end of its session.",
            mend: "Leave error out where no token came.",
            of: .resourceServer
        ) { visit in
            guard let answer = await visit.resourceAnswer(),
                let challenge = AuthenticationChallenge.token(in: answer.headers)
            else { return nil }
            return challenge.error.map { .remark("it says \($0), though no token was sent") } ?? .sound("none")
        },

        Check(
            "challenge-scope", "the scope to ask for", .rfc(6750, "3"),
            "A client asks for the scope of the challenge, or else of the resource's metadata; a server refuses what "
                + "it does not know.",
            mend: "List the scope in the authorization server's scopes_supported, or name another one.",
            of: .resourceServer
        ) { visit in
            guard !visit.scope.isEmpty else { return nil }
            guard let offered = await visit.metadata()?["scopes_supported"]?.strings else {
                return .unknown("\(visit.scope.listed), and the server does not list its scopes")
            }
            let missing = visit.scope.filter { !offered.contains($0) }
            return missing.isEmpty
                ? .sound(visit.scope.joined(separator: " ")).suggesting(.scope(visit.scope))
                : .remark("the server does not list \(missing.listed), and may know it all the same")
        },

        Check(
            "wrong-token", "the resource with a made-up token", .rfc(6750, "3.1"),
            "A client refreshes its token at a 401 with invalid_token; at anything else it gives up or asks again.",
            mend: "Answer a token that is not valid with 401 and error=\"invalid_token\".",
            of: .resourceServer
        ) { visit in
            guard let probe = visit.resourceProbe, let without = await visit.resourceAnswer() else { return nil }
            guard let answer = await visit.ask(probe.withMadeUpToken).response else { return .unknown("no answer") }
            let error = AuthenticationChallenge.token(in: answer.headers)?.error
            return switch (answer.status, error) {
            case (401, "invalid_token"): .sound("401 invalid_token")
            case (401, let error?): .fault("401 with \(error) instead of invalid_token")
            case (401, nil): .remark(answer.refusalInWords)
            case (200..<300, _) where without.isSuccess: .sound("it needs no token for that")
            case (let status, _) where status == without.status || status == 408 || status == 429:
                .unknown("it answers \(answer.status), with and without a token")
            default: .fault("it answers \(answer.status)")
            }
        },

        Check(
            "token-in-query", "a made-up token in the URL", .rfc(9700, "4.3.2"),
            "URLs are logged and passed on: a client must never put a token into one.",
            mend: "Read tokens from the Authorization field alone.",
            of: .resourceServer
        ) { visit in
            guard let probe = visit.resourceProbe?.withMadeUpTokenInQuery, let without = await visit.resourceAnswer(),
                !without.isSuccess
            else { return nil }
            guard let answer = await visit.ask(probe).response else { return .unknown("no answer") }
            if answer.isSuccess { return .fault("it answers \(answer.status) to a made-up token in the URL") }
            let error = AuthenticationChallenge.token(in: answer.headers)?.error
            let isRead = error != AuthenticationChallenge.token(in: without.headers)?.error
            return isRead && error == "invalid_token"
                ? .remark("it reads the token there: invalid_token") : .sound("\(answer.status), as without a token")
        },
    ]
}
