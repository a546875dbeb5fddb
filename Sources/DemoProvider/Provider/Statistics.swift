import JOSE

extension DemoProvider {
    /// The number of requests of each kind, by which another program can check what a client really did.
    package struct Statistics: Sendable, Hashable {
        /// Requests by endpoint; those of all unknown paths are `other`.
        package internal(set) var endpoints: [String: Int] = [:]
        /// How many of these were refused because of their method.
        package internal(set) var wrongMethods: [String: Int] = [:]
        /// Token requests by grant type, then by outcome: `ok`, the `error` sent, or `fault`.
        package internal(set) var token = Dictionary(
            uniqueKeysWithValues: GrantType.allCases.map { ($0.name, ["ok": 0, "invalid_grant": 0]) })
        /// API requests by path, then by status, or by `hang` or `drop` if there was no answer.
        package internal(set) var api: [String: [String: Int]] = [:]

        /// The name of unknown paths among endpoints, and among the API's paths.
        package static let other = "other"

        package init() {}

        /// The number of refresh requests with any outcome.
        package var refreshes: Int { token[GrantType.refreshToken.name, default: [:]].values.reduce(0, +) }

        var json: JSONObject {
            [
                "endpoints": Self.json(endpoints),
                "wrong_methods": Self.json(wrongMethods),
                "token": .object(JSONObject(token.sorted { $0.key < $1.key }.map { ($0.key, Self.json($0.value)) })),
                "api": .object(JSONObject(api.sorted { $0.key < $1.key }.map { ($0.key, Self.json($0.value)) })),
            ]
        }

        private static func json(_ counts: [String: Int]) -> JSONValue {
            .object(JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, .number(JSONNumber($0.value))) }))
        }
    }
}
