import Addresses
import Dispatch
import FoundationEssentials
import HostSystem
import Scenarios

/// A small client for `prove` that ships with the program: a right one, or one that is wrong in one thing.
enum ExampleClient: String, Sendable, CaseIterable {
    case right
    case forgetful, hasty, trusting, impatient, fragile

    /// The hidden command that is one of them.
    static let word = "example-client"

    var summary: String {
        switch self {
        case .right: "a session of this program's library"
        case .forgetful: "refreshes with the refresh token of its sign-in, always"
        case .hasty: "refreshes for each call by itself, however many there are"
        case .trusting: "asks neither an answer nor an ID token whose it is (with --as oidc)"
        case .impatient: "signs in again whenever something fails"
        case .fragile: "ends when an answer is not what it expects"
        }
    }

    var kinds: [ClientStage.Kind] { self == .right ? [.oauth, .oidc, .mcp] : [.oauth, .oidc] }

    /// A chapter that it breaks.
    var weakness: String? {
        switch self {
        case .right: nil
        case .forgetful: "expiry"
        case .hasty: "two-calls"
        case .trusting: "id-token-audience"
        case .impatient: "api-503"
        case .fragile: "token-endpoint-500"
        }
    }

    /// `nil` for any other command line.
    init?(_ arguments: [String]) {
        guard arguments.count == 2, arguments[0] == Self.word else { return nil }
        self.init(rawValue: arguments[1])
    }

    /// Signs in, and makes a call for each line of the standard input; returns the exit status.
    func run(_ environment: [String: String]) async -> Int32 {
        guard let place = ExamplePlace(environment) else { return ExitStatus.badCommandLine.rawValue }
        do {
            let client: any CallingClient =
                if self != .right {
                    BareExample(self, at: place)
                } else if let server = place.server {
                    ToolExample(of: server, at: place)
                } else {
                    try await SessionExample(at: place)
                }
            try await client.signIn()
            let (lines, continuation) = AsyncStream<String>.makeStream()
            DispatchQueue.global().async {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
            for await line in lines {
                guard line != "sign out" else {
                    await client.signOut()
                    continue
                }
                Task { if await !client.call() { continuation.finish() } }
            }
            return 0
        } catch {
            return ExitStatus.failed.rawValue
        }
    }
}

/// What signs in once, and calls then.
protocol CallingClient: Sendable {
    func signIn() async throws
    /// Returns whether it goes on after that.
    func call() async -> Bool
    func signOut() async
}

/// Where an example signs in and calls, as `prove` names it.
struct ExamplePlace: Sendable {
    let issuer: String
    let orders: URL
    /// The MCP server, for a client of one.
    let server: URL?
    let clientID: String
    let redirectURI: URL
    let scope: [String]
    /// A folder that outlives the client.
    let folder: String
    private let browser: String

    init?(_ variables: [String: String]) {
        guard let issuer = variables["ISSUER"], let orders = variables["API"].flatMap({ URL(given: "\($0)/orders") }),
            let clientID = variables["CLIENT_ID"], let folder = variables["STATE"],
            let redirectURI = variables["REDIRECT_URI"].flatMap({ URL(given: $0) }),
            let browser = variables["BROWSER"]
        else { return nil }
        (self.issuer, self.orders, self.clientID, self.redirectURI) = (issuer, orders, clientID, redirectURI)
        (self.folder, self.browser) = (folder, browser)
        server = variables["SERVER"].flatMap { URL(given: $0) }
        scope = (variables["SCOPE"] ?? "").split(separator: " ").map(String.init)
    }

    func open(_ link: URL) {
        try? ChildProcess.startDetached(browser, [link.absoluteString], variables: [])
    }
}
