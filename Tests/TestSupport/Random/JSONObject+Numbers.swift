package import JOSE

extension JSONObject {
    /// The object once for each number in it and each number of a hostile file, with the one replaced by the other.
    package var withEveryNumberReplaced: [JSONObject] {
        JSONValue.object(self).withEveryNumberReplaced.compactMap(\.object)
    }
}

extension JSONValue {
    /// The ends of integers and of binary fractions, what is no whole number, and what is no number.
    private static let hostile: [JSONValue] =
        [
            "-1", "0", "-9223372036854775808", "9223372036854775807", "9223372036854775808", "9007199254740992",
            "-9007199254740992", "1e308", "-1e308", "1e400", "1e15", "-1e15", "1e11", "0.5", "1e-400", "-0",
        ].map { .number(JSONNumber(literal: $0)) } + ["NaN", "Infinity", .null, [], [:]]

    fileprivate var withEveryNumberReplaced: [JSONValue] {
        switch self {
        case .number: Self.hostile
        case .array(let items):
            items.indices.flatMap { index in
                items[index].withEveryNumberReplaced.map { value in
                    var items = items
                    items[index] = value
                    return .array(items)
                }
            }
        case .object(let object):
            object.members.flatMap { member in
                member.value.withEveryNumberReplaced.map { value in
                    var object = object
                    object[member.name] = value
                    return .object(object)
                }
            }
        case .null, .bool, .string: []
        }
    }
}
