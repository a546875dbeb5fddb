import ConsoleFaults
import ConsoleKit
import Addresses
import FoundationEssentials
import JOSE
import SessionCore

extension FlowStep {
    /// A message and its answer as one row, after a row for each redirect that the transport followed by itself.
    static func steps(of exchange: HTTPExchange) -> [FlowStep] {
        let isOfAPI = [.request, .resourceMetadata].contains(exchange.purpose)
        let lane = isOfAPI && !exchange.isOfProtocol ? Lane.api : .provider
        let kind = exchange.redirect == nil ? Kind.message(exchange.purpose) : .redirect
        let path = Path.message(from: .console, to: lane)
        let redirects = exchange.beginning?.redirects ?? []
        var token = exchange.sentToken
        var hops: [FlowStep] = []
        for redirect in redirects {
            hops.append(
                FlowStep(
                    path, .redirect, exchange.label(redirect.from), why: exchange.phrases(redirect, sending: token),
                    status: redirect.status, duration: redirect.duration, token: token))
            if !redirect.keptAuthorization { token = "" }
        }
        let end = exchange.end
        let further = exchange.redirect.map { exchange.phrases($0, sending: token) }
        let inRedirects = redirects.reduce(Duration.zero) { $0 + ($1.duration ?? .zero) }
        let parameters = redirects.isEmpty ? Phrase(parameters: exchange.parameterNames) : nil
        var final = FlowStep(
            path, kind, exchange.label(redirects.last?.to), [parameters].compactMap(\.self),
            why: further ?? end.why, status: exchange.beginning?.status,
            // How long a browser takes past the watch is not known.
            duration: exchange.link == nil ? exchange.duration - inRedirects : nil,
            token: token.isEmpty ? exchange.issuedTokens.first ?? "" : token, otherTokens: exchange.issuedTokens,
            tone: end.tone, mark: end.isGood ? .none : .failure)
        final.error = exchange.answer?.error ?? ""
        return hops + [final.struck(by: exchange.faults)]
    }
}

extension FlowStep {
    /// The row with the mark and the names of the faults that struck its message.
    fileprivate func struck(by faults: [String]) -> FlowStep {
        guard !faults.isEmpty else { return self }
        var step = self
        let names = faults.map(LabFault.words).joined(separator: Phrase.Joint.comma.rawValue)
        // What else happened weighs less.
        let others = why.map { Phrase($0.text, $0.role, min($0.weight, 8), $0.joint, after: $0.after) }
        // The mark says that it was injected.
        step.why = [Phrase("injected", .verb, 0, after: .colon), Phrase(names, after: .dot)] + others
        step.faults = faults
        step.mark = .injected
        if step.tone == .plain { step.tone = .warning }
        return step
    }
}

extension HTTPExchange {
    /// How it ended: the reason, if there is one, and how that is drawn.
    fileprivate var end: (why: [Phrase], tone: Tone, isGood: Bool) {
        switch outcome {
        case .failed(.cancelled): ([Phrase(failure ?? "", .reason)], .muted, true)
        case .failed(.redirectRefused(let reason, _)):
            (
                [
                    Phrase("the", .verb, 1), Phrase("redirect"), Phrase("was", .verb, 1), Phrase("refused"),
                    Phrase(reason, .outside, 5, .colon),
                ], .bad, false
            )
        case .failed: ([Phrase(failure ?? "", .outside)], .bad, false)
        case .answered(let answer):
            (answer.error.isEmpty ? [] : [Phrase(answer.error, .outside)], answer.tone, answer.isGood)
        }
    }

    fileprivate var answer: Answer? { if case .answered(let answer) = outcome { answer } else { nil } }

    /// Whether a call of the user's is one that only a provider answers: for its metadata or for tokens.
    fileprivate var isOfProtocol: Bool {
        let folders = RequestPath.of(url).utf8.split(separator: UInt8(ascii: "/"))
        let name = folders.drop { !$0.elementsEqual(".well-known".utf8) }.dropFirst().first
        let isMetadata = name.map { $0.starts(with: Self.metadata.0) || $0.starts(with: Self.metadata.1) } ?? false
        return isMetadata || method == "POST" && FormParameters(decoding: requestBody ?? "")["grant_type"] != nil
    }

    private static var metadata: (String.UTF8View, String.UTF8View) {
        ("openid-configuration".utf8, "oauth-authorization-server".utf8)
    }

