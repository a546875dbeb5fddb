import JOSE

extension DemoProvider {
    /// The number of requests of each kind, by which another program can check what a client really did.
    package struct Statistics: Sendable, Hashable {
        /// Requests by endpoint.
        package internal(set) var endpoints: [String: Int] = [:]
        /// Token requests by grant type, then by outcome: `ok`, the `error` sent, or `fault`.
        package internal(set) var token = Dictionary(
            uniqueKeysWithValues: GrantType.allCases.map { ($0.name, ["ok": 0, "invalid_grant": 0]) })
        /// API requests by path, then by status, or by `hang` or `drop` if there was no answer.
        package internal(set) var api: [String: [String: Int]] = [:]

        package init() {}

        /// The number of refresh requests with any outcome.
        package var refreshes: Int { token[GrantType.refreshToken.name, default: [:]].values.reduce(0, +) }

        var json: JSONObject {
            [
                "endpoints": Self.json(endpoints),
                "token": .object(JSONObject(token.sorted { $0.key < $1.key }.map { ($0.key, Self.json($0.value)) })),
                "api": .object(JSONObject(api.sorted { $0.key < $1.key }.map { ($0.key, Self.json($0.value)) })),
            ]
        }

        private static func json(_ counts: [String: Int]) -> JSONValue {
            .object(JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, .number(JSONNumber($0.value))) }))
        }
    }
}
