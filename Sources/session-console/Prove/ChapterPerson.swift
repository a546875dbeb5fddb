import Addresses
import ConsoleApp
import DemoProvider
import FoundationEssentials
import HostSystem
import SessionCore
import Synchronization

/// The user of a chapter, whose browser opens the provider's pages alone, and who approves devices.
final class ChapterPerson: Sendable {
    private struct State {
        var user: DemoUser
        /// The requests by what is new in each.
        var taken: Set<String> = []
        /// How many links the program has opened by itself.
        var openings = 0
        var obstacle: String?
        var visits = 0
    }

    private let provider: DemoProvider
    /// The provider's, where that is now.
    private var issuer: Origin? { URL(given: provider.issuer).flatMap { Origin($0) } }
    private let hasBrowser: Bool
    private let state: Mutex<State>
    /// A program may open its page first, and listen for the answer then; a server takes its time to start.
    private let visitor = PageVisitor(patience: .seconds(10))
    private let traffic: ChapterTraffic
    private let users: [DemoUser]

    /// A device and a service have no browser.
    init(_ provider: DemoProvider, _ traffic: ChapterTraffic, hasBrowser: Bool) {
        self.hasBrowser = hasBrowser
        (self.traffic, self.provider) = (traffic, provider)
        users = provider.users.map { DemoUser(username: $0.username, password: $0.password) }
        state = Mutex(State(user: users.first ?? DemoUser(username: "", password: "")))
    }

    /// Signs in as this user from now on.
    func be(_ name: String?) {
        guard let user = users.first(where: { $0.username == name }) else { return }
        state.withLock { $0.user = user }
    }

    /// Why the last page led nowhere.
    var obstacle: String? { state.withLock(\.obstacle) }

    /// Opens a link to the provider's authorization endpoint that the program opens.
    func take(opened link: URL) {
        guard isSignIn(link) else { return }
        state.withLock { $0.openings += 1 }
        Task {
            try? await Task.sleep(for: Self.reaction)
            await follow(link)
        }
    }

    /// Opens such a link that the program prints, unless it opens one then: what is printed may be cut, as where its
    /// words are wrapped.
    func take(printed link: URL) {
        let query = FormParameters(decoding: link.query ?? "")
        // RFC 6749 §4.1.1 and RFC 9126 §4.
        let isWhole = query["client_id"] != nil && (query["response_type"] ?? query["request_uri"]) != nil
        guard isSignIn(link), isWhole else { return }
        let openings = state.withLock(\.openings)
        Task {
            try? await Task.sleep(for: Self.copying)
            if state.withLock({ $0.openings }) == openings { await follow(link) }
        }
    }

    /// No person is faster; a sign-in that began at once would be one that was under way already.
    private static let reaction = Duration.milliseconds(100)
    /// How long a person takes who has to copy a link.
    private static let copying = Duration.milliseconds(500)

    private func isSignIn(_ link: URL) -> Bool {
        hasBrowser && Origin(link) == issuer && link.path == DemoProvider.Endpoint.authorization.path
    }

    private func follow(_ link: URL) async {
        let query = FormParameters(decoding: link.query ?? "")
        let name = ["state", "code_challenge", "nonce"].map { query[$0] ?? "" }.joined(separator: " ")
        if state.withLock({ $0.taken.insert(name).inserted }) { await visit(link) }
    }

    /// Whether a page is on its way.
    var isVisiting: Bool { state.withLock { $0.visits > 0 } }

    /// Opens a page, signs in where it leads to the provider, and goes on as far as that leads.
    func visit(_ page: URL) async {
        state.withLock { $0.visits += 1 }
        defer { state.withLock { $0.visits -= 1 } }
        let journey = await visitor.visit(page, as: state.withLock(\.user), of: issuer)
        state.withLock { $0.obstacle = journey.obstacle }
        if journey.isLedBack { traffic.change { $0.authorizations += 1 } }
    }
}
