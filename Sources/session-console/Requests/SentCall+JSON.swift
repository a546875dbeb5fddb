import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

extension SentCall {
    /// A line of the history.
    var json: JSONValue {
        var json: JSONObject = [
            "time": .string(time.formatted(Self.format)), "method": .string(method), "url": .string(url),
            "headers": .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] }),
            "token": .string(authorization.name), "count": .number(JSONNumber(count)),
            "body_size": .number(JSONNumber(bodySize)), "whole": .bool(isWhole),
        ]
        json["body"] = body.map { .string($0) }
        json["response_body"] = responseBody.map { .string($0) }
        json["milliseconds"] = duration.flatMap { JSONNumber(($0 / .microseconds(1)).rounded() / 1000) }
            .map { .number($0) }
        switch outcome {
        case .answered(let status): json["status"] = .number(JSONNumber(status))
        case .failed(let error): json["error"] = .string(error)
        }
        return .object(json)
    }

    private static let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Reads a line; `nil` where it is not one, as after a crash.
    init?(line: [UInt8]) {
        guard let json = try? JSONValue(parsing: line).object, let time = json["time"]?.string,
            let date = try? Date(time, strategy: Self.format), let method = json["method"]?.string,
            let url = json["url"]?.string, let name = json["token"]?.string,
            let authorization = RequestAuthorization.choices.first(where: { $0.name == name })
        else { return nil }
        let headers = (json["headers"]?.array ?? []).compactMap { field -> HTTPHeaders.Field? in
            guard let name = field["name"]?.string, let value = field["value"]?.string else { return nil }
            return HTTPHeaders.Field(name: name, value: value)
        }
        let outcome = json.read("status").map { Outcome.answered($0) } ?? .failed(json["error"]?.string ?? "failed")
        self.init(
            time: date, method: method, url: url, headers: headers, authorization: authorization,
            count: max(1, json.read("count") ?? 1), bodySize: json.read("body_size") ?? -1,
            body: json["body"]?.string, outcome: outcome,
            duration: json["milliseconds"]?.double.flatMap {
                (0..<1e10).contains($0) ? .microseconds(Int($0 * 1000)) : nil
            },
            responseBody: json["response_body"]?.string, isWhole: json["whole"]?.bool ?? false)
    }
}

extension RequestAuthorization {
    /// The name in the history.
    fileprivate var name: String {
        switch self {
        case .required: "required"
        case .optional: "optional"
        case .none: "none"
        }
    }

    fileprivate static let choices: [RequestAuthorization] = [.required, .optional, .none]
}
