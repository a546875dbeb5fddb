import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

extension ConsoleContext: RecordedAsObject {
    /// Without what a sign-in needs, such as the passwords of the demo's users: a recording can't sign in.
    var record: JSONObject {
        var json: JSONObject = ["profile": profile.recorded]
        json.set("issuer", issuer)
        json.set("api", api)
        if !furtherAPIs.isEmpty { json.set("further_apis", furtherAPIs) }
        json.set("flows", flows)
        json.set("faults", faults)
        json.set("token_command", tokenCommand)
        if !profiles.isEmpty { json.set("profiles", profiles) }
        if !demoUsers.isEmpty { json.set("demo_users", demoUsers.map(\.username)) }
        if !apiPaths.isEmpty { json.set("api_paths", apiPaths) }
        json.set("first_target", firstTarget)
        json.set("on_401", unauthorizedPolicy.rawValue)
        json.set("has_first_steps", hasFirstSteps)
        json.set("stage", stage.name)
        return json
    }

    init(_ record: Record) throws(RecordFlaw) {
        self.init(
            profile: try record.value("profile"), issuer: try record.optional("issuer"),
            api: try record.optional("api"), flows: try record.value("flows"), faults: try record.value("faults"),
            tokenCommand: try record.optional("token_command"), profiles: try record.value("profiles", default: []),
            demoUsers: try record.value("demo_users", default: [String]()).map { DemoUser(username: $0, password: "") },
            apiPaths: try record.value("api_paths", default: []),
            firstTarget: try record.value("first_target", default: "/"),
            hasFirstSteps: try record.value("has_first_steps", default: false),
            stage: try Self.stage(record))
        furtherAPIs = try record.value("further_apis", default: [])
        unauthorizedPolicy =
            UnauthorizedPolicy(rawValue: try record.value("on_401", default: "")) ?? .refreshThenForceLogout
    }

    /// Earlier recordings have a flag for each stage but that of a session.
    private static func stage(_ record: Record) throws(RecordFlaw) -> Stage {
        if let name: String = try record.optional("stage") {
            guard let stage = Stage.named(name) else { throw RecordFlaw(unknown: .string(name)) }
            return stage
        }
        if try record.value("is_client_watched", default: false) { return .watch }
        return try record.value("is_provider_alone", default: false) ? .provider : .session
    }
}

extension SignInFlowKind: RecordedByName {}

extension Fault: Recordable {
    /// The stable name, as in ``InjectedFault/name``.
    var recorded: JSONValue { .string(name) }

    init(recorded: JSONValue) throws(RecordFlaw) {
        let name = try String(recorded: recorded)
        guard let fault = Fault(name: name) else { throw RecordFlaw(unknown: recorded) }
        self = fault
    }
}

extension APIPath: RecordedAsObject {
    var record: JSONObject { ["path": path.recorded, "summary": summary.recorded] }

    init(_ record: Record) throws(RecordFlaw) {
        self.init(try record.value("path"), try record.value("summary"))
    }
}

extension CallID: RecordedAsObject {
    var record: JSONObject { ["number": number.recorded, "sender": sender.recorded] }

    init(_ record: Record) throws(RecordFlaw) {
        self.init(try record.value("number"), from: try record.value("sender"))
    }
}

extension CallID.Sender: RecordedByName {}
