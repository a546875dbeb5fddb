import Addresses
import ConsoleApp
import FoundationEssentials
import SessionCore
import TerminalUI

/// The programs that ask for a token in a protocol of their own.
enum CredentialAsker: String, CaseIterable, Sendable {
    case git, docker, cargo, keyring

    /// Who asks, as a sentence names it.
    var name: String { self == .keyring ? "The program" : rawValue }

    /// What makes a program name a path that names a server alone.
    fileprivate func advice(_ call: ProgramCall) -> String {
        self == .git
            ? "Paste the lines of: \(call.aboutAPIs("setup", "git"))" : "Use a profile without --within-path."
    }
}

extension CommandContext {
    /// The first of these URLs that the token may go to; says why not where one is at an API's origin.
    ///
    /// They are what one question may mean.
    func admitted(
        _ urls: [URL], for asker: CredentialAsker, namesPath: Bool = true
    ) throws(CommandFailure) -> URL? {
        let settings = try settings()
        let url = urls.first { url in
            Origin(url).map { origin in settings.client.apis.contains { Origin($0) == origin } } ?? false
        }
        guard let url, let origin = Origin(url) else { return nil }
        guard namesPath || !settings.client.keepsTokenToPaths else {
            output.inform(
                "\(asker.name) does not say which path of \(origin) it asks for, and the token is kept to one. "
                    + asker.advice(settings.call))
            return nil
        }
        do throws(SessionError) {
            try BearerOrigins(of: settings.client).check(url)
        } catch {
            output.inform(SafeText.plain("\(error)", glyphs: .unicode))
            return nil
        }
        return url
    }

    /// The session's token for another program.
    func issuedBearer() async throws -> BearerToken {
        try await CommandSession.open(self) { opened in
            try await opened.requireSession()
            return try await opened.issuedBearer()
        }
    }
}
