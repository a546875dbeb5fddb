package import ClientObservation
package import JOSE
package import Recordings
import SessionCore

extension WatchNotice: RecordedByMembers {
    package static let members = Members(
        { Self($0, caller: $1, host: $2, runtime: $3, passesHost: $4) }, .inline(\.cause), .inline(\.caller),
        .optional("host", \.host), .optional("runtime", \.runtime),
        .needed("passes_host", \.passesHost, unless: false))
}

/// Known by its name, which is all that is recorded.
extension Runtime: Recordable {
    package var recorded: JSONValue { name.recorded }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        let name = try String(recorded: recorded)
        guard let known = Self.all.first(where: { $0.name == name }) else { throw RecordFlaw(unknown: recorded) }
        self = known
    }
}

extension WatchNotice.HostTraffic: RecordedByMembers {
    package static let members = Members(
        Self.init(host:count:), .needed("host", \.host), .needed("count", \.count))
}

extension WatchNotice.Cause.Name: RecordedByName {}

extension WatchNotice.Cause: RecordedAsObject {
    package static let shape = RecordShape.cases(
        "name", Name.self,
        [
            "alert": .plain, "reason": .plain, "user": .plain, "address": .plain, "error": TransportError.shape,
            "hosts": .list(WatchNotice.HostTraffic.shape), "processes": .list(Caller.shape), "others": .plain,
            "entries": .plain, "all": .plain,
        ])

    package var record: JSONObject {
        var json: JSONObject = ["name": name.recorded]
        switch self {
        case .distrusted(let alert): json.set("alert", Int(alert))
        case .handshake(let reason): json.set("reason", reason)
        case .malformedHead(let reason): json.set("reason", reason)
        case .foreignUser(let user): json.set("user", user.map { Int($0) })
        case .openToOthers(let address): json.set("address", address)
        case .unreachable(let error), .serverTLS(let error): json.set("error", error)
        case .outlived(let processes, let others):
            json.set("processes", processes)
            json.set("others", others)
        case .notWatched(let hosts, let others):
            json.set("hosts", hosts)
            json.set("others", others)
        case .archiveLacks(let gap, let count):
            json.set("entries", count)
            json.set("all", gap.isOfAll)
        case .noHTTP1, .leftAfterHandshake, .tlsToProxy, .proxyItself, .otherHost, .slowHead, .tooManyConnections,
            .madeRoom, .tlsToServer, .proxyWanted, .clientCertificate, .nothingCame, .browserEnded, .everyHostOpened:
            break
        }
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("name", as: Name.self) {
            case .distrusted: .distrusted(alert: UInt8(clamping: try record.value("alert", as: Int.self)))
            case .noHTTP1: .noHTTP1
            case .handshake: .handshake(reason: try record.optional("reason"))
            case .leftAfterHandshake: .leftAfterHandshake
            case .tlsToProxy: .tlsToProxy
            case .proxyItself: .proxyItself
            case .otherHost: .otherHost
            case .foreignUser: .foreignUser(try record.optional("user", as: Int.self).map { UInt32(clamping: $0) })
            case .malformedHead: .malformedHead(reason: try record.value("reason"))
            case .slowHead: .slowHead
            case .tooManyConnections: .tooManyConnections
            case .madeRoom: .madeRoom
            case .tlsToServer: .tlsToServer
            case .proxyWanted: .proxyWanted
            case .openToOthers: .openToOthers(address: try record.value("address"))
            case .unreachable: .unreachable(try record.value("error"))
            case .serverTLS: .serverTLS(try record.value("error"))
            case .clientCertificate: .clientCertificate
            case .nothingCame: .nothingCame
            case .browserEnded: .browserEnded
            case .outlived: .outlived(try record.value("processes"), others: try record.value("others"))
            case .everyHostOpened: .everyHostOpened
            case .notWatched: .notWatched(try record.value("hosts"), others: try record.value("others"))
            case .timeZone: .archiveLacks(.timeZone, count: try record.value("entries"))
            case .answerBodies:
                .archiveLacks(
                    .answerBody(isOfAll: try record.value("all")), count: try record.value("entries"))
            case .requestBodies:
                .archiveLacks(
                    .requestBody(isOfAll: try record.value("all")), count: try record.value("entries"))
            }
    }
}

extension WatchNotice.ArchiveGap {
    fileprivate var isOfAll: Bool? {
        switch self {
        case .timeZone: nil
        case .answerBody(let isOfAll), .requestBody(let isOfAll): isOfAll
        }
    }
}
