import Addresses
import ConsoleApp
import FoundationEssentials
import HostSystem
import JOSE
import Scenarios
import SessionCore

/// The values of a provider's options: from the command line, or else from the profile.
///
/// Every error names the source of the value: the option or the profile's key.
struct SettingValues {
    let invocation: Invocation
    let profile: Profile

    func texts(_ option: Option) -> [String]? { invocation.values[option] ?? profile.values[option] }

    /// The value on the command line only.
    func given(_ option: Option) -> String? { invocation.value(of: option) }

    func text(_ option: Option) -> String? { texts(option)?.last }

    func isOn(_ option: Option) -> Bool { texts(option) != nil }

    /// The pairs of the profile and of the command line, which overrides pairs of the same name.
    func pairs(_ option: Option) throws(CommandFailure) -> [(name: String, value: String)] {
        for text in invocation.values[option] ?? [] {
            guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
                throw bad(option, text, expected: option.argument?.name ?? "NAME=VALUE")
            }
        }
        return Profile.pairs((profile.values[option] ?? []) + (invocation.values[option] ?? []))
    }

    func duration(_ option: Option) throws(CommandFailure) -> Duration? {
        guard let text = text(option) else { return nil }
        guard let duration = Duration(option: text), duration > .zero else {
            throw bad(option, text, expected: "a time such as 30s, 5m or 250ms")
        }
        return duration
    }

    func urls(_ option: Option) throws(CommandFailure) -> [URL] {
        var urls: [URL] = []
        for text in texts(option) ?? [] {
            guard let url = URL(given: text), url.scheme == "http" || url.scheme == "https", url.host != nil else {
                throw bad(option, text, expected: "a URL such as https://api.example.com")
            }
            urls.append(url)
        }
        return urls
    }

    func choice<Choice: RawRepresentable & CaseIterable>(
        _ option: Option, _ type: Choice.Type
    ) throws(CommandFailure) -> Choice? where Choice.RawValue == String {
        guard let text = text(option) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw bad(option, text, expected: "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    /// One pin of a public key or several, in the form of RFC 7469 §2.4.
    func publicKeyPin() throws(CommandFailure) -> String? {
        guard let text = text(.pin) else { return nil }
        let isPin = text.split(separator: ";", omittingEmptySubsequences: false).allSatisfy { pin in
            pin.hasPrefix("sha256//") && (try? Base64.decode(pin.dropFirst(8)))?.count == 32
        }
        guard isPin else { throw bad(.pin, text, expected: "sha256// and the base64 of a key's SHA-256") }
        return text
    }

    /// The proxy, if libcurl supports its scheme.
    func proxy() throws(CommandFailure) -> String? {
        guard let text = text(.proxy) else { return nil }
        let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
        guard let url = URL(given: text), let scheme = url.scheme, schemes.contains(scheme),
            url.host?.isEmpty == false
        else {
            throw bad(.proxy, text, expected: "a URL such as http://proxy.example:3128 or socks5h://127.0.0.1:1080")
        }
        return text
    }

    /// The path of a file that can be read.
    func file(_ option: Option) throws(CommandFailure) -> String? {
        guard let path = text(option) else { return nil }
        do throws(FileFailure) {
            close(try InputFile.open(path).descriptor)
            return path
        } catch {
            throw bad(option, path, expected: "a file that can be read (\(error.clause))")
        }
    }

    func contents(of file: String, for option: Option) throws(CommandFailure) -> String {
        do throws(FileFailure) {
            let bytes = try InputFile.contents(of: file)
            if let text = String(validating: bytes, as: UTF8.self) { return text }
        } catch {
            throw bad(option, file, expected: "a text file that can be read (\(error.clause))")
        }
        throw bad(option, file, expected: "a text file")
    }

    func missing(_ option: Option) -> CommandFailure {
        CommandFailure(
            .badCommandLine,
            "--\(option.name) is missing, and the profile '\(profile.name)' has no \(option.profileKey).",
            advice:
                "Give it, or make a profile with: "
                + "\(ProgramCall.line("profile", "add", profile.name, "--issuer", "URL", "--client-id", "ID"))"
        )
    }

    func bad(_ option: Option, _ text: String, expected: String) -> CommandFailure {
        let name =
            given(option) == nil ? "\(option.profileKey) of the profile '\(profile.name)'" : "--\(option.name)"
        let found = option.mayShow(text) ? "is '\(text.withoutUserInfo)', but must be" : "must be"
        return CommandFailure(
            .badCommandLine, "\(name) \(found) \(expected).",
            advice: Suggestion.question(Suggestion.words(for: text, among: option.values)))
    }

    func malformed(_ option: Option, _ reason: String) -> CommandFailure {
        let name =
            given(option) == nil ? "\(option.profileKey) of the profile '\(profile.name)'" : "--\(option.name)"
        return CommandFailure(.badCommandLine, "\(name): \(reason).")
    }
}

extension String {
    /// The URL, even a mistyped one, without the user name and password before its host.
    var withoutUserInfo: String {
        guard let end = lastIndex(of: "@") else { return self }
        let start = self[..<end].firstRange(of: "://")?.upperBound ?? startIndex
        return self[..<start] + "…" + self[end...]
    }
}
