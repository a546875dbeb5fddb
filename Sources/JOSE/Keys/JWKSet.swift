/// A set of keys (RFC 7517 §5), as a provider publishes it.
package struct JWKSet: Sendable, Hashable {
    /// No more elements than that are read: every key costs time.
    private static let limit = 256
    /// No more keys than that are tried on one token.
    private static let candidateLimit = 16

    package let keys: [JWK]
    /// How many elements were ignored (RFC 7517 §5): keys of an unknown type or curve, malformed ones, and what is
    /// beyond the limit.
    package let skippedCount: Int
    /// Why the keys with these names were ignored.
    private let faults: [String: JOSEError]

    package init(keys: [JWK]) {
        self.keys = keys
        skippedCount = 0
        faults = [:]
    }

    package init(parsing bytes: some Collection<UInt8>) throws(JOSEError) {
        let value: JSONValue
        do { value = try JSONValue(parsing: bytes) } catch { throw .notJSON(.keySet, error) }
        guard let object = value.object else { throw .wrongType(.keySet, expected: "a JSON object") }
        try self.init(json: object)
    }

    package init(json object: JSONObject) throws(JOSEError) {
        guard let elements = object["keys"]?.array else {
            throw .wrongType(.keySet, expected: "an object whose \"keys\" is an array")
        }
        var keys: [JWK] = []
        var faults: [String: JOSEError] = [:]
        for object in elements.prefix(Self.limit).compactMap(\.object) {
            do { keys.append(try JWK(json: object)) } catch { object["kid"]?.string.map { faults[$0] = error } }
        }
        self.keys = keys
        self.faults = faults
        skippedCount = elements.count - keys.count
    }

    /// Why the key of this name is not among ``keys`` although the provider publishes it; nil where it doesn't.
    package func fault(of keyID: String) -> JOSEError? { faults[keyID] }

    /// The public parts; symmetric keys are left out.
    package var json: JSONObject {
        ["keys": .array(keys.compactMap(\.publicKey).map { .object($0.json(includingPrivate: false)) })]
    }

    /// The keys that may verify a token with this algorithm: those of its `kid` if it names one, else all that fit.
    ///
    /// Several keys of one `kid` are all candidates, to be tried in the set's order: RFC 7517 §4.5 asks for distinct
    /// names and does not insist. A key that its `use`, `key_ops` or `alg` keeps for something else is none, whatever
    /// its name.
    package func candidates(keyID: String?, algorithm: JWSAlgorithm) -> [JWK] {
        let fitting = keys.lazy.filter { key in
            if let keyID, key.keyID?.hasSameBytes(as: keyID) != true { return false }
            return (try? key.checkSuitability(for: algorithm, to: .verify)) != nil
        }
        return Array(fitting.prefix(Self.candidateLimit))
    }

    /// The keys that may verify this token; none if its algorithm is unknown.
    package func candidates(for jws: JWS) -> [JWK] {
        guard let algorithm = jws.algorithm else { return [] }
        return candidates(keyID: jws.keyID, algorithm: algorithm)
    }
}
