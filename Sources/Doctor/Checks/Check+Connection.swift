import FoundationEssentials
import SessionCore

extension Check {
    /// The connections and clocks of all origins that answered.
    static let connection = [
        Check(
            "clock", "the clocks", .rfc(9110, "6.6.1"),
            "A client refuses tokens that seem to be issued in the future, and keeps expired ones for valid.",
            mend: "Synchronise the server's clock.",
            of: nil
        ) { visit in
            let skews = visit.clocks.values.compactMap { $0.server?.timeIntervalSince($0.here) }
            guard let skew = skews.max(by: { abs($0) < abs($1) }) else {
                return visit.clocks.isEmpty ? nil : .unknown("no answer has a Date")
            }
            let words =
                abs(skew) < 2
                ? "the same" : "\(Int(abs(skew).rounded())) s \(skew > 0 ? "ahead of" : "behind") this machine's"
            // Which of the two is wrong can't be seen.
            return Sight(abs(skew) <= 5 ? .sound : .note, words)
        },

        Check(
            "tls-version", "the version of TLS", .rfc(9325, "3.1.1"),
            "Current TLS libraries refuse older versions.",
            mend: "Offer TLS 1.2 and 1.3 alone.",
            of: .front
        ) { visit in
            guard let facts = visit.tls else { return visit.unseenTLS }
            let old = facts.map(\.version).filter { !["TLSv1.2", "TLSv1.3"].contains($0) }
            return old.isEmpty
                ? .sound(Set(facts.map(\.version)).sorted().listed) : .fault(Set(old).sorted().listed)
        },

        Check(
            "certificate", "the certificate", .rfc(5280, "4.1.2.5"),
            "No client connects after the certificate's last day.",
            mend: "Renew the certificate in time, by a program.",
            of: .front
        ) { visit in
            guard let ends = visit.tls?.compactMap(\.certificateExpiry), let end = ends.min() else {
                return visit.unseenTLS
            }
            let days = Int(end.timeIntervalSince(visit.channel.clock.now) / 86_400)
            return Sight(days < 0 ? .fault : days < 14 ? .note : .sound, days == 1 ? "1 day left" : "\(days) days left")
        },
    ]
}

extension Visit {
    /// What is known of TLS, of each origin that answered over it; `nil` where nothing is.
    fileprivate var tls: [TLSFacts]? {
        let facts = connections.values.compactMap(\.tls)
        return facts.isEmpty ? nil : facts
    }

    fileprivate var unseenTLS: Sight? {
        guard wasAnswered else { return nil }
        let isPlain = clocks.keys.allSatisfy { !$0.isSecure }
        return .unknown(isPlain ? "plain http" : "the transport does not say")
    }
}
