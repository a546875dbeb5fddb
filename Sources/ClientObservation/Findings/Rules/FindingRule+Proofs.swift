import FoundationEssentials
import SessionCore

extension FindingRule {
    /// Proofs of possession, and the pace of a device.
    static let ofProofs: [FindingRule] = [
        FindingRule(
            "proof-used-twice", .error,
            "two requests have the same DPoP proof",
            advice: "Sign a proof with a new jti for each request, repeated ones included.",
            .rfc(9449, "4.2"), .rfc(9449, "11.1"),
            needs: [.proof],
            detection: .whenSent { inquiry in
                guard let id = inquiry.message.proof?.id, let first = inquiry.ledger.proofs[id],
                    first != inquiry.message.id
                else { return nil }
                return inquiry.broken(after: first)
            }),
        FindingRule(
            "proof-for-other-method", .error,
            "htm of a DPoP proof is not the method of its request",
            advice: "Sign a proof for each request, with its method as htm.",
            .rfc(9449, "4.2"),
            needs: [.proof],
            detection: .whenSent { $0.message.proof?.isForMethod == false ? $0.broken() : nil }),
        FindingRule(
            "proof-for-other-target", .error,
            "htu of a DPoP proof is not the URL of its request",
            advice: "Sign a proof for each request, with its URL without query and fragment as htu.",
            .rfc(9449, "4.2"),
            needs: [.proof],
            detection: .whenSent { $0.message.proof?.isForTarget == false ? $0.broken() : nil }),
        FindingRule(
            "proof-for-other-token", .error,
            "ath of a DPoP proof is missing, or is not the hash of the access token beside it",
            advice: "Sign a proof for each access token, with the hash of its text as ath.",
            .rfc(9449, "4.2"), .rfc(9449, "7"),
            needs: [.proof],
            detection: .whenSent { inquiry in
                inquiry.message.isOfResource && inquiry.message.proof?.isForToken == false ? inquiry.broken() : nil
            }),
        FindingRule(
            "nonce-demand-ignored", .error,
            "a server asked for its nonce in the DPoP proof, and the next proof does not have it",
            advice: "Put the DPoP-Nonce of a server's latest answer into the next proof for that server.",
            .rfc(9449, "8"), .rfc(9449, "9"),
            needs: [.proof],
            detection: .whenSent { inquiry in
                let message = inquiry.message
                let way = Ledger.OriginWay(sender: message.sender, origin: message.origin)
                guard let proof = message.proof, let demand = inquiry.message(inquiry.ledger.nonceDemands[way]),
                    demand.id != message.id, demand.hasEnded(before: message),
                    // The provider and an API at one origin each have a nonce of their own.
                    demand.isOfResource == message.isOfResource,
                    proof.nonce == nil || proof.nonce == demand.proof?.nonce, let moment = demand.end
                else { return nil }
                return inquiry.isUnderWay(since: moment) && !inquiry.isThirdInARow { $0.refusal == .nonceMissing }
                    ? inquiry.undecided(after: demand.id) : inquiry.broken(after: demand.id)
            }),
        FindingRule(
            "device-polls-too-fast", .warning,
            "a device asked for its tokens sooner than the interval allows",
            advice: "Wait for the interval between two requests, five seconds longer after each slow_down.",
            .rfc(8628, "3.5"),
            needs: [.devicePoll],
            detection: .whenSent { inquiry in
                guard let facts = inquiry.message.tokenRequest, facts.grant == .deviceCode,
                    let record = inquiry.token(facts.deviceCode),
                    let last = inquiry.others(presenting: facts.deviceCode).last,
                    // A request that is repeated with a nonce is the same poll.
                    last.refusal?.isAboutProof != true
                else { return nil }
                let pause = Duration.seconds(inquiry.message.begin.timeIntervalSince(last.begin))
                guard pause < record.interval * 0.9 else { return nil }
                return record.issued == nil
                    ? inquiry.undecided(after: last.id) : inquiry.broken(after: record.issued?.message, last.id)
            }),
    ]
}
