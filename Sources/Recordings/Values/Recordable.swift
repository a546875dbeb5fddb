package import JOSE

/// A value that recordings hold, as JSON and back.
package protocol Recordable: Sendable {
    var recorded: JSONValue { get }
    init(recorded: JSONValue) throws(RecordFlaw)
    static var shape: RecordShape { get }
}

extension Recordable {
    package static var shape: RecordShape { .plain }
}

/// A value that is recorded as an object; members that its reader doesn't know are ignored.
package protocol RecordedAsObject: Recordable {
    var record: JSONObject { get }
    init(_ record: Record) throws(RecordFlaw)
}

extension RecordedAsObject {
    package var recorded: JSONValue { .object(record) }
    package init(recorded: JSONValue) throws(RecordFlaw) { try self.init(Record(recorded)) }
}

/// A value without facts of its own, recorded by its raw value.
package protocol RecordedByName: Recordable, RawRepresentable<String> {}

extension RecordedByName {
    package var recorded: JSONValue { .string(rawValue) }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        guard let value = Self(rawValue: try String(recorded: recorded)) else { throw RecordFlaw(unknown: recorded) }
        self = value
    }
}

extension RecordedByName where Self: CaseIterable {
    package static var shape: RecordShape { .names(allCases.map(\.rawValue)) }
}

/// A value of a closed list, recorded by a name that the recording chooses.
package protocol RecordedByListedName: Recordable, CaseIterable {
    var recordedName: String { get }
}

extension RecordedByListedName {
    package static var shape: RecordShape { .names(allCases.map(\.recordedName)) }
    package var recorded: JSONValue { .string(recordedName) }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        let name = try String(recorded: recorded)
        guard let value = Self.allCases.first(where: { $0.recordedName == name }) else {
            throw RecordFlaw(unknown: recorded)
        }
        self = value
    }
}

extension RecordFlaw {
    /// A name that this version doesn't know.
    package init(unknown value: JSONValue) { self.init(reason: "is unknown: \(value.serialized().prefix(60))") }
}
