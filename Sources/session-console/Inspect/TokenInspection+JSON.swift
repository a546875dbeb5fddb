import ConsoleApp
import FoundationEssentials
import JOSE

extension TokenInspection {
    var json: JSONValue {
        [
            "header": .object(contents.header),
            "claims": .object(contents.claims),
            "times": .object(Self.times(of: contents.claims, now: now)),
            "problems": .array(
                problems.map {
                    [
                        "weight": .string($0.weight.rawValue), "text": .string($0.text),
                        "reference": .string($0.reference),
                    ]
                }),
            "trust": trust.json,
        ]
    }

    /// The members that are registered as times.
    static func times(of claims: JSONObject, now: Date) -> JSONObject {
        JSONObject(
            claims.members.compactMap { member in
                guard MemberGlossary.claims[member.name]?.time != nil, let date = RelativeTime.date(member.value)
                else { return nil }
                let seconds = RelativeTime(date: date, now: now).distance.rounded()
                return (member.name, ["at": .time(date), "seconds_from_now": .number(JSONNumber(Int(seconds)))])
            })
    }
}

extension JSONValue {
    /// A time, in the form that all commands' JSON uses: RFC 3339 in UTC, whole seconds.
    static func time(_ date: Date) -> JSONValue { .string(date.formatted(.iso8601)) }
}
