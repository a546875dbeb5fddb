import ConsoleKit
import Addresses
import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI

/// Several commands that were pasted at once, and what became of them.
struct PastedCommands: Sendable {
    /// The requests of the commands that can be read, without passwords, tokens and cookies.
    private(set) var kept: [(file: RequestFile, request: FileRequest)] = []
    /// The others by their numbers, from 1, each with the reason.
    private(set) var unread: [(number: Int, reason: String)] = []
    var hadCookies = false
    /// What was made of the paste on one line, for bash.
    private(set) var line = ""
    private let omission: String?

    /// `nil` where the text is not several commands of a shell.
    init?(_ text: String) {
        let list = CurlCommandList(text)
        guard list.commands.count > 1 || list.omission != nil, list.hasCurl, !Self.isRequestFile(text) else {
            return nil
        }
        omission = list.omission?.words
        var lines: [String] = []
        for (index, command) in list.commands.enumerated() {
            switch command {
            case .success(let command):
                guard let file = try? RequestFile(Array(command.line.utf8)), let request = file.requests.first,
                    request.fault == nil
                else {
                    unread.append((index + 1, "it makes no request"))
                    continue
                }
                kept.append((file, request))
                lines.append(command.line)
                if command.hadCookies { hadCookies = true }
            case .failure(let fault): unread.append((index + 1, fault.words))
            }
        }
        line = lines.joined(separator: " ; ")
    }

    private static func isRequestFile(_ text: String) -> Bool {
        guard let file = try? RequestFile(Array(text.utf8)), !file.requests.isEmpty else { return false }
        return file.requests.allSatisfy { $0.fault == nil } && !file.remarks.contains { $0.matter == .strayLine }
    }

    var count: Int { kept.count + unread.count }

    /// The title of the field that shows them.
    var title: String { unread.isEmpty ? "\(count) curl commands:" : "\(kept.count) of \(count) commands:" }

    // MARK: - What is said of them

    /// `advice` says what to do with the requests.
    func notice(apis: [URL], advice: String) -> Notice {
        let omissions = kept.flatMap(\.file.remarks).map(\.words).inOrder
        let number = unread.isEmpty ? "\(count) command\(count == 1 ? "" : "s")" : "\(kept.count) of \(count) commands"
        var text = "\(number) became \(kept.count == 1 ? "a request" : "requests")\(leftOut)"
        if !omissions.isEmpty {
            text += ", but \(omissions.joined(separator: "; "))"
        } else if let sent = sentInstead(apis) {
            text += ": \(sent)"
        }
        let isWhole = unread.isEmpty && omissions.isEmpty && omission == nil
        let parts = [text, unread.isEmpty ? nil : unreadWords, omission].compactMap(\.self)
        return Notice(isWhole ? .good : .warning, parts.joined(separator: ". "), advice: advice)
    }

    /// Which commands can't be read, and why: those of one reason together.
    var unreadWords: String {
        let reasons = unread.map(\.reason).inOrder
        let told = reasons.prefix(Self.reasonLimit).map { reason in
            let numbers = unread.filter { $0.reason == reason }.map(\.number)
            return "Command\(numbers.count == 1 ? "" : "s") \(Self.listed(numbers)): \(reason)"
        }
        let rest = Set(reasons.dropFirst(Self.reasonLimit))
        let others = unread.filter { rest.contains($0.reason) }.map(\.number)
        let untold = others.isEmpty ? [] : ["Also not read: \(Self.listed(others))"]
        return (told + untold).joined(separator: ". ")
    }

    /// A notice has room for so many reasons.
    private static let reasonLimit = 3
    private static let numberLimit = 6

    private static func listed(_ numbers: [Int]) -> String {
        var words = numbers.prefix(numberLimit).map { "\($0)" }
        if numbers.count > numberLimit { words.append("\(numbers.count - numberLimit) more") }
        guard let last = words.popLast() else { return "" }
        return words.isEmpty ? last : "\(words.joined(separator: ", ")) and \(last)"
    }

    private var leftOut: String {
        let cookies = hadCookies ? "cookies" : nil
        let credentials =
            kept.contains { $0.request.asksForToken }
            ? "passwords or tokens" : kept.contains { $0.request.asksForPassword } ? "passwords" : nil
        let separator = credentials == "passwords" ? " and " : ", "
        let left = [cookies, credentials].compactMap(\.self).joined(separator: separator)
        return left.isEmpty ? "" : ", without their \(left)"
    }

    /// What goes along in place of tokens and passwords; `nil` where there were none.
    private func sentInstead(_ apis: [URL]) -> String? {
        let origins = apis.compactMap { Origin($0) }
        let withToken = kept.map(\.request).filter(\.asksForToken)
        let ofSession = withToken.filter { $0.origin.map(origins.contains) ?? false }
        var words: [String] = []
        if !ofSession.isEmpty {
            let some = "for \(ofSession.count == 1 ? "one" : "\(ofSession.count)") of them "
            words.append("\(ofSession.count < kept.count ? some : "")the session's token is sent instead")
        }
        if ofSession.count < withToken.count {
            words.append("a token is asked for where the session's is not sent")
        }
        if kept.contains(where: { $0.request.asksForPassword }) { words.append("user and password are asked for") }
        return words.isEmpty ? nil : words.joined(separator: "; ")
    }
}

extension FileRequest {
    /// Whether the session's token, or one that is asked for, takes the place of what was pasted.
    var asksForToken: Bool { hasValue("Bearer {{token}}") }

    /// Whether a user and a password are asked for in place of what was pasted.
    var asksForPassword: Bool { hasValue("Basic {{user}} {{password}}") }

    private func hasValue(_ value: String) -> Bool { headers.contains { $0.value.map(\.text) == [value] } }

    /// Where it goes, as far as its target says so.
    var origin: Origin? { URL(given: target.map(\.text).joined()).flatMap { Origin($0) } }
}

extension [String] {
    /// Each once, in the order in which they come first.
    fileprivate var inOrder: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