    /// The method and where it was sent: the first hop, unless another one is named.
    fileprivate func label(_ hop: URL? = nil) -> [Phrase] {
        guard let hop = hop ?? redirectedBy?.to else { return .request(method, RequestPath.of(url)) }
        let origin = foreignOrigin(hop)
        return .request(method, place(hop), hasOrigin: origin != nil)
    }

    /// Where a redirect leads, and whether a token that was sent stays behind.
    ///
    /// Where there is little room only the host is left, or that no token goes along: the next row has the whole
    /// target.
    fileprivate func phrases(_ redirect: HTTPRedirect, sending token: String) -> [Phrase] {
        let keepsToken = token.isEmpty || redirect.keptAuthorization
        let path = RequestPath.of(redirect.to)
        let lead =
            keepsToken
            ? [Phrase("to", after: .space, alone: "redirected")]
            : [Phrase("no token", alone: "next: no token"), Phrase("to", .verb, 4, after: .space)]
        guard let origin = foreignOrigin(redirect.to) else { return lead + [Phrase(path, .outside, 4)] }
        return lead + [
            Phrase("\(origin.scheme)://", .outside, 3, after: Phrase.Joint.none),
            Phrase(origin.authority, .outside, 4), Phrase(path, .outside, 3, Phrase.Joint.none),
        ]
    }

    /// The path, after the origin where that is another than before the redirect.
    fileprivate func place(_ hop: URL) -> String {
        let path = RequestPath.of(hop)
        return foreignOrigin(hop).map { "\($0)\(path)" } ?? path
    }

    /// The origin where that is another than before the redirect.
    private func foreignOrigin(_ hop: URL) -> Origin? {
        let before = redirectedBy?.from ?? URL(given: url)
        return Origin(hop).flatMap { $0 == before.flatMap(Origin.init) ? nil : $0 }
    }

    /// The names of the parameters of query and form; of a token request the grant as well, which is public.
    fileprivate var parameterNames: [String] {
        let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let body = requestBody ?? ""
        // A registration is JSON (RFC 7591 §3.1).
        let members = body.first == "{" ? try? JSONValue(parsing: Array(body.utf8)).object?.members.map(\.name) : nil
        let items = FormParameters(decoding: query).items + (members == nil ? FormParameters(decoding: body).items : [])
        return items.map { item in
            item.name == "grant_type" ? "\(item.name) \(Self.shortened(item.value))" : item.name
        } + (members ?? [])
    }

    /// The last part of a grant's name: `device_code` of the URN of RFC 8628.
    private static func shortened(_ grant: String) -> String { grant.split(separator: ":").last.map(String.init) ?? "" }

    /// The token that it carried; name and password of a person are none.
    var carriedToken: Fingerprint? {
        let scheme = requestHeaders["Authorization"]?.split(separator: " ").first?.lowercased()
        return scheme == "basic" ? nil : Fingerprint(digits: sentToken)
    }

    /// The fingerprint of the token in the `Authorization` field or, of a refresh, in the form.
    fileprivate var sentToken: String {
        if purpose == .request || purpose == .userInfo {
            return Self.fingerprint(at: requestHeaders["Authorization"])
        }
        let form = FormParameters(decoding: requestBody ?? "")
        return Self.fingerprint(at: form["refresh_token"] ?? form["token"])
    }

    /// The fingerprints of the tokens in a token endpoint's answer.
    fileprivate var issuedTokens: [String] {
        guard purpose == .token, let body = beginning?.body, let json = try? JSONValue(parsing: Array(body.utf8)) else {
            return []
        }
        return ["access_token", "refresh_token", "id_token"].map { Self.fingerprint(at: json[$0]?.string) }
            .filter { !$0.isEmpty }
    }

    /// The fingerprint that a masked secret ends with.
    private static func fingerprint(at masked: String?) -> String {
        masked.flatMap(SecretNames.fingerprint(endingIn:))?.description ?? ""
    }
}

extension HTTPExchange.Answer {
    /// The error that the server names; empty if there is none.
    fileprivate var error: String {
        guard status >= 400 else { return "" }
        if let error = AuthenticationChallenge.token(in: headers)?.error { return error }
        guard let body, let json = try? JSONValue(parsing: Array(body.utf8)) else { return "" }
        return json["error"]?.string ?? ""
    }

    fileprivate var tone: Tone {
        error == "authorization_pending" ? .muted : HTTPStatus.tone(status)
    }

    fileprivate var isGood: Bool { tone != .bad && tone != .warning }
}
