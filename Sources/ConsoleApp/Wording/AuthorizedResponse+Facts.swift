import FoundationEssentials
import SessionCore

extension AuthorizedResponse {
    /// The headers tab.
    var headerLines: [FactLine] {
        let version = response.version.map { "HTTP/\($0)" } ?? "HTTP"
        return [FactLine(version, "\(response.status) \(HTTPStatus.reason(response.status))")]
            + response.headers.fields.map { FactLine($0.name, $0.value) }
    }

    /// The timing tab: phases, connection, redirects, and what the session did.
    var timingLines: [FactLine] {
        var lines = response.timings.map(Self.phases) ?? []
        if let connection = response.connection { lines += Self.words(for: connection) }
        lines += response.redirects.map {
            FactLine(
                "redirect \($0.status)",
                "to \($0.to.absoluteString)\($0.keptAuthorization ? "" : ", without the token")")
        }
        return lines + sessionLines
    }

    private static func phases(_ timings: HTTPTimings) -> [FactLine] {
        [
            ("name look-up", timings.nameLookup), ("connect", timings.connect), ("TLS", timings.tls),
            ("first byte", timings.firstByte), ("total", timings.total),
        ]
        .map { name, duration in
            FactLine(name, duration == .zero ? "none" : "after \(DurationText.measured(duration))")
        }
    }

    private static func words(for connection: HTTPConnectionFacts) -> [FactLine] {
        var lines: [FactLine] = []
        if let address = connection.remoteAddress {
            lines.append(FactLine("connection", "\(address), \(connection.isReused ? "reused" : "new")"))
        }
        if let tls = connection.tls {
            lines.append(FactLine("TLS version", "\(tls.version), \(tls.cipher)"))
            if let subject = tls.certificateSubject { lines.append(FactLine("certificate", subject)) }
            if let issuer = tls.certificateIssuer { lines.append(FactLine("issued by", issuer)) }
            if let expiry = tls.certificateExpiry {
                lines.append(FactLine("valid until", TimeText.dateAndTime(expiry)))
            }
        }
        return lines
    }

    private var sessionLines: [FactLine] {
        var lines = [FactLine("token", facts.token.map { "\($0)" } ?? "none went along")]
        if let left = facts.tokenLifetimeLeft { lines.append(FactLine("life left", left.inWords)) }
        lines.append(FactLine("attempts", "\(facts.attempts)"))
        if let refresh = facts.waitedForRefresh { lines.append(FactLine("waited for", "refresh, event \(refresh)")) }
        return lines
    }
}
