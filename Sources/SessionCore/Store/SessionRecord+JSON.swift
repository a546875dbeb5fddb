import FoundationEssentials
import JOSE

extension SessionRecord {
    /// What is wrong with a record that can't be taken up.
    struct Fault: Error {
        let reason: String
    }

    private static let version = 1

    /// The record as JSON; it holds secrets.
    var encoded: [UInt8] {
        var json: JSONObject = [
            "version": .number(JSONNumber(Self.version)), "issuer": .string(issuer), "client_id": .string(clientID),
            "revision": .number(JSONNumber(revision)),
            "writer": .object(["pid": .number(JSONNumber(writer.process)), "time": .date(writer.time)]),
        ]
        json["session"] = entry.map { .object($0.json) }
        if !pendingRevocations.isEmpty { json["pending_revocations"] = .array(pendingRevocations.map(\.json)) }
        return Array(json.serialized().utf8)
    }

    /// Reads a record; throws a fault for anything that is not one of this client at this issuer.
    init(_ bytes: [UInt8], for client: ClientConfiguration) throws(Fault) {
        let json: JSONObject
        do {
            guard let object = try JSONValue(parsing: bytes).object else { throw Fault(reason: "it is no JSON object") }
            json = object
        } catch let error as Fault {
            throw error
        } catch {
            throw Fault(reason: "it is no JSON: \(error)")
        }
        let version = try json.int("version")
        guard version == Self.version else { throw Fault(reason: "its version is \(version), not \(Self.version)") }
        issuer = try json.string("issuer")
        clientID = try json.string("client_id")
        guard issuer == client.issuer, clientID == client.clientID else {
            throw Fault(reason: "it belongs to the client \(clientID) at \(issuer)")
        }
        revision = try json.int("revision")
        let writer = try json.object("writer")
        self.writer = Writer(process: try writer.int("pid"), time: try writer.date("time"))
        entry = json["session"] == nil ? nil : try Entry(try json.object("session"))
        for item in json["pending_revocations"]?.array ?? [] {
            guard let item = item.object else { throw Fault(reason: "pending_revocations holds no object") }
            pendingRevocations.append(try PendingRevocation(item))
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
        if isAccessRefreshed { json["access_refreshed"] = true }
        json["refresh_token"] = refresh.map { .string($0.reveal()) }
        json["refresh_lifetime"] = refreshLifetime.map { .seconds($0.duration.seconds) }
        json["refresh_lifetime_source"] = refreshLifetime.map { .string($0.source.rawValue) }
        json["id_token"] = idToken.map { .object($0.json) }
        json["scope"] = scope.map { .array($0.map { .string($0) }) }
        json["suspicion"] = suspicion.map { .object($0.json) }
        return json
    }

    fileprivate init(_ json: JSONObject) throws(SessionRecord.Fault) {
        id = try json.string("id")
        generation = try json.int("generation")
        flow = try json.string("flow")
        subject = json["subject"]?.string
        access = Secret(try json.string("access_token"))
        accessObtainedAt = try json.date("access_obtained_at")
        accessLifetime =
            json["access_lifetime"] == nil ? nil : .seconds(try json.seconds("access_lifetime"))
        isAccessRejected = json["access_rejected"]?.bool ?? false
        isAccessRefreshed = json["access_refreshed"]?.bool ?? false
        refresh = json["refresh_token"]?.string.map { Secret($0) }
        refreshObtainedAt = try json.date("refresh_obtained_at")
        if let source = json["refresh_lifetime_source"]?.string.flatMap(TokenExpiry.Source.init(rawValue:)) {
            refreshLifetime = RefreshTokenLifetime(
                duration: .seconds(try json.seconds("refresh_lifetime")), source: source)
        }
        idToken = json["id_token"] == nil ? nil : try ValidatedIDToken(try json.object("id_token"))
        scope = json["scope"]?.strings
        suspicion = json["suspicion"]?.object.flatMap(SessionSuspicion.init)
    }
}

extension SessionRecord.PendingRevocation {
    fileprivate var json: JSONValue {
        [
            "token": .string(token.reveal()), "kind": isRefreshToken ? "refresh_token" : "access_token",
            "since": .date(since),
        ]
    }

    fileprivate init(_ json: JSONObject) throws(SessionRecord.Fault) {
        token = Secret(try json.string("token"))
        isRefreshToken = try json.string("kind") == "refresh_token"
        since = try json.date("since")
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
            token: Secret(try json.string("token")), trust: trust, issuer: try json.string("issuer"),
            subject: try json.string("subject"), expiresAt: try json.date("expires_at"),
            authenticatedAt: json["authenticated_at"]?.double.map { Date(timeIntervalSince1970: $0) })
    }
}

extension JSONObject {
    fileprivate func string(_ name: String) throws(SessionRecord.Fault) -> String {
        guard let value = self[name]?.string else { throw SessionRecord.Fault(reason: "\(name) is missing") }
        return value
    }

    fileprivate func int(_ name: String) throws(SessionRecord.Fault) -> Int {
        guard let value = self[name]?.int else { throw SessionRecord.Fault(reason: "\(name) is missing") }
        return value
    }

    fileprivate func object(_ name: String) throws(SessionRecord.Fault) -> JSONObject {
        guard let value = self[name]?.object else { throw SessionRecord.Fault(reason: "\(name) is missing") }
        return value
    }

    fileprivate func seconds(_ name: String) throws(SessionRecord.Fault) -> Double {
        // Beyond this no date and no lifetime makes sense, and arithmetic with it could overflow.
        guard let value = self[name]?.double, abs(value) < 1e11 else {
            throw SessionRecord.Fault(reason: "\(name) is missing")
        }
        return value
    }

    fileprivate func date(_ name: String) throws(SessionRecord.Fault) -> Date {
        Date(timeIntervalSince1970: try seconds(name))
    }
}

extension JSONValue {
    fileprivate static func seconds(_ value: Double) -> JSONValue {
        JSONNumber(value).map { .number($0) } ?? .null
    }

    /// Seconds since 1970.
    fileprivate static func date(_ date: Date) -> JSONValue { seconds(date.timeIntervalSince1970) }
}
