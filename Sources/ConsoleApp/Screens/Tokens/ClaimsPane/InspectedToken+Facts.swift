import ConsoleKit
import FoundationEssentials
import JOSE
import SessionCore

extension InspectedToken {
    /// What the console says of the token: the trust in it, what it allows, whom it is bound to, what is unusual.
    func facts(in scene: Scene) -> [ClaimLine] {
        let problems = problems(by: scene.status, now: scene.now)
        return [trustFact(problems)] + checkFacts(in: scene) + introspectionFacts(in: scene) + formFacts(in: scene)
            + scopeFacts(in: scene) + confirmationFacts + problemFacts(problems)
    }

    private func fact(_ name: String, _ text: String, _ tone: Tone = .plain) -> ClaimLine {
        ClaimLine(kind: .fact(tone), name: name, value: .text(text))
    }

    /// A good signature does not make an expired token usable.
    private func trustFact(_ problems: [TokenProblem]) -> ClaimLine {
        switch trust {
        case .verified:
            guard let error = problems.first(where: { $0.weight == .error }) else {
                return fact("Signature", trust.line, .good)
            }
            return fact("Signature", "failed: \(error.text), though the signature is good", .bad)
        case .failed: return fact("Signature", trust.line, .bad)
        case .notChecked: return fact("Signature", trust.line, .warning)
        }
    }

    /// When the signature was checked on request, or why it could not be checked again.
    private func checkFacts(in scene: Scene) -> [ClaimLine] {
        if isBeingChecked { return trust.isVerdict ? [fact("Checked", "the keys are being fetched", .muted)] : [] }
        guard let check else { return [] }
        let when = (scene.time.format == .relative ? "" : "at ") + scene.time.moment(check.date)
        guard let obstacle = check.obstacle else { return [fact(trust.isVerdict ? "Checked" : "Tried", when)] }
        return [fact("Checked", "could not be checked again \(when): \(obstacle)", .warning)]
    }

    private func introspectionFacts(in scene: Scene) -> [ClaimLine] {
        guard let introspection else { return [] }
        let when = scene.time.format == .relative ? "" : "at "
        let text = "\(introspection.words) when asked \(when)\(scene.time.moment(introspection.date))"
        return [fact("Introspection", text, introspection.isActive ? .good : .bad)]
    }

    private func formFacts(in scene: Scene) -> [ClaimLine] {
        let size = contents.map { ", \($0.size) bytes" } ?? ""
        switch contents?.form {
        case .jwt, nil: return contents?.selective.map { [fact("Form", "SD-JWT (RFC 9901): \($0.words)")] } ?? []
        case .encrypted: return [fact("Form", "encrypted (JWE, RFC 7516)\(size)")]
        case .cut(let token):
            let name = token.isEncrypted ? "an encrypted JWT" : "a JWT"
            return [fact("Form", "looks like \(name) that was cut: \(token.extent)\(size)", .warning)]
        case .unreadable: return [fact("Form", "has the parts of a JWT, but can't be read\(size)", .warning)]
        case .opaque:
            let form = "opaque\(size): not a JWT, so only its issuer can read it"
            guard role == .present(.access) else { return [fact("Form", form)] }
            let key = TokensScreen.Action.introspect.letter
            switch scene.introspection {
            case .offered: return [fact("Form", "\(form); \(key) asks the provider (RFC 7662)")]
            case .unknown: return [fact("Form", "\(form); \(key) asks the provider, if it can be asked (RFC 7662)")]
            case .refused(let reason): return [fact("Form", "\(form), and \(reason)")]
            }
        }
    }

    private func scopeFacts(in scene: Scene) -> [ClaimLine] {
        let claims = contents?.jwt?.claims
        if let written = claims?["scope"] ?? claims?["scp"],
            let scope = written.string ?? written.strings?.joined(separator: " ")
        {
            return [fact("Scope", scope.isEmpty ? "none" : scope)]
        }
        guard role == .present(.access) else { return [] }
        let text = ScopeText(scene.status)
        guard let scope = text.granted else { return [] }
        let source = text.isAsRequested ? "as requested: the token response names none" : "from the token response"
        return [fact("Scope", "\(scope.isEmpty ? "none" : scope.joined(separator: " ")) (\(source))")]
    }

    /// The key that the presenter must prove to hold (RFC 7800 §3).
    private var confirmationFacts: [ClaimLine] {
        guard let jwt = contents?.jwt, kind == .access || jwt.claims["cnf"] != nil else { return [] }
        guard let confirmation = jwt.claims["cnf"] else {
            return [fact("Bound to", "nothing: anyone who has it can use it (RFC 6750 §1.2)")]
        }
        let methods = [
            ("jkt", "a DPoP key (RFC 9449 §6.1)"), ("x5t#S256", "a client certificate (RFC 8705 §3.1)"),
            ("jwk", "a key (RFC 7800 §3.2)"), ("jwe", "a symmetric key (RFC 7800 §3.3)"),
            ("kid", "a key by its name (RFC 7800 §3.4)"), ("jku", "a key by its address (RFC 7800 §3.5)"),
        ]
        let known = methods.filter { confirmation[$0.0] != nil }
        guard !known.isEmpty else { return [fact("Bound to", "in an unknown way", .warning)] }
        return known.map { name, words in
            fact("Bound to", "\(words): \(confirmation[name].map(ClaimLine.text) ?? "")")
        }
    }

    private func problemFacts(_ problems: [TokenProblem]) -> [ClaimLine] {
        guard contents?.jwt != nil else { return [] }
        guard !problems.isEmpty else { return [fact("Unusual", "nothing", .muted)] }
        return problems.map { problem in
            fact(
                "Unusual", "\(problem.weight.rawValue): \(problem.text) (\(problem.reference))",
                problem.weight == .error ? .bad : .warning)
        }
    }

    /// What is written in the token, and what the provider said of it.
    func members(limit: Int = ClaimLine.memberLimit) -> [ClaimLine] {
        func section(_ title: String, _ object: JSONObject, _ glossary: [String: MemberGlossary.Entry]) -> [ClaimLine] {
            [ClaimLine(kind: .heading, name: title, value: .text(""))]
                + ClaimLine.members(of: object, glossary, limit: limit)
        }
        var lines: [ClaimLine] = []
        switch contents?.form {
        case .jwt(let jwt):
            lines += section("claims", jwt.claims, MemberGlossary.claims)
            if let selective = contents?.selective {
                lines += section("disclosures", selective.members, MemberGlossary.claims)
                if let proof = selective.keyBinding {
                    lines += section("key binding", proof.claims, MemberGlossary.claims)
                }
            }
            lines += section("header", jwt.header, MemberGlossary.header)
        case .encrypted(let header): lines += section("header", header, MemberGlossary.encryptedHeader)
        case .cut(let token):
            if let claims = token.claims { lines += section("claims", claims, MemberGlossary.claims) }
            let glossary = token.isEncrypted ? MemberGlossary.encryptedHeader : MemberGlossary.header
            lines += section("header", token.header, glossary)
        case .opaque, .unreadable, nil: break
        }
        if let introspection {
            let title = "introspection: \(introspection.words) when asked"
            let answer = JSONObject(introspection.introspection.claims.map { ($0.name, $0.json) })
            lines += section(title, answer, MemberGlossary.claims)
        }
        return lines
    }
}
