import FoundationEssentials
import HTTPServer
import JOSE

/// The users that are signed in at the provider itself, by browser, so that a second sign-in needs no password.
struct BrowserSessions: Sendable {
    struct Authentication: Sendable {
        let user: User
        let authenticatedAt: Date
        let contextClass: String?
    }

    private static let cookieName = "session-console-demo"
    private var signIns: [String: Authentication] = [:]

    func signIn(of request: ServerRequest) -> Authentication? {
        Self.cookie(of: request).flatMap { signIns[$0] }
    }

    /// Remembers a sign-in and returns the `Set-Cookie` value.
    mutating func add(_ signIn: Authentication) throws(JOSEError) -> String {
        let id = try RandomText.token()
        signIns[id] = signIn
        return "\(Self.cookieName)=\(id); Path=/; HttpOnly; SameSite=Lax"
    }

    mutating func removeAll(of username: String) {
        signIns = signIns.filter { $0.value.user.username != username }
    }

    private static func cookie(of request: ServerRequest) -> String? {
        for header in request.headers.values(named: "Cookie") {
            for pair in header.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                if pair.hasPrefix("\(cookieName)=") { return String(pair.dropFirst(cookieName.count + 1)) }
            }
        }
        return nil
    }
}
