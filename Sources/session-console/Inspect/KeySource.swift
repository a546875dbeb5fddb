import HostSystem
import Addresses
import FoundationEssentials
import JOSE
import SessionCore

/// The source of the keys that verify a signature.
enum KeySource: Sendable {
    case nowhere
    case file(String)
    case url(URL)
    case provider(ClientConfiguration)

    /// The keys, or why there are none; the rest of a token can be inspected without them.
    enum Outcome: Sendable {
        case keys(JWKSet)
        case none(String)
    }

    /// Reads `--jwks`; without it the source is the named provider, if any.
    init(_ context: CommandContext, _ values: SettingValues) throws(CommandFailure) {
        guard let text = values.given(.jwks) else {
            let namesProvider = context.namedIssuer != nil || context.namesProfile
            self = namesProvider ? .provider(try context.settings().client) : .nowhere
            return
        }
        guard text.isHTTPAddress else {
            guard let path = try values.file(.jwks) else { throw values.missing(.jwks) }
            self = .file(path)
            return
        }
        guard let url = URL(given: text), let origin = Origin(url) else {
            throw values.bad(.jwks, text, expected: "a file or an http or https URL")
        }
        guard origin.isSecure || origin.isLoopback || values.allowsPlainHTTP else {
            throw CommandFailure(SessionError.insecureURL(text.withoutUserInfo))
        }
        self = .url(url)
    }

    func keys(over channel: Channel) async -> Outcome {
        switch self {
        case .nowhere: return .none("no keys: name them with --jwks, or the provider with --profile")
        case .provider(let client):
            do {
                let directory = ProviderDirectory(configuration: client)
                return .keys(try await directory.keys(over: channel))
            } catch {
                return .none("\(error)")
            }
        case .file(let path):
            do throws(FileFailure) {
                return Self.keys(in: try InputFile.contents(of: path), from: path)
            } catch {
                return .none("\(path) can't be read: \(error.clause)")
            }
        case .url(let url):
            do {
                let response = try await channel.send(
                    HTTPRequest(url: url, headers: ["Accept": "application/jwk-set+json, application/json"]),
                    for: .keys)
                guard response.isSuccess else { return .none("\(url) answered \(response.status)") }
                return Self.keys(in: response.body, from: url.absoluteString)
            } catch {
                return .none("\(error)")
            }
        }
    }

    /// Parses a set of keys, or a single key.
    private static func keys(in bytes: [UInt8], from name: String) -> Outcome {
        do {
            return .keys(try JWKSet(parsing: bytes))
        } catch {
            if let object = try? JSONValue(parsing: bytes).object, let key = try? JWK(json: object) {
                return .keys(JWKSet(keys: [key]))
            }
            return .none("\(name): \(error)".trimmingSuffix(while: { $0 == "." }))
        }
    }
}
