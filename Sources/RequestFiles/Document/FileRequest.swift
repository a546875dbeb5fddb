import Addresses

/// One request as a file describes it, with its placeholders.
package struct FileRequest: Sendable, Hashable {
    /// Its place among the requests of the file, from 1.
    package var number: Int
    /// What `# @name` says; `nil` without such a line.
    package var givenName: String?
    /// What stands behind `###`; empty where nothing does.
    package var title = ""
    /// In upper case; POST for GraphQL.
    package var method = "GET"
    /// Path or URL; its lines follow each other without anything between them.
    package var target: [Fragment] = []
    package var headers: [Header] = []
    /// Fields that the transport would add by itself and that are not sent.
    package var omittedFields: [String] = []
    package var body: [BodyLine] = []
    package var bodyKind = BodyKind.plain
    /// Whether `# @no-redirect` is absent.
    package var followsRedirects = true
    /// Whether `# @no-cookie-jar` is absent: cookies of earlier answers go along, and the answer's are kept.
    package var usesCookies = true
    /// What `# @timeout` says: how long the server may be silent.
    package var timeout: Duration?
    /// The time for the whole exchange, which only a curl command says.
    package var maximumTime: Duration?
    /// What `# @note` says: this request is to be sent only on purpose.
    package var note: String?
    /// The variables that `# @prompt` asks a person for.
    package var prompts: [String] = []
    /// What `# @prompt` asks for them, where it says more than the variable's name.
    package var questions: [String: String] = [:]
    /// The lines, from 0, between the separator and the blank lines before the next one.
    package internal(set) var lines: Range<Int> = 0..<0
    /// Why it can't be sent, where the file alone tells; the first reason.
    package internal(set) var fault: Remark?
    /// Where its request line begins.
    var offset = 0

    package struct Header: Sendable, Hashable {
        package var name: String
        /// Lines that were folded follow each other with a space between them.
        package var value: [Fragment]
    }

    package enum BodyKind: Sendable, Hashable {
        case plain
        case graphQL
        /// Built by curl's rules: joined without anything between the lines.
        case curl
    }

    /// A line of the body.
    package enum BodyLine: Sendable, Hashable {
        case text(Fragment)
        /// What is made of the bytes of a file.
        case file(path: Fragment, as: FileReading)
    }

    /// What is made of the bytes of a file that a body names.
    package enum FileReading: Sendable, Hashable {
        case asIs
        /// Its placeholders are filled in.
        case filled(TextEncoding)
        /// Line ends and zero bytes are left out, as curl does for `--data`.
        case withoutLineEnds
        /// All but unreserved characters are encoded, as curl does for `--data-urlencode`.
        case encoded

        /// The bytes, of which only placeholders are yet to be filled in.
        func bytes(_ bytes: [UInt8]) -> [UInt8] {
            switch self {
            case .asIs, .filled: bytes
            case .withoutLineEnds: bytes.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
            case .encoded: Array(PercentEncoding.component(bytes).utf8)
            }
        }
    }

    /// How the text of a file with placeholders is encoded.
    package enum TextEncoding: Sendable, Hashable {
        case utf8
        case latin1
    }

    /// The name that it is called by: the given one, else the title, else its number, as `#2`.
    package var name: String { givenName ?? (title.isEmpty ? "#\(number)" : title) }

    /// Method and target as they are written, for lists.
    package var summary: String { "\(method) " + target.map(\.text).joined() }

    /// The line that the request line stands on, from 1.
    package internal(set) var line = 1

    /// The values of the fields of that name.
    func fields(_ name: String) -> [Header] {
        headers.filter { Array($0.name.utf8)[...].isSameName(as: name) }
    }
}

extension ArraySlice<UInt8> {
    /// Compares names of header fields.
    func isSameName(as name: String) -> Bool { count == name.utf8.count && begins(withAnyCase: name) }
}

/// A variable that the file defines: `@name = value`.
package struct FileVariable: Sendable, Hashable {
    package var name: String
    package var value: Fragment
    /// The line of its definition, from 0.
    var line: Int
}
