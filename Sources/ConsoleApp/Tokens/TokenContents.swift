package import JOSE
package import SessionCore

/// A token as it can be read, without its signature: no server accepts what is kept here.
///
/// Nothing about it is trusted.
package struct TokenContents: Sendable, Hashable {
    package let fingerprint: Fingerprint
    /// In bytes.
    package let size: Int
    package let form: Form
    /// Why no key can verify a JWT's signature; `nil` if nothing is known against it.
    package let signatureFlaw: String?
    /// What an SD-JWT discloses; `nil` for other tokens, and in a recording.
    package let selective: SelectiveDisclosure?

    package enum Form: Sendable, Hashable {
        case jwt(JWTContents)
        /// A JWE (RFC 7516): only its recipient can read more than the header.
        case encrypted(header: JSONObject)
        /// The text begins as a JWT and lacks its end.
        case cut(CutToken)
        /// Not a JWT.
        case opaque
        /// The text has the parts of a JWT, and why they can't be read.
        case unreadable(String)
    }

    /// A longer token is not decoded.
    package static let sizeLimit = 1 << 20

    package init(fingerprint: Fingerprint, size: Int, form: Form) {
        (self.fingerprint, self.size, self.form, signatureFlaw) = (fingerprint, size, form, nil)
        selective = nil
    }

    package init(_ token: Secret) {
        let text = token.reveal()
        fingerprint = token.fingerprint
        size = text.utf8.count
        let parts = SDJWT(text)
        let signed = parts?.issuerSigned ?? text
        form = size <= Self.sizeLimit ? Self.form(of: signed) : Self.form(ofLong: signed)
        guard case .jwt(let jwt) = form else {
            (signatureFlaw, selective) = (nil, nil)
            return
        }
        signatureFlaw = jwt.flaw(ofSignatureIn: signed)
        selective = parts.map { SelectiveDisclosure($0, of: jwt) }
    }

    package var jwt: JWTContents? {
        if case .jwt(let contents) = form { contents } else { nil }
    }

    /// The claims, of a JWT that was cut too.
    package var claims: JSONObject? {
        if case .cut(let token) = form { token.claims } else { jwt?.claims }
    }

    /// Whether it is too long to be read.
    var isTooLong: Bool { size > Self.sizeLimit }

    private static func parts(of text: String) -> [Substring] {
        text.split(separator: ".", maxSplits: 5, omittingEmptySubsequences: false)
    }

    private static func form(ofLong text: String) -> Form {
        let parts = parts(of: text)
        guard parts.count == 3 || parts.count == 5, parts[0].hasPrefix("e") else { return .opaque }
        return .unreadable("it is longer than 1 MB, so it is not read")
    }

    private static func form(of text: String) -> Form {
        let parts = parts(of: text)
        if let token = CutToken(parts) { return .cut(token) }
        guard parts.count == 3 || parts.count == 5, parts[0].hasPrefix("e") else { return .opaque }
        do throws(JOSEError) {
            let header = try JSONObject(part: parts[0], .header)
            if parts.count == 5 { return .encrypted(header: header) }
            let claims = try JSONObject(part: parts[1], .payload)
            return .jwt(JWTContents(header: header, claims: claims).withoutTokens)
        } catch {
            return .unreadable(error.clause)
        }
    }
}

extension JWTContents {
    fileprivate func flaw(ofSignatureIn text: String) -> String? {
        if isUnsigned { return "it is not signed" }
        if algorithmName.isEmpty { return "it names no signature algorithm" }
        guard let last = text.lastIndex(of: ".") else { return nil }
        do throws(JOSEError) {
            let signature = try Base64URL.decode(text[text.index(after: last)...], part: .signature)
            return signature.isEmpty ? "the token's signature is missing" : nil
        } catch {
            return error.clause
        }
    }
}

extension CutToken {
    /// `nil` for what lacks no part, and for what has no header with `alg`.
    fileprivate init?(_ parts: [Substring]) {
        guard parts.count < 5, parts[0].hasPrefix("e"), let header = try? JSONObject(part: parts[0], .header),
            header["alg"]?.string != nil
        else { return nil }
        let claims = parts.count > 1 ? try? JSONObject(part: parts[1], .payload) : nil
        let isEncrypted = header["enc"]?.string != nil
        guard parts.count < 3 || isEncrypted && claims == nil else { return nil }
        let shown = JWTContents(header: header, claims: claims ?? [:]).withoutTokens
        let isEmpty = parts.count == 2 && parts[1].isEmpty
        self.init(
            header: shown.header, claims: claims == nil ? nil : shown.claims, parts: isEmpty ? 1 : parts.count)
    }
}

extension JSONObject {
    /// Repeated names are kept, so that they can be shown.
    fileprivate init(part: Substring, _ name: JOSEError.Part) throws(JOSEError) {
        let bytes = try Base64URL.decode(part, part: name)
        let value: JSONValue
        do { value = try JSONValue(parsing: bytes) } catch { throw .notJSON(name, error) }
        guard let object = value.object else { throw .wrongType(name, expected: "a JSON object") }
        self = object
    }
}
