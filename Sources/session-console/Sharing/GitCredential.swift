import Addresses
import FoundationEssentials
import SessionCore

/// The dialogue of git with a credential helper (gitcredentials, git-credential): lines `name=value` until an empty
/// one.
struct GitCredential {
    /// Any name will do where the password is a token.
    static let userName = "oauth2"
    private static let authtype = "authtype"

    private let attributes: [(name: String, value: String)]

    init(attributes: [(name: String, value: String)]) { self.attributes = attributes }

    /// Reads git's question line by line; a line without `=` is left out, as git does.
    init(reading line: () -> String?) {
        var attributes: [(name: String, value: String)] = []
        while let line = line(), !line.isEmpty, attributes.count < Self.limit {
            guard let sign = line.firstIndex(of: "=") else { continue }
            attributes.append((String(line[..<sign]), String(line[line.index(after: sign)...])))
        }
        self.attributes = attributes
    }

    /// More than git ever sends.
    private static let limit = 1_000

    private subscript(name: String) -> String? { attributes.last { $0.name == name }?.value }

    private func values(of name: String) -> [String] { attributes.filter { $0.name == name }.map(\.value) }

    /// The URL that git asks about; `nil` where the question names none, or a host with what no host has in it.
    var url: URL? {
        guard let scheme = self["protocol"], ["http", "https"].contains(scheme), let host = self["host"],
            AskedURL.isHost(host)
        else { return nil }
        let path = (self["path"] ?? "").replacing("?", with: "%3F").replacing("#", with: "%23")
        return URL(given: "\(scheme)://\(host)/\(path)")
    }

    /// Whether the question says which part of the server it is about, which git does with `credential.useHttpPath`.
    var namesPath: Bool { self["path"] != nil }

    /// The token that git was given before and now calls wrong.
    var token: String? { self["credential"] ?? self["password"] }

    /// Whether the token goes into a Bearer field: git knows such fields from 2.46, and the server asks for one.
    private var takesBearer: Bool {
        guard values(of: "capability[]").contains(Self.authtype) else { return false }
        let challenges = values(of: "wwwauth[]")
        guard !challenges.isEmpty else { return true }
        let fields = HTTPHeaders(challenges.map { HTTPHeaders.Field(name: "WWW-Authenticate", value: $0) })
        return AuthenticationChallenge.parse(fields).contains { $0.scheme.lowercased() == "bearer" }
    }

    /// What git reads where neither another helper nor a person can help: it stops, and asks nobody.
    static let quit = "quit=1\n"

    /// What git reads.
    func answer(_ token: BearerToken) -> String {
        var lines =
            takesBearer
            ? ["capability[]=\(Self.authtype)", "authtype=Bearer", "credential=\(token.text)", "ephemeral=1"]
            : ["username=\(self["username"] ?? Self.userName)", "password=\(token.text)"]
        if let end = token.expiresAt {
            lines.append("password_expiry_utc=\(Int(end.timeIntervalSince1970.rounded(.down)))")
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
