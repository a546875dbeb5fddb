import Dispatch
import FoundationEssentials
import HostSystem
import JOSE
import SessionCore

/// A program of the docker-credential-helpers protocol: `docker-credential-NAME store|get|erase`.
///
/// Secrets pass through its standard streams only, never through its arguments or environment.
struct CredentialHelper: Sendable, Equatable {
    let name: String
    /// The time-out, which is long because the user may have to unlock the keyring.
    var patience = Duration.seconds(60)

    struct Failure: Error, Sendable {
        let reason: String
    }

    /// The name by which this program is such a helper of others.
    static let own = "session-console"

    /// Whether this program is the helper of that name, by itself or with a profile's name behind: it can't keep its
    /// own session.
    var isOwn: Bool { name == Self.own || name.hasPrefix("\(Self.own)-") }

    /// The longest answer, in bytes: more than a record takes as a text in JSON.
    private static let answerLimit = 4 * FileStore.sizeLimit

    var program: String { "docker-credential-\(name)" }

    /// The secret stored for a URL; `nil` if the helper says that there is none.
    func get(_ url: String) async throws(Failure) -> String? {
        let end = try await run("get", input: url)
        guard end.status == 0 else {
            if end.saysNotFound { return nil }
            throw end.failure(of: program)
        }
        guard let secret = try? JSONValue(parsing: end.output)["Secret"]?.string else {
            throw Failure(reason: "\(program) gave an answer without credentials")
        }
        // Some helpers, such as pass, answer with empty credentials if they have none.
        return secret.isEmpty ? nil : secret
    }

    func store(_ secret: String, username: String, for url: String) async throws(Failure) {
        let credentials: JSONObject = [
            "ServerURL": .string(url), "Username": .string(username), "Secret": .string(secret),
        ]
        let end = try await run("store", input: credentials.serialized())
        guard end.status == 0 else { throw end.failure(of: program) }
    }

    /// Also succeeds if there is nothing to erase.
    func erase(_ url: String) async throws(Failure) {
        let end = try await run("erase", input: url)
        guard end.status != 0, !end.saysNotFound else { return }
        // Helpers differ in how they report that there is nothing to erase.
        guard try await get(url) == nil else { throw end.failure(of: program) }
    }

    private func run(_ verb: String, input: String) async throws(Failure) -> ProgramEnd {
        let outcome: PipedProcess.Outcome
        do {
            outcome = try await PipedProcess.run(
                program, [verb], input: Array(input.utf8), within: patience, limit: Self.answerLimit)
        } catch {
            throw Failure(reason: "\(program) can't be run: \(error.reason)")
        }
        switch outcome {
        case .ended(let end): return end
        case .late:
            throw Failure(
                reason: """
                    \(program) did not answer '\(verb)' within \(patience.inWords) and was ended; \
                    unlock its keyring, or see what it waits for with: \(program) list
                    """)
        case .tooLong:
            throw Failure(
                reason: "\(program) answered '\(verb)' with more than \(Self.answerLimit >> 20) MiB and was ended")
        }
    }
}

extension ProgramEnd {
    /// Helpers print errors on standard output; the text of this one is part of the protocol.
    fileprivate var saysNotFound: Bool {
        String(decoding: output, as: UTF8.self).contains("credentials not found")
    }

    /// A failure with the first line of the helper's output, unless the output may contain credentials.
    fileprivate func failure(of program: String) -> CredentialHelper.Failure {
        let text = String(decoding: output.first == UInt8(ascii: "{") ? errors : output + errors, as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no reason given"
        return CredentialHelper.Failure(reason: "\(program) failed with status \(status): \(line)")
    }
}
