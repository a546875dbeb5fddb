package import JOSE
import SessionCore

/// What the disclosures of an SD-JWT say, and whether its issuer signed their digests (RFC 9901 §4.2).
package struct SelectiveDisclosure: Sendable, Hashable {
    package struct Claim: Sendable, Hashable {
        /// `nil` for an element of a list.
        package let name: String?
        package let value: JSONValue
        package let digest: String
        /// Whether the digest stands in the token, or in another disclosure.
        package let isSigned: Bool

        package init(name: String?, value: JSONValue, digest: String, isSigned: Bool) {
            (self.name, self.value, self.digest, self.isSigned) = (name, value, digest, isSigned)
        }
    }

    package let claims: [Claim]
    /// How many disclosures can't be read.
    package let unreadable: Int
    /// How many digests have no disclosure: of claims that are kept back, or of none at all.
    package let undisclosed: Int
    /// The proof of the holder; `nil` where there is none, or where it can't be read.
    package let keyBinding: JWTContents?
    package let hasKeyBinding: Bool
    /// The hash function, where it is not one that is known here.
    package let unknownHash: String?

    package init(_ token: SDJWT, of contents: JWTContents) {
        let written = contents.claims["_sd_alg"]
        let digest = Self.digest(written)
        let disclosures = token.disclosures.map { Disclosure($0, digest: digest) }
        let readable = disclosures.compactMap(\.self)
        var digests = Set(JSONValue.object(contents.claims).disclosureDigests)
        for disclosure in readable { digests.formUnion(disclosure.value.disclosureDigests) }
        claims = readable.map {
            Claim(
                name: $0.name, value: $0.value.withoutTokens, digest: $0.digest, isSigned: digests.contains($0.digest))
        }
        unreadable = disclosures.count - readable.count
        undisclosed = digests.subtracting(readable.map(\.digest)).count
        unknownHash = digest == nil ? written?.serialized() : nil
        hasKeyBinding = token.keyBinding != nil
        keyBinding = token.keyBinding.flatMap { TokenContents(Secret($0)).jwt }
    }

    /// RFC 9901 §4.1.1: without `_sd_alg` it is SHA-256.
    private static func digest(_ written: JSONValue?) -> Digest? {
        switch written?.string {
        case "sha-256": .sha256
        case "sha-384": .sha384
        case "sha-512": .sha512
        default: written == nil ? .sha256 : nil
        }
    }

    /// `3 disclosures, 2 digests without a disclosure, no key binding`.
    package var words: String {
        let count = claims.count + unreadable
        let shown = count == 1 ? "1 disclosure" : "\(count) disclosures"
        let kept = undisclosed == 1 ? "1 digest" : "\(undisclosed) digests"
        let proof = hasKeyBinding ? "key binding whose signature is not checked" : "no key binding"
        return shown + (undisclosed == 0 ? "" : ", \(kept) without a disclosure") + ", \(proof)"
    }

    /// What is disclosed, as members of an object; an element of a list has the name that stands in its place.
    package var members: JSONObject { JSONObject(claims.map { ($0.name ?? "...", $0.value) }) }

    /// What is wrong with the disclosures.
    package var problems: [TokenProblem] {
        var problems: [TokenProblem] = []
        if let unknownHash {
            problems.append(
                .warning("_sd_alg is \(unknownHash): no digest could be checked", "RFC 9901 §4.1.1"))
        } else {
            problems += claims.filter { !$0.isSigned }.map { claim in
                let name = claim.name.map { "the disclosure of \($0)" } ?? "the disclosure of a list's element"
                return .error("\(name) has no digest in the token: its issuer did not sign it", "RFC 9901 §7.1")
            }
        }
        if unreadable > 0 {
            let verb = unreadable == 1 ? "disclosure is" : "disclosures are"
            problems.append(.error("\(unreadable) \(verb) not base64url of an array", "RFC 9901 §4.2"))
        }
        if hasKeyBinding, keyBinding == nil {
            problems.append(
                .error("what follows the last ~ is neither a disclosure nor a key binding JWT", "RFC 9901 §4"))
        }
        return problems
    }
}

/// The array of a disclosure: a salt, the name of a member of an object, and a value (RFC 9901 §4.2.1, §4.2.2).
private struct Disclosure {
    let name: String?
    let value: JSONValue
    /// Empty where the hash function is not known.
    let digest: String

    init?(_ text: String, digest: Digest?) {
        guard let bytes = try? Base64URL.decode(text), let array = try? JSONValue(parsing: bytes).array,
            let value = array.last, array[0].string != nil
        else { return nil }
        switch array.count {
        case 2: name = nil
        case 3:
            guard let written = array[1].string else { return nil }
            name = written
        default: return nil
        }
        self.value = value
        self.digest = digest.map { Base64URL.encode($0.hash(text.utf8)) } ?? ""
    }
}

extension JSONValue {
    /// The digests in `_sd` lists, and in place of elements of lists (RFC 9901 §4.2.4).
    fileprivate var disclosureDigests: [String] {
        switch self {
        case .object(let object):
            object.members.flatMap { member -> [String] in
                if member.name == "_sd" { return member.value.strings ?? [] }
                if member.name == "...", let digest = member.value.string { return [digest] }
                return member.value.disclosureDigests
            }
        case .array(let elements): elements.flatMap(\.disclosureDigests)
        case .null, .bool, .number, .string: []
        }
    }
}
