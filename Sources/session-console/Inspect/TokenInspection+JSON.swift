import ConsoleApp
import FoundationEssentials
import JOSE

extension TokenInspection {
    /// With `disclosures` for an SD-JWT only.
    var json: JSONValue {
        var json: JSONObject = [
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
        json["disclosures"] = selective.map { .array($0.claims.map(\.json)) }
        return .object(json)
    }

    /// The members that are registered as times, and those in nested objects by their paths.
    static func times(of claims: JSONObject, now: Date) -> JSONObject {
        let registered = claims.members.filter { MemberGlossary.claims[$0.name]?.time != nil }.map {
            ($0.name, $0.value)
        }
        let nested = MemberGlossary.nestedTimes(in: claims).map { ($0.path, $0.value) }
        return JSONObject(
            (registered + nested).compactMap { name, value in
                guard let date = RelativeTime.date(value) else { return nil }
                let seconds = RelativeTime(date: date, now: now).distance.rounded()
                return (name, ["at": .time(date), "seconds_from_now": .number(JSONNumber(Int(seconds)))])
            })
    }
}

extension SelectiveDisclosure.Claim {
    fileprivate var json: JSONValue {
        [
            "name": name.map { .string($0) } ?? .null, "value": value, "digest": .string(digest),
            "signed": .bool(isSigned),
        ]
    }
}

extension JSONValue {
    /// A time, in the form that all commands' JSON uses: RFC 3339 in UTC, whole seconds.
    static func time(_ date: Date) -> JSONValue { .string(date.formatted(.iso8601)) }
}
