import Addresses
import ConsoleApp
import DemoProvider
import FoundationEssentials
import HostSystem
import Scenarios
import SessionCore

/// What is proved of which program, and how it is asked for calls.
struct ProofTerms: Sendable {
    let words: [String]
    /// The client that ships with the program and runs by these words.
    var example: ExampleClient?
    let kind: ClientStage.Kind
    /// The page of the program's server that makes it call, with names in braces; `nil` where it is asked by lines.
    let ask: String?
    /// The page that signs out, or a line on standard input; `nil` where the program is not asked to.
    let signOut: String?
    let environment: [String: String]
    /// The file of this program.
    let executable: String
    /// The file of a kept proof that is played again.
    let replay: String?
    /// Whether the console shows the messages in the end.
    let isShown: Bool
    /// Tells each step as it begins.
    var narrate: (@Sendable (String) -> Void)?

    /// Without a word of what happens.
    var silent: ProofTerms {
        var terms = self
        terms.narrate = nil
        return terms
    }

    func tell(_ chapter: ProofChapter, _ step: ScenarioStep) {
        narrate?("\(chapter.name):\(step.line): \(step.text)")
    }

    /// The user's environment without what is of the user's own sessions.
    ///
    /// Libraries that refuse an issuer without TLS make an exception where they are told to.
    var programEnvironment: [String: String] {
        var variables = environment.filter { !$0.key.hasPrefix("SESSION_CONSOLE_") && $0.key != "ACCESS_TOKEN" }
        for name in Self.names { variables[name] = nil }
        for name in ["NO_PROXY", "no_proxy"] { variables[name] = "127.0.0.1,localhost" }
        for name in ["OAUTHLIB_INSECURE_TRANSPORT", "AUTHLIB_INSECURE_TRANSPORT"] { variables[name] = "1" }
        variables["PYTHONUNBUFFERED"] = "1"
        return variables
    }

    /// What the program gets to know, in variables and for the names in braces.
    func values(of provider: DemoProvider, _ stage: ClientStage, port: UInt16, in folder: String) -> [String: String] {
        var values = [
            "ISSUER": provider.issuer, "API": provider.api, "CLIENT_ID": provider.clientID, "PORT": "\(port)",
            "REDIRECT_URI": "http://127.0.0.1:\(port)/callback", "SCOPE": Self.scope(of: kind), "STATE": folder,
        ]
        if kind == .mcp { values["SERVER"] = provider.api + (stage.hasSlash ? "/mcp/" : "/mcp") }
        if ask != nil { values["LOGOUT_URI"] = Self.logoutURI(port: port) }
        if kind == .service {
            (values["CLIENT_ID"], values["CLIENT_SECRET"]) = (provider.confidentialClientID, provider.clientSecret)
        }
        return values
    }

    /// The names of the values, in the order of the help.
    static let names = [
        "ISSUER", "API", "SERVER", "CLIENT_ID", "CLIENT_SECRET", "REDIRECT_URI", "LOGOUT_URI", "PORT", "SCOPE", "STATE",
    ]

    /// Where a server is told that its user has signed out elsewhere (OpenID Connect Back-Channel Logout 1.0 §2.2).
    static func logoutURI(port: UInt16) -> String { "http://127.0.0.1:\(port)/backchannel-logout" }

    private static func scope(of kind: ClientStage.Kind) -> String {
        switch kind {
        case .oauth, .device: "profile offline_access"
        case .oidc: "openid profile offline_access"
        case .service, .mcp: ""
        }
    }

    /// Whether a text with names in braces can be a page of a server on this machine.
    static func isPage(_ text: String) -> Bool {
        let filled = names.reduce(text) { $0.replacing("{\($1.lowercased())}", with: "1") }
        return !filled.contains("{") && URL(given: filled).flatMap { Origin($0) }?.isLoopback == true
    }

    /// A page of the program's server, with these values for the names in braces; `nil` where it is none.
    static func page(_ text: String?, _ values: [String: String]) -> URL? {
        guard let text, isPage(text) else { return nil }
        return URL(given: values.reduce(text) { $0.replacing("{\($1.key.lowercased())}", with: $1.value) })
    }
}
