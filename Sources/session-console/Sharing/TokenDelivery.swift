import Addresses
import ConsoleApp
import FoundationEssentials
import HostSystem
import Recordings
import SessionCore

/// Where a command's tokens go, and in which form.
struct TokenDelivery: Sendable {
    private let format: TokenFormat
    private let file: String?
    private let printsJSON: Bool
    private let reader: TokenReader
    private let output: Output

    /// Throws a failure with exit status 2 for options that can't go together.
    init(_ context: CommandContext) throws(CommandFailure) {
        let command = context.command.name
        let settings = try context.settings()
        format = try context.choice(.tokenFormat, TokenFormat.self) ?? .raw
        file = context.invocation.value(of: .write)
        printsJSON = context.printsJSON
        output = context.output
        reader = TokenReader(
            variable: try context.variableName(),
            hosts: settings.client.apis.compactMap { Origin($0)?.host }
                .reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            environment: context.environment, call: settings.call)
        if printsJSON, context.invocation.contains(.tokenFormat) {
            throw CommandFailure(.conflict(.json, .tokenFormat), command: command)
        }
        if format.isFile, file == nil {
            throw CommandFailure(
                .missingOption(.write, why: "--format \(format.rawValue) needs a file"), command: command)
        }
        if format == .netrc {
            guard !settings.client.keepsTokenToPaths else {
                throw CommandFailure(
                    .failed, "netrc names hosts alone, and the token is kept to a path (--within-path).",
                    advice: "Give other programs an address that keeps it there: \(settings.call.aboutAPIs("proxy"))")
            }
            output.inform(
                "netrc knows no port, scheme or path: its readers send the token to every service of "
                    + "\(reader.hosts.joined(separator: ", ")).")
        }
        if context.invocation.contains(.variableName), format != .env {
            throw CommandFailure(
                .badValue(.tokenFormat, format.rawValue, expected: "env, which --as belongs to"), command: command)
        }
    }

    /// Prints the token, or writes it to the file; with `--json` its report.
    func give(_ token: IssuedToken, report: TokenReport) throws(CommandFailure) {
        let text = try format.text(of: token, for: reader)
        guard let file else { return printsJSON ? try output.json(report.recorded) : try output.data(Array(text.utf8)) }
        do throws(FileFailure) {
            try ReplacedFile(path: file).writeOrSend(Array(text.utf8))
        } catch {
            throw CommandFailure(
                .failed, "\(file) can't be written: \(error.clause).",
                advice: "Choose another file, or correct the permissions of its folder.")
        }
        if printsJSON { try output.json(report.recorded) }
    }
}
