package import SessionCore

extension HTTPRequest {
    /// The request with one character of its access token changed; `nil` if it carries none.
    ///
    /// In a JWT it is the first character of the signature: the last one may hold unused bits.
    package var tampered: HTTPRequest? {
        guard let value = headers["Authorization"], let space = value.firstIndex(of: " ") else { return nil }
        let scheme = value[..<space]
        let token = value[value.index(after: space)...]
        guard scheme.lowercased() == "bearer" || scheme.lowercased() == "dpop", !token.isEmpty else { return nil }
        var parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 3, !parts[2].isEmpty {
            parts[2] = parts[2].withFirstCharacterChanged
        } else {
            parts[parts.count - 1] = parts[parts.count - 1].withLastCharacterChanged
        }
        var request = self
        request.headers["Authorization"] = "\(scheme) \(parts.joined(separator: "."))"
        return request
    }
}

extension String {
    var withFirstCharacterChanged: String {
        (first == "A" ? "B" : "A") + dropFirst()
    }

    var withLastCharacterChanged: String {
        dropLast() + (last == "A" ? "B" : "A")
    }
}
