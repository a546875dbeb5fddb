package import JOSE
package import SessionCore

/// What was found out about a provider, in the order of the checks.
package struct Diagnosis: Sendable, Hashable {
    /// What was examined: the URL of a resource or an issuer, as it was given.
    package let subject: String
    /// The issuer that it led to; `nil` where it led to none.
    package let issuer: String?
    package let findings: [Finding]
    /// Whether not one message was answered.
    package let isUnreachable: Bool
    /// The question by which the resource tells a good token from another; `nil` where none is known.
    package var question: ResourceQuestion?

    /// How many findings have that verdict.
    package func count(_ verdict: CheckVerdict) -> Int { findings.count { $0.verdict == verdict } }

    /// Adds what was found out later.
    package func adding(_ more: [Finding]) -> Diagnosis {
        Diagnosis(
            subject: subject, issuer: issuer, findings: findings + more, isUnreachable: isUnreachable,
            question: question)
    }

    /// Lines for the profile of a client, by their keys; what was seen later counts.
    package var profile: JSONObject {
        findings.compactMap(\.setting).reduce(into: JSONObject()) { $0[$1.key] = $1.value }
    }

    package var summary: String { findings.summary }

    package var hasFaults: Bool { count(.fault) > 0 }
}

extension [Finding] {
    /// How many there are of each kind: `1 fault, 2 notes, 0 unknown, 40 sound`.
    package var summary: String {
        let number = { (verdict: CheckVerdict) in count { $0.verdict == verdict } }
        let (faults, notes, absent) = (number(.fault), number(.note), number(.absent))
        return [
            faults == 1 ? "1 fault" : "\(faults) faults", notes == 1 ? "1 note" : "\(notes) notes",
            "\(number(.unknown)) unknown", "\(number(.sound)) sound", absent > 0 ? "\(absent) not offered" : nil,
        ].compactMap(\.self).joined(separator: ", ")
    }
}
