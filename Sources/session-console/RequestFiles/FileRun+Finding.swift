import ConsoleApp
import RequestFiles
import Scenarios
import TerminalUI

extension FileRun {
    private typealias Found = (run: FileRun, request: FileRequest)

    /// The request of that name, in the file of `--file` or in one of the present folder's.
    ///
    /// A name that `# @name` gives has precedence over a title. A file of the folder that can't be read is reported and
    /// left out.
    static func find(
        _ name: String, _ context: CommandContext
    ) throws(CommandFailure) -> (run: FileRun, request: FileRequest) {
        let runs = try files(context)
        let matches: [Found] = runs.compactMap { run in run.file.request(named: name).map { (run, $0) } }
        let named = matches.filter { $0.request.givenName == name }
        let found = named.isEmpty ? matches : named
        guard let first = found.first else {
            throw CommandFailure(
                .badCommandLine, "No request is called '\(name)' \(place(runs)).",
                advice: advice(for: name, among: runs.flatMap { $0.file.requests.map(\.name) }, prefix: "@"))
        }
        guard found.count == 1 else {
            throw CommandFailure(
                .badCommandLine,
                "'\(name)' is in more than one file: \(found.map(\.run.path).joined(separator: ", ")).",
                advice: "Choose one with --file.")
        }
        return first
    }

    /// What the requests of those files are called, as far as a shell can show it.
    static func names(_ context: CommandContext) throws(CommandFailure) -> [String] {
        try files(context).flatMap { $0.file.requests.map(\.name) }
            .filter { SafeText.plain($0, glyphs: .unicode) == $0 }
    }

    private static func files(_ context: CommandContext) throws(CommandFailure) -> [FileRun] {
        if let path = context.invocation.value(of: .file) { return [try FileRun(path, context)] }
        var runs: [FileRun] = []
        for path in RequestFolder.filesHere() {
            do throws(Unreadable) {
                runs.append(try FileRun(reading: path, context))
            } catch {
                context.output.inform(SafeText.plain("\(error.message) It is left out.", glyphs: .unicode))
            }
        }
        guard !runs.isEmpty else {
            throw CommandFailure(
                .badCommandLine, "No .http or .rest file in this folder can be read.", advice: "Name one with --file.")
        }
        return runs
    }

    /// Where a request was looked for: of a file with too many, not all are read.
    static func place(_ runs: [FileRun]) -> String {
        let limit = RequestFile.requestLimit
        let cut = runs.first { run in run.file.remarks.contains { $0.matter == .requestsLeftOut(limit: limit) } }
        if let cut { return "among the first \(limit) of \(cut.path), which are all that is read" }
        return "in \(runs.map(\.path).joined(separator: ", "))"
    }

    /// What to do where no request has that name.
    static func advice(for name: String, among names: [String], prefix: String = "") -> String {
        guard !names.isEmpty else { return "Begin a request with a line '### NAME'." }
        let list = "Available: \(names.prefix(20).joined(separator: ", "))" + (names.count > 20 ? " …" : ".")
        return Suggestion.advice(Suggestion.words(for: name, among: names).map { prefix + $0 }, list)
    }
}
