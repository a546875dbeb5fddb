/// The commands of a text that holds several, such as a browser copies for all requests of a page.
package struct CurlCommandList: Sendable {
    /// The most commands that are read.
    package static let countLimit = 200
    /// The largest text, in bytes; a command that goes on beyond it is left out.
    package static let sizeLimit = 2 << 20

    /// A command that makes a request.
    package struct Entry: Sendable {
        /// The command on one line, for bash, without its passwords, tokens and cookies.
        package let line: String
        package let hadCookies: Bool
    }

    /// Why the rest of the text is left out.
    package enum Omission: Sendable, Hashable {
        case tooMany, tooLarge
    }

    /// In the order of the text, with those that make no request.
    package let commands: [Result<Entry, CurlFault>]
    package let omission: Omission?

    package init(_ text: String) {
        let isTooLarge = text.utf8.count > Self.sizeLimit
        let text = isTooLarge ? String(decoding: text.utf8.prefix(Self.sizeLimit), as: UTF8.self) : text
        var commands = CommandList(text, limit: Self.countLimit + 1).commands[...]
        if isTooLarge, commands.count <= Self.countLimit, commands.last?.separator == nil { commands.removeLast() }
        // A command with several URLs makes several of it.
        let read = commands.flatMap { command -> [Result<Entry, CurlFault>] in
            do throws(CurlFault) {
                return try Self.read(command).map { .success($0) }
            } catch {
                return [.failure(error)]
            }
        }
        self.commands = Array(read.prefix(Self.countLimit))
        omission = read.count > Self.countLimit ? .tooMany : isTooLarge ? .tooLarge : nil
    }

    /// Whether one of them is a command of curl, even if it can't be read.
    package var hasCurl: Bool {
        commands.contains { if case .failure(.notCurl) = $0 { false } else { true } }
    }

    private static func read(_ command: ShellCommand) throws(CurlFault) -> [Entry] {
        var command = command
        // The prompt of a shell is copied along with what was typed there.
        if command.words.first == "$" { command.words.removeFirst() }
        guard command.words.first.map(CurlCommand.names.contains) == true else { throw .notCurl }
        if let fault = command.fault { throw fault }
        _ = try CurlCommand.commands(command)
        return try CurlCommand.parts(of: command.words).map { words throws(CurlFault) in
            let safe = try CurlCommand.withoutCredentials(words)
            return Entry(
                line: command.line(with: safe?.words ?? words, isOneLine: true), hadCookies: safe?.hadCookies ?? false)
        }
    }
}

extension CurlCommandList.Omission {
    /// What is read, as a sentence without a full stop.
    package var words: String {
        let limit =
            switch self {
            case .tooMany: "\(CurlCommandList.countLimit)"
            case .tooLarge: "\(CurlCommandList.sizeLimit >> 20) MiB"
            }
        return "At most \(limit) of a paste are read: the rest is left out"
    }
}
