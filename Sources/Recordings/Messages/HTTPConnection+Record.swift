package import JOSE
package import SessionCore

extension HTTPTimings: RecordedAsObject {
    package var record: JSONObject {
        [
            "name_lookup": nameLookup.recorded, "connect": connect.recorded, "tls": tls.recorded,
            "first_byte": firstByte.recorded, "total": total.recorded,
        ]
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            nameLookup: try record.value("name_lookup"), connect: try record.value("connect"),
            tls: try record.value("tls"), firstByte: try record.value("first_byte"), total: try record.value("total"))
    }
}

extension HTTPConnectionFacts: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = [:]
        json.set("remote_address", remoteAddress)
        json.set("reused", isReused)
        json.set("tls", tls)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            remoteAddress: try record.optional("remote_address"), isReused: try record.value("reused"),
            tls: try record.optional("tls"))
    }
}

extension TLSFacts: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = ["version": version.recorded, "cipher": cipher.recorded]
        json.set("certificate_subject", certificateSubject)
        json.set("certificate_issuer", certificateIssuer)
        json.set("certificate_expiry", certificateExpiry)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            version: try record.value("version"), cipher: try record.value("cipher"),
            certificateSubject: try record.optional("certificate_subject"),
            certificateIssuer: try record.optional("certificate_issuer"),
            certificateExpiry: try record.optional("certificate_expiry"))
    }
}

extension HTTPRedirect: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = [
            "status": status.recorded, "from": from.recorded, "to": to.recorded,
            "kept_authorization": keptAuthorization.recorded,
        ]
        json.set("duration", duration)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            status: try record.value("status"), from: try record.value("from"), to: try record.value("to"),
            keptAuthorization: try record.value("kept_authorization"), duration: try record.optional("duration"))
    }
}
