import FoundationEssentials
import JOSE

extension SessionRecord {
    /// Why bytes are not a record.
    enum Fault: Error {
        /// They are none, or not a whole one.
        case damaged(String)
        /// A program newer than this one wrote them.
        case newerVersion(Int)
    }

    private static let version = 1

    /// The record as JSON; it holds secrets.
    var encoded: [UInt8] {
        var json: JSONObject = [
            "version": .number(JSONNumber(Self.version)), "issuer": .string(owner.issuer),
            "client_id": .string(owner.clientID), "revision": .number(JSONNumber(revision)),
            "writer": .object(["pid": .number(JSONNumber(writer.process)), "time": .date(writer.time)]),
        ]
        json["session"] = entry.map { .object($0.json) }
        json["end"] = end.map { .object($0.json) }
        json["metadata"] = metadata.map { .object($0.json) }
        let (own, foreign) = (pending.filter { $0.owner == owner }, pending.filter { $0.owner != owner })
        if !own.isEmpty { json["pending_revocations"] = .array(own.map { .object($0.json) }) }
        // Apart, so that a program that knows of no owners never sends them to this record's provider.
        if !foreign.isEmpty { json["foreign_revocations"] = .array(foreign.map { .object($0.jsonWithOwner) }) }
        return JSONValue.object(json).bytes
    }

    /// Reads a record of any owner.
    init(_ bytes: [UInt8]) throws(Fault) {
        let json: JSONObject
        do {
            guard let object = try JSONValue(parsing: bytes).object else {
                throw Fault.damaged("it is not a JSON object")
            }
            json = object
        } catch let error as Fault {
            throw error
        } catch {
            throw .damaged("it is not JSON: \(error)")
        }
        guard let version = json["version"]?.int else { throw .damaged("version is missing") }
        if version > Self.version { throw .newerVersion(version) }
        guard version == Self.version else { throw .damaged("its version is \(version), not \(Self.version)") }
        let owner = try json.owner()
        self.owner = owner
        revision = try json.count("revision")
        let writer = try json.object("writer")
        self.writer = Writer(process: try writer.count("pid"), time: try writer.date("time"))
        entry = json["session"] == nil ? nil : try Entry(try json.object("session"))
        end = json["end"] == nil || entry != nil ? nil : try End(try json.object("end"))
        metadata = json["metadata"]?.object.flatMap { KeptMetadata($0) }
        for item in try json.objects("pending_revocations") {
            pending.append(try PendingRevocation(item, owner: owner))
        }
        for item in try json.objects("foreign_revocations") {
            pending.append(try PendingRevocation(item, owner: try item.owner()))
        }
    }
}

extension SessionRecord.Entry {
    fileprivate var json: JSONObject {
        var json: JSONObject = [
            "id": .string(id), "generation": .number(JSONNumber(generation)), "flow": .string(flow),
            "access_token": .string(access.reveal()), "access_obtained_at": .date(accessObtainedAt),
            "refresh_obtained_at": .date(refreshObtainedAt),
        ]
        json["subject"] = subject.map { .string($0) }
        json["access_lifetime"] = accessLifetime.map { .seconds($0.seconds) }
        if isAccessRejected { json["access_rejected"] = true }
        if isAccessDeclaredExpired { json["access_declared_expired"] = true }
        if isAccessRefreshed { json["access_refreshed"] = true }
        json["renewer"] = renewer.map { .object($0.json) }
        json["refresh_token"] = refresh.map { .string($0.reveal()) }
        json["refresh_lifetime"] = refreshLifetime.map { .seconds($0.duration.seconds) }
        json["refresh_lifetime_source"] = refreshLifetime.map { .string($0.source.rawValue) }
        json["grant_ends_at"] = grantEndsAt.map { .date($0) }
        json["id_token"] = idToken.map { .object($0.json) }
        json["scope"] = scope.map { .array($0.map { .string($0) }) }
        json["suspicion"] = suspicion.map { .object($0.json) }
        json["requested_scope"] = requestedScope.map { .array($0.map { .string($0) }) }
        if isRepeatable { json["repeatable"] = true }
        json["clock_skew"] = clockSkew.map { .seconds($0.seconds) }
        return json
    }

