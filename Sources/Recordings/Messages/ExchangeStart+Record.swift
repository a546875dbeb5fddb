package import JOSE
package import SessionCore

extension ExchangeStart: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = [
            "exchange": id.recorded, "purpose": purpose.recorded, "method": method.recorded, "url": url.recorded,
        ]
        json.set("token", token)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            id: try record.value("exchange"), purpose: try record.value("purpose"),
            method: try record.value("method"), url: try record.value("url"), token: try record.optional("token"))
    }
}
