import ConsoleFaults
import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

extension ConsoleContext: RecordedByMembers {
    /// Without what a sign-in needs, such as the passwords of the demo's users: a recording can't sign in.
    static let members = Members(
        { ConsoleContext(profile: $0, flows: $1, faults: $2, firstTarget: $3) }, .needed("profile", \.profile),
        .needed("flows", \.flows), .needed("faults", \.faults), .needed("first_target", \.firstTarget, unless: "/"),
        then: [
            .optional("issuer", \.issuer), .optional("api", \.api),
            .needed("further_apis", \.furtherAPIs, unless: []), .optional("token_command", \.tokenCommand),
            .needed("profiles", \.profiles, unless: []), .needed("demo_users", \.usernames, unless: []),
            .needed("api_paths", \.apiPaths, unless: []),
            .needed("on_401", \.unauthorizedPolicy, unless: .refreshThenForceLogout),
            .needed("has_first_steps", \.hasFirstSteps, unless: false),
            .inline(\.stage),
        ])

    private var usernames: [String] {
        get { demoUsers.map(\.username) }
        set { demoUsers = newValue.map { DemoUser(username: $0, password: "") } }
    }
}

extension ConsoleStage: RecordedAsObject {
    var record: JSONObject { ["stage": name.recorded] }

    /// Earlier recordings have a flag for each stage but that of a session.
    init(_ record: Record) throws(RecordFlaw) {
        if let name: String = try record.optional("stage") {
            guard let stage = ConsoleStage.named(name) else { throw RecordFlaw(unknown: .string(name)) }
            self = stage
        } else if try record.value("is_client_watched", default: false) {
            self = .watch
        } else {
            self = try record.value("is_provider_alone", default: false) ? .provider : .session
        }
    }
}

extension UnauthorizedPolicy: RecordedByName {}

extension SignInFlowKind: RecordedByName {}

extension LabFault: Recordable {
    /// The stable name, as in ``InjectedFault/name``.
    var recorded: JSONValue { .string(name) }

    init(recorded: JSONValue) throws(RecordFlaw) {
        let name = try String(recorded: recorded)
        guard let fault = LabFault(name: name) else { throw RecordFlaw(unknown: recorded) }
        self = fault
    }
}

extension APIPath: RecordedByMembers {
    static let members = Members(
        { Self($0, $1) }, .needed("path", \.path), .needed("summary", \.summary))
}

extension CallID: RecordedByMembers {
    static let members = Members(
        Self.init(_:from:), .needed("number", \.number), .needed("sender", \.sender))
}

extension CallID.Sender: RecordedByName {}
