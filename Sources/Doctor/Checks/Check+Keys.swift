import FoundationEssentials
import JOSE
import SessionCore

extension Check {
    /// The keys that the provider signs with.
    static let keys = [
        Check(
            "keys", "the published keys", .rfc(7517, "5"),
            "A client that can't read the keys refuses every ID token, and an API every access token.",
            mend: "Publish a JWK Set at jwks_uri."
        ) { visit in
            guard let reply = await visit.keysReply() else { return nil }
            switch reply {
            case .failed(let finding): return .fault("\(finding)")
            case .answered(let response, _):
                guard response.isSuccess else { return .fault("it answers \(response.status)") }
                guard let keys = try? response.jsonObject(for: .keys)["keys"]?.array else {
                    return .fault("what is there is not a JWK set (\(response.mediaType ?? "bytes"))")
                }
                return keys.isEmpty ? .fault("the set is empty") : .sound("\(keys.count)")
            }
        },

        Check(
            "keys-named", "the names of the keys", .rfc(7517, "4.5"),
            "A client finds the key of a token by its kid, and reads the set again when it knows none of that name.",
            mend: "Give each key a kid of its own."
        ) { visit in
            guard let keys = await visit.keys() else { return nil }
            let names = keys.compactMap { $0["kid"]?.string }
            let repeated = names.filter { name in names.count { $0 == name } > 1 }.inOrderOnce
            // The section lets keys of different types share a name.
            let isAmbiguous = repeated.contains { name in
                let types = keys.filter { $0["kid"]?.string == name }.map { $0["kty"]?.string }
                return Set(types).count < types.count
            }
            if !repeated.isEmpty { return Sight(isAmbiguous ? .fault : .note, "\(repeated.listed) is there twice") }
            let count = keys.count - names.count
            guard count > 0 else { return .sound(names.listed) }
            return Sight(keys.count > 1 ? .fault : .note, "\(count) of \(keys.count) without a kid")
        },

        Check(
            "keys-strong", "the length of RSA keys", .rfc(7518, "3.3"),
            "A client refuses the signatures of shorter keys.",
            mend: "Use RSA keys of 2048 bits or more."
        ) { visit in
            guard let keys = await visit.keys() else { return nil }
            let sizes = keys.compactMap(\.modulusBits)
            guard let least = sizes.min() else { return .sound("no RSA key") }
            return least < 2_048 ? .fault("\(least) bits") : .sound("\(least) bits")
        },

        Check(
            "keys-readable", "the keys that can be read", .rfc(7517, "4"),
            "A client skips a key that it does not understand, with the tokens that it has signed.",
            mend: "Publish keys with all members that their type requires."
        ) { visit in
            guard let keys = await visit.keys() else { return nil }
            let set = try? JWKSet(json: ["keys": .array(keys.map { .object($0) })])
            let strong = keys.filter { ($0.modulusBits ?? 2_048) >= 2_048 }
            let unread = strong.filter { (try? JWK(json: $0)) == nil }
            return unread.isEmpty
                ? .sound("\(set?.keys.count ?? 0) of \(keys.count)")
                : .remark("\(unread.count) of \(keys.count) of an unknown type, or malformed")
        },

        Check(
            "keys-purpose", "what the keys are for", .rfc(7517, "4.2"),
            "A client that finds neither use nor alg must guess whether a key signs or encrypts.",
            mend: "Write use=sig, or an alg, into each key."
        ) { visit in
            guard let keys = await visit.keys() else { return nil }
            let vague = keys.filter { $0["use"] == nil && $0["key_ops"] == nil && $0["alg"] == nil }
            let purposes = Set(keys.compactMap { $0["use"]?.string ?? $0["alg"]?.string }).sorted()
            return vague.isEmpty
                ? .sound(purposes.listed) : .remark("\(vague.count) of \(keys.count) have neither use nor alg")
        },

        Check(
            "keys-public", "private keys among the published", .rfc(7517, "9.2"),
            "With a private key everybody can sign tokens: the provider must replace it at once.",
            mend: "Replace the key now, and publish public members alone."
        ) { visit in
            guard let keys = await visit.keys() else { return nil }
            let isPrivate = { (key: JSONObject) in ["d", "p", "q", "k"].contains { key[$0] != nil } }
            let count = keys.count(where: isPrivate)
            return count == 0 ? .sound("none") : .fault("\(count) of \(keys.count) are private or secret")
        },

        Check(
            "keys-complete", "the algorithms that have a key", .openIDConnectCore("10.1"),
            "A client can't verify a token whose algorithm has no key in the set.",
            mend: "Publish a key for each algorithm that is listed, or list fewer."
        ) { visit in
            guard let keys = await visit.keys(),
                let listed = await visit.metadata()?["id_token_signing_alg_values_supported"]?.strings
            else { return nil }
            let types = Set(keys.filter { $0["use"]?.string != "enc" }.compactMap { $0["kty"]?.string })
            let missing = listed.filter { name in keyType(of: name).map { !types.contains($0) } ?? false }
            return missing.isEmpty ? .sound(listed.listed) : .remark("no key for \(missing.listed)")
        },

        Check(
            "keys-rotation", "a key to change to", .openIDConnectCore("10.1.1"),
            "Without one a client meets an unknown key at every rotation, and must read the set again.",
            mend: "Publish the next key some time before it signs."
        ) { visit in
            guard let keys = await visit.keys() else { return nil }
            let kinds = keys.filter { $0["use"]?.string != "enc" }.map { $0["alg"]?.string ?? $0["kty"]?.string ?? "?" }
            let several = kinds.inOrderOnce.filter { kind in kinds.count { $0 == kind } > 1 }
            return several.isEmpty ? .remark("one each: \(kinds.listed)") : .sound("several: \(several.listed)")
        },
    ]

    /// The `kty` of an asymmetric algorithm's keys (RFC 7518 §3.1, RFC 8037 §3.1); `nil` for others.
    private static func keyType(of algorithm: String) -> String? {
        switch algorithm.prefix(2) {
        case "RS", "PS": "RSA"
        case "ES": "EC"
        case "Ed": "OKP"
        default: nil
        }
    }
}

extension JSONObject {
    /// The length of an RSA key's modulus; `nil` for other keys.
    fileprivate var modulusBits: Int? {
        guard self["kty"]?.string == "RSA", let text = self["n"]?.string, let bytes = try? Base64URL.decode(text) else {
            return nil
        }
        let significant = bytes.drop { $0 == 0 }
        return significant.count * 8 - (significant.first?.leadingZeroBitCount ?? 0)
    }
}
