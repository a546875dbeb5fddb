import FoundationEssentials
import JOSE
import SessionCore

/// What kubectl and other clients of Kubernetes read from a credential plugin: `client.authentication.k8s.io`.
struct ExecCredential {
    static let variable = "KUBERNETES_EXEC_INFO"
    private static let group = "client.authentication.k8s.io/"
    private static let versions = ["v1", "v1beta1"].map { group + $0 }

    /// The version of the answer: the caller's, or the newest where it names none.
    let version: String

    /// Throws a failure with exit status 2 where the caller asks for a version that is not known.
    init(environment: [String: String]) throws(CommandFailure) {
        guard let info = environment[Self.variable] else {
            version = Self.versions[0]
            return
        }
        let asked = (try? JSONValue(parsing: Array(info.utf8)))?["apiVersion"]?.string
        guard let asked, Self.versions.contains(asked) else {
            throw CommandFailure(
                .badCommandLine, "\(Self.variable) asks for \(asked ?? "no apiVersion").",
                advice: "Set apiVersion of the user's exec section to \(Self.versions.joined(separator: " or ")).")
        }
        version = asked
    }

    /// The answer; the reader keeps the token until `expirationTimestamp` and asks again then.
    func text(of token: BearerToken) -> String {
        var status: JSONObject = ["token": .string(token.text)]
        if let end = token.renewedFrom ?? token.expiresAt {
            status["expirationTimestamp"] = .string(end.formatted(.iso8601))
        }
        return JSONValue.object([
            "apiVersion": .string(version), "kind": "ExecCredential", "status": .object(status),
        ]).printable
    }
}
