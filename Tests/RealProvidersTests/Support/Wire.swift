import JOSE
import TestSupport

/// What the script `Behaviour/wire.py` sees of a provider.
struct Wire {
    /// The verdict and the words by experiment.
    let seen: [String: String]

    /// Looks with settings as the script takes them.
    init(_ settings: JSONValue, python: String) async throws {
        let script = LentScript.folder + "/Behaviour/wire.py"
        let result = try await blocking {
            try Subprocess(python, [script, settings.serialized()], environment: ["PYTHONDONTWRITEBYTECODE": "1"])
                .finish(within: .seconds(240))
        }
        guard result.status == 0 else { throw Blind(reason: result.errorText) }
        let object = try JSONValue(parsing: result.output).object ?? [:]
        seen = object.members.reduce(into: [:]) { $0[$1.name] = $1.value.string }
    }

    struct Blind: Error { let reason: String }
}
