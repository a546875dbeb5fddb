import Dispatch
import FoundationEssentials
import Glibc
import JOSE

/// A program of the docker-credential-helpers protocol: `docker-credential-NAME store|get|erase`.
///
/// Secrets go through its standard streams only, never through its arguments or environment.
struct CredentialHelper: Sendable {
    let name: String

    struct Failure: Error, Sendable {
        let reason: String
    }

    private var program: String { "docker-credential-\(name)" }

    /// The secret that is kept for a URL; `nil` where the helper says that there is none.
    func get(_ url: String) async throws(Failure) -> String? {
        let end = try await run("get", input: url)
        guard end.status == 0 else {
            if end.saysNotFound { return nil }
            throw end.failure(of: program)
        }
        guard let secret = try? JSONValue(parsing: end.output)["Secret"]?.string else {
            throw Failure(reason: "\(program) answered with something else than credentials")
        }
        return secret
    }

    func store(_ secret: String, username: String, for url: String) async throws(Failure) {
        let credentials: JSONObject = [
            "ServerURL": .string(url), "Username": .string(username), "Secret": .string(secret),
        ]
        let end = try await run("store", input: credentials.serialized())
        guard end.status == 0 else { throw end.failure(of: program) }
    }

    /// Succeeds where there is nothing to erase.
    func erase(_ url: String) async throws(Failure) {
        let end = try await run("erase", input: url)
        guard end.status == 0 || end.saysNotFound else { throw end.failure(of: program) }
    }

    private func run(_ verb: String, input: String) async throws(Failure) -> ProgramEnd {
        do {
            return try await PipedProcess.run(program, [verb], input: Array(input.utf8))
        } catch {
            throw Failure(reason: "\(program) can't be run: \(error.reason)")
        }
    }
}

extension ProgramEnd {
    /// Helpers tell errors on standard output; this one's wording is part of the protocol.
    fileprivate var saysNotFound: Bool {
        String(decoding: output, as: UTF8.self).contains("credentials not found")
    }

    /// Of what the helper said only the first line is told, and none of an answer that may be credentials.
    fileprivate func failure(of program: String) -> CredentialHelper.Failure {
        let text = String(decoding: output.first == UInt8(ascii: "{") ? errors : output + errors, as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no reason given"
        return CredentialHelper.Failure(reason: "\(program) failed with status \(status): \(line)")
    }
}
