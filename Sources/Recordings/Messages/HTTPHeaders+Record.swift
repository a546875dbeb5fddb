package import JOSE
package import SessionCore

/// A list of pairs, because the order of fields counts and names are repeated: `[["Accept","text/plain"]]`.
extension HTTPHeaders: Recordable {
    package var recorded: JSONValue { .array(fields.map { [.string($0.name), .string($0.value)] }) }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        guard let pairs = recorded.array else { throw RecordFlaw(reason: "is not a list") }
        var fields: [Field] = []
        fields.reserveCapacity(pairs.count)
        for (index, pair) in pairs.enumerated() {
            guard let pair = pair.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string else {
                throw RecordFlaw(member: "\(index)", reason: "is not a name and a value")
            }
            fields.append(Field(name: name, value: value))
        }
        self.init(fields)
    }
}
