import Addresses
import CurlTransport
import DemoProvider
import FoundationEssentials
import Recordings
import SessionCore
import TerminalUI

/// `provider`: the embedded provider alone, in the foreground.
extension Command {
    static let provider = Command(
        name: "provider",
        summary: "run the embedded OpenID provider and its demo API alone, in the foreground",
        usage: "[OPTIONS]",
        details: """
            The first line on standard output is JSON:
            \(ProviderAnnouncement.shape.lines)
            It listens on 127.0.0.1 only, keeps everything in memory, and ends at ctrl-c.

            The control URL is a secret. POST to {control}:
            /revoke-session and /revoke-access-tokens {"username"}; /reject-refresh
            {"count"}, /narrow-scope {"scope"} and /switch-user {"username"} at the next
            refresh; /rotate-keys; /lifetimes {"access", "refresh"} in seconds; /fault
            {"endpoint", "kind": "slow|hang|status|drop|malformed|html|endless", "times"};
            /clear-faults; /clock {"offset"}; /approve-device {"user_code", "username"};
            /deny-device {"user_code"}; /spoil-id-tokens {"flaw"}; /id-tokens
            {"algorithm": "HS256|HS384|HS512", "userinfo": true, "audiences": [AUD]};
            /metadata {"leave_out": [MEMBER]}; /registration
            {"policy": "open|token|closed"} decides who may register a client, and answers
            with the initial access token; /spoil-chain {"flaws": [FLAW]} makes flaws on the
            way from the API's URL to the first call, and mends those that it leaves out;
            /spoil-grants {"flaws": [FLAW]} does so for codes, refreshes and the ends of
            tokens, /spoil-resource {"flaws": [FLAW]} for what the API takes for a token.
            A session that is revoked, or ended on its page, is announced to the client's
            backchannel_logout_uri (OpenID Connect Back-Channel Logout 1.0).
            GET {control}/statistics counts the requests, and the sessions and registered
            clients that are alive.

            --watch shows in the terminal where to point an app, the provider's users,
            sessions and tokens with their clocks, and every client's requests as they
            arrive, with what was wrong with them. Keys revoke, change lifetimes, move the
            provider's clock and arm its faults. Above them is what clients do wrong with
            their sessions, as 'watch' finds it; without --watch each finding is printed on
            standard error.
            """,
        example: "session-console provider --port 8080 --token-lifetime 5s",
        options: Option.demoProvider + [.logoutURI, .watchProvider] + Option.screen,
        run: { context in
            let theme = try context.theme()
            var configuration = try DemoProvider.Configuration(context)
            let output = context.output
            let showsScreen = context.invocation.contains(.watchProvider)
            let watch = ProviderWatch { if !showsScreen { output.inform($0) } }
            configuration.witness = watch
            let provider = try await DemoProvider.started(configuration)
            try context.output.json(ProviderAnnouncement(provider).recorded)
            if showsScreen {
                let opener = DemoOpener(configuration, started: provider, watch: watch, requestFolder: nil)
                try await Console.run(context, DemoOpener.watched, by: opener, theme: theme)
                return .done
            }
            context.output.inform("Serving until ctrl-c. Sign in as alice (wonderland) or bob (builder).")
            await Interruption.wait()
            await provider.stop()
            watch.close()
            return .done
        })
}

extension DemoProvider.Configuration {
    /// The embedded provider's configuration on the command line.
    init(_ context: CommandContext) throws(CommandFailure) {
        self.init()
        let invocation = context.invocation
        do {
            port = try invocation.number(.port, in: 0...65535).map { UInt16($0) } ?? 0
            apiPort = try invocation.number(.apiPort, in: 0...65535).map { UInt16($0) } ?? 0
            accessTokenLifetime = try invocation.duration(.tokenLifetime) ?? accessTokenLifetime
            refreshTokenLifetime = try invocation.duration(.refreshLifetime) ?? refreshTokenLifetime
            grantLifetime = try invocation.duration(.grantLifetime)
        } catch {
            throw CommandFailure(error, command: context.command.name)
        }
        opaqueAccessTokens = invocation.contains(.opaque)
        logoutURI = invocation.value(of: .logoutURI)
        deliver = Self.posted
    }

    /// Posts a form to a client's URL.
    ///
    /// A client that can't be reached learns it by its next refresh.
    static let posted: @Sendable (_ url: String, _ form: String) async -> Void = { url, form in
        guard let url = URL(given: url) else { return }
        let request = HTTPRequest(
            method: "POST", url: url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: .text(form))
        _ = try? await CurlTransport().send(request)
    }

    var hasFixedPort: Bool { port != 0 || apiPort != 0 }
}

extension DemoProvider {
    static func started(_ configuration: Configuration) async throws(CommandFailure) -> DemoProvider {
        do {
            return try await start(configuration)
        } catch .portTaken(let port) {
            throw CommandFailure(
                .failed, "Port \(port) is taken by another program.",
                advice: "Choose another with --port or --api-port, or leave both out for any free ports.")
        } catch {
            throw CommandFailure(.failed, "\(error)".capitalizedSentence)
        }
    }
}
