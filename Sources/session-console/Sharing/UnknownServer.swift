import FoundationEssentials
import SessionCore

/// A bridge whose server no profile has yet: the host is answered without a session until one has.
struct UnknownServer: Sendable {
    /// How often the profiles are looked at.
    private static let pause = Duration.seconds(1)

    let context: CommandContext
    let url: URL
    let host: BridgedHost

    /// The context with the profile, once it is there; `nil` where the host's input ends first.
    func profile() async -> CommandContext? {
        let finding = Task { await find() }
        Task {
            await host.listen()
            finding.cancel()
        }
        return await finding.value
    }

    private func find() async -> CommandContext? {
        if context.invocation.contains(.signInOnce) { await makeProfile() }
        while !Task.isCancelled {
            if let found { return found }
            try? await Task.sleep(for: Self.pause)
        }
        return nil
    }

    private var found: CommandContext? {
        guard case .profile(let place, _)? = try? context.bridgePlace() else { return nil }
        return place
    }

    /// Goes the way from the URL to a client, as `login` does.
    private func makeProfile() async {
        do throws(CommandFailure) {
            let resource = try ResourceProfile(url.absoluteString, context)
            await context.asOneBridge(of: resource.name, for: host) {
                // The bridge that had the lock before may have made it.
                guard found == nil else { return }
                guard try await resource.make(replacing: true, Checklist(context)) != nil else {
                    return host.tell("The server needs no token: a host can use its URL without this command.")
                }
            }
        } catch {
            host.tell(error.sentences)
        }
    }
}

extension CommandContext {
    /// Does what is done for one of the bridges of a profile, and tells the user of an error.
    func asOneBridge(of profile: String, for host: BridgedHost, _ work: () async throws -> Void) async {
        do {
            let file = try folders().sessionFile(profile: profile)
            let lock = try await FileLock(path: file + ".sign-in")
                .lock(within: .milliseconds(100), clock: SystemClock())
            defer { lock.release() }
            try await work()
        } catch let error as CommandFailure {
            host.tell(error.sentences)
        } catch let error as DiscoveryFailure {
            host.tell(CommandFailure(error).sentences)
        } catch StoreError.locked {
            host.tell("Another bridge of this profile is asking for the sign-in.")
        } catch {
            host.tell("The sign-in failed: \(error).")
        }
    }
}
