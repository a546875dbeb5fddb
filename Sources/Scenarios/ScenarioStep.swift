/// One line of a scenario.
package struct ScenarioStep: Sendable, Hashable {
    /// Whose session it is for: the second one is on the same store, as another process would have it.
    package enum Process: Sendable, Hashable {
        case first, second, both
    }

    /// Counted from 1.
    package var line: Int
    /// The line as it is shown: without its comment and surrounding spaces.
    package var text: String
    package var process: Process
    package var action: StepAction

    package init(line: Int, text: String, process: Process = .first, action: StepAction) {
        (self.line, self.text, self.process, self.action) = (line, text, process, action)
    }
}

/// What a step does.
package enum StepAction: Sendable, Hashable {
    case signIn(ScenarioSignIn)
    /// Signs in with what the last answer asks for besides (RFC 6750 §3.1, RFC 9470).
    case stepUp(ScenarioSignIn)
    /// Goes on with the checklist of a sign-in from a URL: at this issuer the user signs in.
    case confirmIssuer(ScenarioSignIn)
    /// Signs out; `isForced` ends the session here whatever the provider answers.
    case signOut(isForced: Bool)
    case call(CallStep)
    case refresh
    case fetchUserInfo
    /// Arms a fault by the console's name for it.
    case arm(fault: String, Times)
    case disarm(fault: String)
    case disarmAll
    case preset(String)
    case provider(ProviderStep)
    /// What only a scenario about another program does.
    case client(ClientStep)
    case wait(Duration)
    case waitUntil(Condition, atMost: Duration)
    /// Shows a text to the audience.
    case say(String)
    /// Gives the audience time to read; nothing happens without one.
    case pause(Duration)
    /// Shows a screen of the console by its name.
    case show(screen: String)
    /// Types keys in the console, by their names.
    case press([String])
    /// All hold, or the scenario has failed.
    case expect([Expectation])

    /// How it signs in; `nil` where it does something else.
    package var signInStep: ScenarioSignIn? {
        switch self {
        case .signIn(let step), .stepUp(let step), .confirmIssuer(let step): step
        case .signOut, .call, .refresh, .fetchUserInfo, .arm, .disarm, .disarmAll, .preset, .provider, .client, .wait,
            .waitUntil, .say, .pause, .show, .press, .expect:
            nil
        }
    }

    /// Whether it only shows something to the audience, or gives it time.
    package var isForAudience: Bool {
        switch self {
        case .say, .pause, .show: true
        case .signIn, .stepUp, .confirmIssuer, .signOut, .call, .refresh, .fetchUserInfo, .arm, .disarm, .disarmAll,
            .preset, .provider, .client, .wait, .waitUntil, .press, .expect:
            false
        }
    }

    /// How often a fault strikes.
    package enum Times: Sendable, Hashable {
        /// As it does where nothing is said.
        case own
        case count(Int)
        case untilDisarmed
    }
}

/// How a step signs in.
package struct ScenarioSignIn: Sendable, Hashable {
    package enum Method: String, Sendable, Hashable, CaseIterable {
        case password, browser, device, client
    }

    /// `nil` where a person decides it in the browser, or where the client signs in as itself.
    package var user: String?
    package var method: Method
    /// Scope to ask for besides the usual.
    package var scope: [String]
    package var acrValues: [String]

    package init(user: String?, method: Method, scope: [String] = [], acrValues: [String] = []) {
        (self.user, self.method, self.scope, self.acrValues) = (user, method, scope, acrValues)
    }
}

/// A request, or a burst of the same request.
package struct CallStep: Sendable, Hashable {
    package var method: String
    /// A path of the API, or a whole URL.
    package var target: String
    package var headers: [Header]
    package var body: String
    /// How many are sent at once.
    package var count: Int
    /// Whether it is sent without a token.
    package var isPublic: Bool

    package struct Header: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    package init(
        method: String, target: String, headers: [Header] = [], body: String = "", count: Int = 1,
        isPublic: Bool = false
    ) {
        (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
        (self.count, self.isPublic) = (count, isPublic)
    }
}

/// What only the demo's provider can be made to do, besides its faults.
package enum ProviderStep: Sendable, Hashable {
    /// Ends the session at the provider.
    case revokeSession
    /// Ends the access token alone.
    case revokeAccessToken
    case setLifetimes(access: Duration?, refresh: Duration?)
    /// Sets the provider's clock ahead of this machine's, or behind.
    case setClock(ahead: Duration)
}

extension ScenarioStep {
    /// Whether only the demo can play it.
    package var needsDemo: Bool {
        switch action {
        case .provider, .confirmIssuer: true
        case .signIn(let step), .stepUp(let step): step.user != nil && step.method != .password
        case .signOut, .call, .refresh, .fetchUserInfo, .arm, .disarm, .disarmAll, .preset, .client, .wait,
            .waitUntil, .say, .pause, .show, .press, .expect:
            false
        }
    }
}
