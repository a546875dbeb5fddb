import TestSupport
import Testing

@testable import session_console

/// What a command line opens whose first word is no command.
@Suite(.timeLimit(.minutes(5))) struct DoorTests {
    /// A folder with the profiles work and token, and the file `work`.
    private func opened(_ words: String...) throws -> CommandContext {
        let folder = TemporaryFolder()
        let profiles = ProfileFolder(path: "\(folder.path)/session-console/profiles")
        for name in ["work", "token"] { try profiles.add(Profile(name: name)) }
        defer { withExtendedLifetime(folder) {} }
        return try CommandContext(
            of: try ArgumentParser.parse(words), environment: ["XDG_CONFIG_HOME": folder.path, "HOME": folder.path],
            output: Output())
    }

    @Test func `a word is a command, else a profile, else a file`() throws {
        #expect(try opened("token").command.name == "token")
        let profile = try opened("work", "--theme", "dark")
        #expect(profile.command.name.isEmpty && profile.profileName == "work" && profile.operands.isEmpty)
        let file = try opened("Package.swift")
        #expect(file.command.name == "open" && file.operands == ["Package.swift"])
    }

    @Test func `a slash makes a file of a word, and --profile a profile`() throws {
        let file = try opened("./work")
        #expect(file.command.name == "open" && file.operands == ["./work"])
        let profile = try opened("--profile", "token")
        #expect(profile.command.name.isEmpty && profile.profileName == "token")
    }

    @Test func `what follows two dashes is watched, whatever its words are`() throws {
        for words in [["npm", "start"], ["token"], ["work", "--json"], ["https://api.example.com"]] {
            let watch = try CommandContext(
                of: try ArgumentParser.parse(["--theme", "dark", "--"] + words), environment: [:], output: Output())
            #expect(watch.command.name == "watch" && watch.operands == words)
        }
        let command = try opened("exec", "--", "npm", "start")
        #expect(command.command.name == "exec" && command.operands == ["npm", "start"])
    }

    @Test func `a word that is none of these is refused with the most similar commands`() {
        #expect {
            try opened("tokne")
        } throws: {
            let failure = $0 as? CommandFailure
            return failure?.status == .badCommandLine && failure?.advice?.contains("token") == true
        }
        #expect { try opened("home") } throws: { ($0 as? CommandFailure)?.message == "unknown command 'home'" }
        // A folder is no file.
        #expect { try opened("Sources") } throws: { ($0 as? CommandFailure)?.status == .badCommandLine }
        #expect { try opened("work", "more") } throws: { ($0 as? CommandFailure)?.status == .badCommandLine }
    }
}
