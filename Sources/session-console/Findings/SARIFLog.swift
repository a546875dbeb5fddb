import Addresses
import JOSE
import SessionCore

/// A result in the Static Analysis Results Interchange Format, version 2.1.0.
enum SARIFLog {
    /// The log of one run.
    static func json(
        rules: [JSONValue], results: [JSONValue], notifications: [JSONValue], isComplete: Bool = true
    ) -> JSONValue {
        let driver: JSONValue = [
            "name": "session-console", "version": .string(Version.current), "rules": .array(rules),
        ]
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": driver], "results": .array(results),
                    "invocations": [
                        [
                            "executionSuccessful": .bool(isComplete),
                            "toolExecutionNotifications": .array(notifications),
                        ]
                    ],
                ]
            ],
        ]
    }

    /// What is wrong at a place; `identity` tells it from another result of the rule, also when it is found again.
    static func result(
        _ rule: String, level: String, _ text: String, at place: String, line: Int = 1, identity: String
    ) -> JSONObject {
        let region: JSONValue = ["startLine": .number(JSONNumber(line))]
        return [
            "ruleId": .string(rule), "level": .string(level), "message": ["text": .string(text)],
            "locations": [
                ["physicalLocation": ["artifactLocation": ["uri": .string(place)], "region": region]]
            ],
            "partialFingerprints": ["finding/v1": .string(Base64URL.encode(Digest.sha256.hash(identity.utf8)))],
        ]
    }

    /// A file as a place.
    static func place(of path: String) -> String {
        PercentEncoding.url(path.utf8).replacing("?", with: "%3F").replacing("#", with: "%23")
    }

    static func rule(_ name: String, _ summary: String, help: String, level: String, link: String?) -> JSONValue {
        var object: JSONObject = [
            "id": .string(name), "shortDescription": ["text": .string(summary)], "help": ["text": .string(help)],
            "defaultConfiguration": ["level": .string(level)],
        ]
        object["helpUri"] = link.map { .string($0) }
        return .object(object)
    }
}