    fileprivate init(_ json: JSONObject) throws(SessionRecord.Fault) {
        id = try json.string("id")
        generation = try json.count("generation")
        flow = try json.string("flow")
        subject = json["subject"]?.string
        access = try json.token("access_token")
        accessObtainedAt = try json.date("access_obtained_at")
        accessLifetime =
            json["access_lifetime"] == nil ? nil : .seconds(try json.seconds("access_lifetime"))
        isAccessRejected = json["access_rejected"]?.bool ?? false
        isAccessDeclaredExpired = json["access_declared_expired"]?.bool ?? false
        isAccessRefreshed = json["access_refreshed"]?.bool ?? false
        renewer = json["renewer"]?.object.flatMap(SessionRecord.Renewer.init)
        refresh = json["refresh_token"]?.string == nil ? nil : try json.token("refresh_token")
        refreshObtainedAt = try json.date("refresh_obtained_at")
        if let source = json["refresh_lifetime_source"]?.string.flatMap(TokenExpiry.Source.init(rawValue:)) {
            refreshLifetime = RefreshTokenLifetime(
                duration: .seconds(try json.seconds("refresh_lifetime")), source: source)
        }
        grantEndsAt = json["grant_ends_at"] == nil ? nil : try json.date("grant_ends_at")
        idToken = json["id_token"] == nil ? nil : try ValidatedIDToken(try json.object("id_token"))
        scope = json["scope"]?.strings
        suspicion = json["suspicion"]?.object.flatMap(SessionSuspicion.init)
        requestedScope = json["requested_scope"]?.strings
        isRepeatable = json["repeatable"]?.bool ?? false
        clockSkew = json["clock_skew"]?.double.flatMap { abs($0) < 1e9 ? .seconds($0) : nil }
    }
}

extension SessionRecord.Renewer {
    fileprivate var json: JSONObject {
        var json: JSONObject = ["pid": .number(JSONNumber(process))]
        json["program"] = program.map { .string($0) }
        return json
    }

    fileprivate init?(_ json: JSONObject) {
        guard let process = try? json.count("pid") else { return nil }
        self.init(process: process, program: json["program"]?.string)
    }
}

extension PendingRevocation {
    fileprivate var json: JSONObject {
        ["token": .string(token.reveal()), "kind": .string(kind.rawValue), "since": .date(since)]
    }

    fileprivate var jsonWithOwner: JSONObject {
        var json = json
        json["issuer"] = .string(owner.issuer)
        json["client_id"] = .string(owner.clientID)
        return json
    }

    fileprivate init(_ json: JSONObject, owner: RecordOwner) throws(SessionRecord.Fault) {
        self.init(
            token: try json.token("token"),
            kind: try json.string("kind") == TokenRevocation.Kind.refresh.rawValue ? .refresh : .access,
            since: try json.date("since"), owner: owner)
    }
}

extension ValidatedIDToken {
    fileprivate var json: JSONObject {
        var json: JSONObject = [
            "token": .string(token.reveal()), "issuer": .string(issuer), "subject": .string(subject),
            "expires_at": .date(expiresAt),
        ]
        json["authenticated_at"] = authenticatedAt.map { .date($0) }
        switch trust {
        case .verified(let algorithm, let keyID):
            json["verified_algorithm"] = .string(algorithm)
            json["verified_key_id"] = keyID.map { .string($0) }
        case .failed(let reason), .notChecked(let reason): json["not_checked"] = .string(reason)
        }
        return json
    }

    fileprivate init(_ json: JSONObject) throws(SessionRecord.Fault) {
        let trust: TokenTrust =
            if let algorithm = json["verified_algorithm"]?.string {
                .verified(algorithm: algorithm, keyID: json["verified_key_id"]?.string)
            } else {
                .notChecked(json["not_checked"]?.string ?? "")
            }
        self.init(
            token: try json.token("token"), trust: trust, issuer: try json.string("issuer"),
            subject: try json.string("subject"), expiresAt: try json.date("expires_at"),
            authenticatedAt: json["authenticated_at"] == nil ? nil : try json.date("authenticated_at"))
    }
}
