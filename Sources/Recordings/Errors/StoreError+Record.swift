package import JOSE
package import SessionCore

extension StoreError: RecordedAsObject {
    private enum Name: String, RecordedByName {
        case unreadable
        case damaged
        case unwritable
        case tooLarge = "too_large"
        case foreign
        case newerSetAside = "newer_set_aside"
        case locked
        case lockFailed = "lock_failed"
        case noLocks = "no_locks"
    }

    package var record: JSONObject {
        switch self {
        case .unreadable(let reason): ["kind": Name.unreadable.recorded, "reason": reason.recorded]
        case .damaged(let name, let reason):
            ["kind": Name.damaged.recorded, "set_aside_as": name.recorded, "reason": reason.recorded]
        case .unwritable(let reason): ["kind": Name.unwritable.recorded, "reason": reason.recorded]
        case .tooLarge(let size, let limit):
            ["kind": Name.tooLarge.recorded, "size": size.recorded, "limit": limit.recorded]
        case .foreign(let record): ["kind": Name.foreign.recorded, "record": record.recorded]
        case .newerSetAside(let name): ["kind": Name.newerSetAside.recorded, "set_aside_as": name.recorded]
        case .locked(let holder): ["kind": Name.locked.recorded, "holder": holder.recorded]
        case .lockFailed(let reason): ["kind": Name.lockFailed.recorded, "reason": reason.recorded]
        case .noLocks(let reason): ["kind": Name.noLocks.recorded, "reason": reason.recorded]
        }
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("kind", as: Name.self) {
            case .unreadable: .unreadable(try record.value("reason"))
            case .damaged:
                .damaged(setAsideAs: try record.value("set_aside_as"), reason: try record.value("reason"))
            case .unwritable: .unwritable(try record.value("reason"))
            case .tooLarge: .tooLarge(size: try record.value("size"), limit: try record.value("limit"))
            case .foreign: .foreign(try record.value("record"))
            case .newerSetAside: .newerSetAside(as: try record.value("set_aside_as"))
            case .locked: .locked(try record.value("holder"))
            case .lockFailed: .lockFailed(try record.value("reason"))
            case .noLocks: .noLocks(try record.value("reason"))
            }
    }
}

extension RecordOwner: RecordedByMembers {
    package static let members = Members(
        Self.init(issuer:clientID:), .needed("issuer", \.issuer), .needed("client_id", \.clientID))
}

/// A newer program's record is recorded by its version, another client's by its owner.
extension ForeignRecord: RecordedAsObject {
    package static let shape = RecordShape.object(
        RecordOwner.shape.members + [.init(name: "version", shape: .plain)])

    package var record: JSONObject {
        switch self {
        case .client(let owner): owner.record
        case .newerVersion(let version): ["version": version.recorded]
        }
    }

    package init(_ record: Record) throws(RecordFlaw) {
        if let version: Int = try record.optional("version") {
            self = .newerVersion(version)
        } else {
            self = .client(try RecordOwner(record))
        }
    }
}
