import HostSystem
import SessionCore

/// Signs in with the token of a file, which something else writes anew: a workload's identity, an assertion.
///
/// The file is read for each request, so that the session is renewed with what it holds then.
struct TokenFileFlow: RepeatableSignInFlow {
    enum Grant: String, CaseIterable {
        /// RFC 7523 §2.1.
        case assertion = "urn:ietf:params:oauth:grant-type:jwt-bearer"
        /// RFC 8693.
        case exchange = "urn:ietf:params:oauth:grant-type:token-exchange"

        var flow: SignInFlowName { self == .assertion ? .jwtBearer : .tokenExchange }
    }

    /// The flow of that name; throws where the command line names no file.
    static func named(
        _ flow: SignInFlowName, _ path: String?, of command: Command
    ) throws(CommandFailure) -> TokenFileFlow {
        guard let own = all(path).first(where: { $0.kind.flow == flow }) else {
            throw CommandFailure(
                .missingOption(.tokenFile, why: "--flow \(flow.rawValue) needs it"), command: command.name)
        }
        return own
    }

    let kind: Grant
    let path: String

    var name: String { kind.flow.rawValue }

    /// The flows of a file's token.
    static func all(_ path: String?) -> [TokenFileFlow] {
        guard let path else { return [] }
        return Grant.allCases.map { TokenFileFlow(kind: $0, path: path) }
    }

    /// The configured scope, where one is.
    func grant(for configuration: ClientConfiguration) throws -> FormParameters {
        let token = try token()
        var grant: FormParameters = ["grant_type": kind.rawValue]
        switch kind {
        case .assertion: grant["assertion"] = token
        case .exchange:
            grant["subject_token"] = token
            // RFC 8693 §3: a JWT by its shape, which three parts have.
            let isJWT = token.split(separator: ".", omittingEmptySubsequences: false).count == 3
            grant["subject_token_type"] = isJWT ? Self.jwtType : TokenExchange.accessTokenType
        }
        let scope = configuration.clientCredentialsScope
        if !scope.isEmpty { grant["scope"] = scope.joined(separator: " ") }
        return grant
    }

    private static let jwtType = "urn:ietf:params:oauth:token-type:jwt"
    /// The largest file that is read, in bytes: larger than any token.
    private static let sizeLimit = 1 << 18

    private func token() throws -> String {
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try InputFile.contents(of: path, limit: Self.sizeLimit)
        } catch {
            throw Unusable(reason: error.clause)
        }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count == 1 else { throw Unusable(reason: "it must hold one token and nothing else") }
        return String(words[0])
    }

    /// The path is left out: in place of it, the token itself may have been given.
    struct Unusable: Error, CustomStringConvertible {
        let reason: String
        var description: String { "the file of --\(Option.tokenFile.name): \(reason)" }
    }
}
