package import ConsoleFaults
import ConsoleKit
import Addresses
package import FoundationEssentials
package import SessionCore
import TerminalUI

/// What the console was opened on: fixed by the profile, or by the demo once its provider listens.
package struct ConsoleContext: Sendable, Hashable {
    /// The profile's name.
    package var profile: String
    /// The issuer, as the profile spells it; `nil` while the demo's provider is still starting.
    package var issuer: String?
    /// What a bare path in the request panel is resolved against.
    package var api: URL?
    /// The URL of the resource that the session was opened for; `nil` where it was opened for a profile.
    package var resource: String?
    /// Whether a session can be opened for a resource's URL.
    package var opensResources = false
    /// Where the session's token may go besides.
    package var furtherAPIs: [URL] = []
    /// The ways to sign in that the dialog lists, in their order.
    package var flows: [SignInFlowKind]
    /// Why the client can't take some of them at any provider: known without asking this one.
    package var clientObstacles: [SignInFlowKind: SignInObstacle] = [:]
    /// The faults that can be injected here.
    package var faults: [LabFault]
    /// The command that gives another process the session's token; `nil` where the session lives in this one alone.
    package var tokenCommand: String?
    /// The profiles whose sessions can be opened beside this one.
    package var profiles: [String]
    /// The demo provider's users, whose passwords are not secret.
    package var demoUsers: [DemoUser]
    /// The paths of the API, where they are known: those of the demo's.
    package var apiPaths: [APIPath]
    /// The path or URL that the request panel begins with.
    package var firstTarget: String
    /// Whether the header leads through the first steps: only in the demo they can be done.
    package var hasFirstSteps: Bool

    /// Whether a program runs in a terminal of its own, whose output is shown.
    package var hasCommand = false

    /// Where the provider sends the browser back to; an ellipsis stands for a port that each sign-in chooses.
    package var redirectURI = "http://127.0.0.1:…/callback"

    /// What `curl` needs to connect as the profile does: `--cacert FILE`.
    package var curlOptions: [String] = []

    /// What the session does about a 401 of an API.
    package var unauthorizedPolicy = UnauthorizedPolicy.refreshThenForceLogout

    /// When a refresh that gets no answer is given up.
    package var refreshDeadline = Duration.seconds(30)

    /// What is shown, and what can be done.
    package var stage: ConsoleStage

    /// Whether there is what something reaches.
    func allows(_ reaches: Outside) -> Bool {
        !reaches.isRefused(by: faults.isEmpty ? stage.beyond.union(.faults) : stage.beyond)
    }

    /// Whether the provider runs in this program, so that it can be looked at.
    var hasOwnProvider: Bool { faults.contains(where: \.isOfProvider) }

    /// Why some of these faults can't be injected here; `nil` where all can.
    func obstacle(to wanted: [LabFault]) -> String? {
        let missing = wanted.filter { !faults.contains($0) }
        guard let first = missing.first else { return nil }
        let names = missing.map(\.rawValue).joined(separator: ", ")
        let kind = missing.count > 1 ? "are faults" : "is a fault"
        if first.isOfProvider, let reason = stage.missingFaultOfProvider { return reason }
        return "\(names) \(kind) \(stage.missingFault)"
    }

    package init(
        profile: String, issuer: String? = nil, api: URL? = nil, flows: [SignInFlowKind] = SignInFlowKind.allCases,
        faults: [LabFault] = LabFault.clientSide, tokenCommand: String? = nil, profiles: [String] = [],
        demoUsers: [DemoUser] = [], apiPaths: [APIPath] = [], firstTarget: String = "/",
        hasFirstSteps: Bool = false, stage: ConsoleStage = .session
    ) {
        self.profile = profile
        self.issuer = issuer
        self.api = api
        self.flows = flows
        self.faults = faults
        self.tokenCommand = tokenCommand
        self.profiles = profiles
        self.demoUsers = demoUsers
        self.apiPaths = apiPaths
        self.firstTarget = firstTarget
        self.hasFirstSteps = hasFirstSteps
        self.stage = stage
    }

    /// All URLs that the session's token may go to.
    var apis: [URL] { (api.map { [$0] } ?? []) + furtherAPIs }

    /// Whether a session is meant by that name: a profile's, or the URL that it was opened for.
    func isNamed(_ name: String) -> Bool { profile == name || resource == name }

    /// Whether two are of one session: that of a URL may be a second one of its profile.
    func isOfSameSession(as other: ConsoleContext) -> Bool {
        profile == other.profile && (other.resource == nil || resource == other.resource)
    }

    /// Host and port of the issuer, for the header; a dash where there is none yet.
    var issuerHost: String {
        guard let issuer else {
            if !stage.hasIssuer { return "" }
            return resource == nil ? "starting" : "issuer not known yet"
        }
        guard let url = URL(given: issuer), let host = url.host else { return issuer }
        let shown = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return url.port.map { "\(shown):\($0)" } ?? shown
    }
}

extension ScreenID {
    /// The screen that a key shows on a stage, or says why there is none; `nil` where it does nothing.
    static func action(for key: Key, on stage: ConsoleStage) -> ScreenID? {
        stage.screens.first { $0.binding.keys.contains(key) } ?? (stage.explainsScreens ? action(for: key) : nil)
    }
}

/// Somebody who can sign in at the demo's provider.
package struct DemoUser: Sendable, Hashable {
    package var username: String
    package var password: String

    package init(username: String, password: String) {
        self.username = username
        self.password = password
    }
}
