package import JOSE
package import SessionCore

extension TransportError: RecordedAsObject {
    private enum Name: String, RecordedByName {
        case couldNotResolve = "could_not_resolve"
        case addressNotAllowed = "address_not_allowed"
        case couldNotConnect = "could_not_connect"
        case proxyRefused = "proxy_refused"
        case tls
        case timedOut = "timed_out"
        case brokenOff = "broken_off"
        case tooLarge = "too_large"
        case redirectRefused = "redirect_refused"
        case invalidRequest = "invalid_request"
        case outOfResources = "out_of_resources"
        case notTaken = "not_taken"
        case cancelled
    }

    package var record: JSONObject {
        var json = facts
        json.set("partial_answer", partialAnswer)
        return json
    }

    private var facts: JSONObject {
        switch self {
        case .couldNotResolve(let host): ["kind": Name.couldNotResolve.recorded, "host": host.recorded]
        case .addressNotAllowed(let host, let kind):
            ["kind": Name.addressNotAllowed.recorded, "host": host.recorded, "network": kind.recorded]
        case .couldNotConnect(let host, let reason):
            ["kind": Name.couldNotConnect.recorded, "host": host.recorded, "reason": reason.recorded]
        case .proxyRefused(let status): ["kind": Name.proxyRefused.recorded, "status": status.recorded]
        case .tls(let fault, let reason):
            ["kind": Name.tls.recorded, "fault": fault.recorded, "reason": reason.recorded]
        case .timedOut(let phase, _): ["kind": Name.timedOut.recorded, "phase": phase.recorded]
        case .brokenOff(let reason, _): ["kind": Name.brokenOff.recorded, "reason": reason.recorded]
        case .tooLarge(let limit, _): ["kind": Name.tooLarge.recorded, "limit": limit.recorded]
        case .redirectRefused(let reason, _): ["kind": Name.redirectRefused.recorded, "reason": reason.recorded]
        case .invalidRequest(let reason): ["kind": Name.invalidRequest.recorded, "reason": reason.recorded]
        case .outOfResources(let reason): ["kind": Name.outOfResources.recorded, "reason": reason.recorded]
        case .notTaken: ["kind": Name.notTaken.recorded]
        case .cancelled: ["kind": Name.cancelled.recorded]
        }
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("kind", as: Name.self) {
            case .couldNotResolve: .couldNotResolve(host: try record.value("host"))
            case .addressNotAllowed:
                .addressNotAllowed(host: try record.value("host"), try record.value("network"))
            case .couldNotConnect:
                .couldNotConnect(host: try record.value("host"), reason: try record.value("reason"))
            case .proxyRefused: .proxyRefused(status: try record.value("status"))
            case .tls: .tls(try record.value("fault"), reason: try record.value("reason"))
            case .timedOut: .timedOut(try record.value("phase"))
            case .brokenOff: .brokenOff(try record.value("reason"))
            case .tooLarge: .tooLarge(limit: try record.value("limit"))
            case .redirectRefused: .redirectRefused(try record.value("reason"))
            case .invalidRequest: .invalidRequest(try record.value("reason"))
            case .outOfResources: .outOfResources(try record.value("reason"))
            case .notTaken: .notTaken
            case .cancelled: .cancelled
            }
        self = after(try record.optional("partial_answer"))
    }
}

extension TransportError.Phase: RecordedByListedName {
    package var recordedName: String {
        switch self {
        case .nameLookup: "name_lookup"
        case .connect: "connect"
        case .tls: "tls"
        case .waiting: "waiting"
        case .receiving: "receiving"
        }
    }
}

extension AddressKind: RecordedByListedName {
    package var recordedName: String {
        switch self {
        case .global: "global"
        case .privateNetwork: "private"
        case .linkLocal: "link_local"
        case .loopback: "loopback"
        }
    }
}

extension TransportError.TLSFault: RecordedByListedName {
    package var recordedName: String {
        switch self {
        case .wrongName: "wrong_name"
        case .expired: "expired"
        case .notYetValid: "not_yet_valid"
        case .untrustedIssuer: "untrusted_issuer"
        case .pinMismatch: "pin_mismatch"
        case .other: "other"
        }
    }
}
