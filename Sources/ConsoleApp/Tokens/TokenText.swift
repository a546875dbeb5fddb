import JOSE
package import SessionCore

/// Finds the tokens in a text that was copied from somewhere.
package enum TokenText {
    /// The words that can stand before a token.
    private static let leads: Set = [
        "authorization", "bearer", "dpop", "token", "access_token", "id_token", "refresh_token",
    ]
    /// The members of a token response (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3).
    private static let members = ["access_token", "refresh_token", "id_token"]

    /// The tokens in the text, in their order; empty if there are none.
    ///
    /// The text can be one token, broken into lines or with `Bearer` before it, a token response, or any other text
    /// with JWTs in it.
    package static func tokens(in text: String) -> [Secret] {
        let whole = whole(text)
        if let whole, whole.reads { return [Secret(whole.text)] }
        let found = response(text) ?? jwts(in: text)
        return found.isEmpty ? whole.map { [Secret($0.text)] } ?? [] : found
    }

    // MARK: - One token

    /// The text without what stands before a token, if it can be one, and whether it reads as a JWT.
    private static func whole(_ text: String) -> (text: String, reads: Bool)? {
        let lines = text.split(whereSeparator: \.isNewline).flatMap { line in
            line.split { $0.isWhitespace || "\"'`,;".contains($0) }.enumerated().map {
                Part(text: $1, startsLine: $0 == 0)
            }
        }
        var parts = lines.drop { $0.text == ":" || leads.contains($0.text.lowercased().replacing(":", with: "")) }
        // A terminal or a mail program breaks a long token into lines, never into words.
        guard parts.dropFirst().allSatisfy(\.startsLine) else { return nil }
        if let end = parts.endOfSignature {
            // The parts after it do not belong to the token.
            guard end > parts.startIndex else { return nil }
            parts = parts[...end]
        }
        let token = parts.joined
        guard !token.isEmpty, token.utf8.allSatisfy(\.isInToken) else { return nil }
        switch TokenContents(Secret(token)).form {
        case .jwt, .cut: return parts.areLines ? (token, true) : nil
        // Two JWTs one after the other have five parts, too.
        case .encrypted(let header): return parts.areLines && header["enc"] != nil ? (token, true) : nil
        case .opaque, .unreadable: return parts.areLines && parts.areLong ? (token, false) : nil
        }
    }

    // MARK: - Tokens in other text

    private static func response(_ text: String) -> [Secret]? {
        guard let object = try? JSONValue(parsing: Array(text.utf8)).object else { return nil }
        let tokens = members.compactMap { object[$0]?.string }.filter { !$0.isEmpty }
        return tokens.isEmpty ? nil : tokens.map { Secret($0) }
    }

    /// The JWTs in the text, each once, in their order.
    static func jwts(in text: String) -> [Secret] {
        var found: [Secret] = []
        for run in text.utf8.split(whereSeparator: { !($0.isInBase64URL || ".~".utf8.contains($0)) }) {
            guard run.starts(with: "ey".utf8) else { continue }
            // A dot can end a sentence, and an unsigned token.
            let text = String(Substring(run))
            let tokens = [text, text.hasSuffix(".") ? String(text.dropLast()) : text].map { Secret($0) }
            if let token = tokens.first(where: isJWT), !found.contains(token) { found.append(token) }
        }
        return found
    }

    private static func isJWT(_ token: Secret) -> Bool {
        switch TokenContents(token).form {
        case .jwt, .encrypted: true
        case .cut, .opaque, .unreadable: false
        }
    }
}

/// What stands between blanks.
private struct Part {
    let text: Substring
    let startsLine: Bool
}

extension ArraySlice<Part> {
    fileprivate var joined: String { map(\.text).joined() }

    /// The part before others that ends a JWT whose signature is as long as its algorithm makes it.
    fileprivate var endOfSignature: Int? {
        let dotted = joined.utf8.split(separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
        guard dotted.count == 3, let header = try? Base64URL.decode(String(Substring(dotted[0]))),
            let name = try? JSONValue(parsing: header)["alg"]?.string, let algorithm = JWSAlgorithm(rawValue: name)
        else { return nil }
        // Each byte takes 8 of the 6 bits of a character.
        let ends = algorithm.signatureSizes.map { dotted[0].count + dotted[1].count + 2 + ($0 * 8 + 5) / 6 }
        var length = 0
        return indices.dropLast().first { index in
            length += self[index].text.utf8.count
            return ends.contains(length) && !self[index + 1].text.hasPrefix("~")
        }
    }

    /// Whether each that goes on is as long as a line is before it is broken.
    fileprivate var areLong: Bool { dropLast().allSatisfy { $0.text.utf8.count >= 32 } }

    /// Whether they are as long as the lines that one token was broken into: all but the first and the last the same.
    fileprivate var areLines: Bool {
        let inner = dropFirst().dropLast()
        guard let length = inner.first?.text.utf8.count, let last else { return true }
        return inner.allSatisfy { $0.text.utf8.count == length } && last.text.utf8.count <= length
    }
}

extension JWSAlgorithm {
    /// The bytes of a signature: of RSA those of the usual keys.
    fileprivate var signatureSizes: [Int] {
        switch self {
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: [256, 384, 512]
        case .es256, .edDSA, .ed25519, .hs512: [64]
        case .es384: [96]
        case .es512: [132]
        case .hs256: [32]
        case .hs384: [48]
        }
    }
}

extension UInt8 {
    fileprivate var isInBase64URL: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Whether a bearer token can contain it (RFC 6750 §2.1).
    fileprivate var isInToken: Bool { isInBase64URL || Array("._~+/=".utf8).contains(self) }
}
