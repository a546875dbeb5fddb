import ConsoleKit

/// What a console shows, and what can be done there: screens and panes ask it, and name no mode.
///
/// One more mode is one more value.
package struct ConsoleStage: Sendable, Hashable {
    /// Whether what happens now is shown.
    enum Tense: Sendable, Hashable {
        case present
        /// An earlier moment of a session that goes on.
        case past
        /// A recording: a past without a present.
        case recording

        /// What can't be reached from there.
        var beyond: Outside {
            switch self {
            case .present: []
            case .past: .beyondPast
            case .recording: .beyondRecording
            }
        }
    }

    /// Whose way the first screen shows.
    enum Counted: Sendable, Hashable { case sessions, clients }

    /// What the header counts.
    enum Tally: Sendable, Hashable { case refreshes, findings, faults }

    /// The stable name, as recordings have it.
    package private(set) var name: String
    var tense = Tense.present

    // MARK: - What may be done

    /// Whether the session is this program's, so that what it does about a fault is judged.
    package var hasOwnSession = true
    /// What there is nothing of.
    var beyond: Outside = []
    /// What is said of it.
    var refusal = Notice.watchesOnly
    /// Whether keys only look around on every screen, in the past as now.
    var looksOnly = false
    /// Why a fault can't be injected: `is a fault …`.
    let missingFault: String
    /// Why one of the provider can't, where that differs.
    var missingFaultOfProvider: String?

    // MARK: - What is shown

    var screens = ScreenID.ofSession
    /// The screen that is shown first.
    var opening = ScreenID.session
    /// Whether the key of a screen that is not there says why.
    var explainsScreens = true
    /// Whether there is an issuer, known or not yet.
    var hasIssuer = true
    /// What stands in the place of the session's state, as long as it goes on and afterwards.
    var activity: Activity?
    /// The state of a session that has ended, where none was meant.
    var endedWord: String?
    /// What stands in the place of where calls go.
    var origin: String?
    var tally = Tally.refreshes
    var counted = Counted.sessions
    /// What the keys of the past stop at.
    var landmark = "main event"
    /// Whether a recording is opened at its end, where all is found.
    var opensAtEnd = false

    struct Activity: Sendable, Hashable {
        let present: String
        let past: String
    }

    /// Whether what happens now is shown, and not what was recorded or kept.
    var isPresent: Bool { tense == .present }

    /// Whether more can still come.
    var goesOn: Bool { tense != .recording }

    /// The stage at another time.
    func shown(in tense: Tense) -> ConsoleStage {
        var stage = self
        stage.tense = tense
        return stage
    }
}

extension ConsoleStage {
    package static let all = [session, provider, watch, server]

    /// The session of a profile, or of a resource's URL.
    package static let session = ConsoleStage(
        name: "session", missingFault: "of the demo's provider, which is not used here")

    /// The demo's provider by itself: nothing signs in here, and its clients are other programs.
    package static let provider = ConsoleStage(
        name: "provider", hasOwnSession: false, beyond: .session,
        missingFault: "of a client, but this program is the provider",
        missingFaultOfProvider: "no session is this program's; revoke one in the Provider pane",
        screens: [.lab], opening: .lab, endedWord: "SERVING",
        origin: "this program only watches its provider; the clients are yours", tally: .faults)

    /// Other programs are watched: no session is this program's.
    package static let watch = ConsoleStage(
        name: "watch", hasOwnSession: false, beyond: [.session, .network, .secret], refusal: .watchesClients,
        looksOnly: true, missingFault: "of this program's own session, and another's is watched",
        screens: [.client, .flow, .tokens], opening: .client, explainsScreens: false, hasIssuer: false,
        activity: Activity(present: "WATCHING", past: "WATCHED"), origin: "", tally: .findings, landmark: "finding",
        opensAtEnd: true)

    /// A server is watched from its own side: whoever comes is another's.
    package static let server: ConsoleStage = {
        var stage = watch
        stage.name = "server"
        stage.activity = Activity(present: "SERVING", past: "SERVED")
        stage.counted = .clients
        return stage
    }()

    /// The stage of a stable name.
    package static func named(_ name: String) -> ConsoleStage? { all.first { $0.name == name } }
}
