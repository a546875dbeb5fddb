import ConsoleKit
import FoundationEssentials
import SessionCore

extension AuthorizedResponse {
    /// The headers tab.
    var headerLines: [FactLine] {
        let version = response.version.map { "HTTP/\($0)" } ?? "HTTP"
        return [FactLine(version, HTTPStatus.line(response.status, response.reason))]
            + response.headers.fields.map { FactLine($0.name, $0.value) }
    }

    /// The authorization tab: the token that was sent, the server's challenge, and the session's response to it.
    var authorizationLines: [FactLine] {
        var lines = verdictText.map { [FactLine("verdict", $0)] } ?? []
        lines += sessionLines
        let challenges = AuthenticationChallenge.parse(response.headers)
        for challenge in challenges {
            lines += [FactLine(""), FactLine("challenge", challenge.scheme)]
            lines += challenge.parameters.sorted { $0.key < $1.key }.map { FactLine($0.key, $0.value) }
        }
        // A field that can't be parsed as challenges is shown as received.
        if challenges.isEmpty {
            lines += response.headers.fields.filter { $0.name.lowercased() == "www-authenticate" }.map {
                FactLine($0.name, $0.value)
            }
        }
        return lines
    }

    /// The timing tab: the phases of the last hop, the whole call, the connection, and the redirects on the way.
    var timingLines: [FactLine] {
        var lines = response.timings.map(Self.phases) ?? []
        if let duration = facts.duration { lines.append(FactLine("whole call", DurationText.measured(duration))) }
        if let connection = response.connection { lines += connection.lines }
        return lines + response.redirects.map(\.line)
    }

    private static func phases(_ timings: HTTPTimings) -> [FactLine] {
        [
            ("name look-up", timings.nameLookup), ("connect", timings.connect), ("TLS", timings.tls),
            ("first byte", timings.firstByte), ("last byte", timings.total),
        ]
        .map { name, duration in
            FactLine(name, duration == .zero ? "none" : "after \(DurationText.measured(duration))")
        }
    }

    /// Whether a redirect led to where the token may not go.
    var lostToken: Bool { facts.token != nil && !response.redirects.allSatisfy(\.keptAuthorization) }

    private var sessionLines: [FactLine] {
        let end = lostToken ? ", not sent to the server that answered" : ""
        var lines = [FactLine("token", facts.token.map { "\($0)\(end)" } ?? "the session's was not sent")]
        if let left = facts.tokenLifetimeLeft, !lostToken {
            let words = left > .zero ? "for \(left.inWords) when sent" : "no: expired when sent"
            lines.append(FactLine("valid", words + (left > .zero ? verdict.objection : "")))
        }
        lines.append(FactLine("attempts", "\(facts.attempts)"))
        if let refresh = facts.waitedForRefresh { lines.append(FactLine("waited for", "refresh, event \(refresh)")) }
        return lines
    }
}

extension AuthorizedResponse.Verdict {
    /// What the API has against a token that was still valid, as the end of a sentence.
    fileprivate var objection: String {
        switch self {
        case .rejected, .rejectedByAPI, .refreshFailed, .sessionEnded, .sessionChanged: ", but the API rejected it"
        case .stepUpRequired: ", but the API asks for another sign-in"
        case .none, .accepted, .insufficientScope: ""
        }
    }
}

extension PartialAnswer {
    /// The redirects on the way, and the header.
    var lines: [FactLine] {
        let version = answer.version.map { "HTTP/\($0)" } ?? "HTTP"
        return answer.redirects.map(\.line)
            + [FactLine(version, "\(answer.status) \(HTTPStatus.reason(answer.status))")]
            + answer.headers.fields.map { FactLine($0.name, $0.value) }
    }
}

extension HTTPConnectionFacts {
    /// The address, and what was agreed on in the TLS handshake.
    var lines: [FactLine] {
        var lines: [FactLine] = []
        if let remoteAddress {
            lines.append(FactLine("connection", "\(remoteAddress), \(isReused ? "reused" : "new")"))
        }
        if let tls {
            lines.append(FactLine("TLS version", "\(tls.version), \(tls.cipher)"))
            if let subject = tls.certificateSubject { lines.append(FactLine("certificate", subject)) }
            if let issuer = tls.certificateIssuer { lines.append(FactLine("issued by", issuer)) }
            if let expiry = tls.certificateExpiry {
                lines.append(FactLine("valid until", TimeText.dateAndTime(expiry)))
            }
        }
        return lines
    }
}

extension HTTPRedirect {
    /// The hop, and whether the token was sent with it.
    var line: FactLine {
        let time = duration.map { ", after \(DurationText.measured($0))" } ?? ""
        return FactLine("redirect \(status)", "to \(to.absoluteString), \(token)\(time)")
    }

    /// A fact about the message that a redirect led to.
    var origin: FactLine { FactLine("redirected", "by the \(status) of \(from.absoluteString), \(token)") }

    private var token: String { keptAuthorization ? "with the token" : "without the token" }
}
