import HTTPServer
import JOSE

/// An error in the body of a control request.
struct ControlError: Error, Sendable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// The JSON object of a control request; every member is checked when it is read.
struct ControlBody: Sendable {
    private let object: JSONObject

    /// An empty body is an empty object.
    ///
    /// Members other than `members` are refused, so that a misspelt one is noticed.
    init(_ request: ServerRequest, members: Set<String>) throws(ControlError) {
        guard !request.body.isEmpty else {
            object = [:]
            return
        }
        guard let value = try? JSONValue(parsing: request.body), let object = value.object else {
            throw ControlError("the body must be a JSON object")
        }
        if let name = object.names.first(where: { !members.contains($0) }) {
            throw ControlError(
                "\(name) is not a member of this body; known: \(members.sorted().joined(separator: ", "))")
        }
        self.object = object
    }

    func string(_ name: String) throws(ControlError) -> String {
        guard let value = try optionalString(name) else { throw ControlError("\(name) is missing") }
        return value
    }

    func strings(_ name: String) throws(ControlError) -> [String] {
        guard let value = object[name] else { return [] }
        guard let strings = value.strings else { throw ControlError("\(name) must be a list of strings") }
        return strings
    }

    func bool(_ name: String) throws(ControlError) -> Bool {
        guard let value = object[name] else { return false }
        guard let bool = value.bool else { throw ControlError("\(name) must be true or false") }
        return bool
    }

    func optionalString(_ name: String) throws(ControlError) -> String? {
        guard let value = object[name] else { return nil }
        guard let string = value.string else { throw ControlError("\(name) must be a string") }
        return string
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(ControlError) -> Int? {
        guard let value = object[name] else { return nil }
        guard let integer = value.int, range.contains(integer) else {
            throw ControlError("\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    /// A duration given as a number of seconds, which may have a fraction.
    func seconds(_ name: String, in range: ClosedRange<Double>) throws(ControlError) -> Duration? {
        guard let value = object[name] else { return nil }
        guard let seconds = value.double, range.contains(seconds) else {
            throw ControlError("\(name) must be a number of seconds from \(range.lowerBound) to \(range.upperBound)")
        }
        return .seconds(seconds)
    }
}
