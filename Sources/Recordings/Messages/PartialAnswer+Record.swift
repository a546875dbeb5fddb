package import JOSE
package import SessionCore

extension PartialAnswer: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = ["status": answer.status.recorded, "received_size": receivedSize.recorded]
        json.set("expected_size", expectedSize)
        json["answer"] = .object(answer.record)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            try HTTPExchange.Answer(status: try record.value("status"), try record.value("answer")),
            receivedSize: try record.value("received_size"), expectedSize: try record.optional("expected_size"))
    }
}
