import ConsoleKit
import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI

extension RequestsScreen {
    mutating func paste(_ text: String, in scene: Scene) -> [PaneOutput]? { takeCurl(text, in: scene) }

    /// Shows what was pasted into the empty field: the key that keeps it must not send it.
    mutating func pasteInField(_ text: String) {
        if let commands = PastedCommands(Self.bare(text)) {
            guard !commands.kept.isEmpty else {
                field?.flaw = commands.unreadWords
                return
            }
            field?.commands = commands
            field?.hadCookies = commands.hadCookies
            _ = field?.text.handle(.paste(commands.line))
            return
        }
        do throws(CurlFault) {
            let (text, hadCookies) = try Self.safe(text)
            field?.pasted = text
            field?.hadCookies = hadCookies
            _ = field?.text.handle(.paste(text.replacing("\\\n", with: " ")))
        } catch {
            // It is not shown: whatever its words are, they may hold a password.
            field?.flaw = [error.words, error.advice].compactMap(\.self).joined(separator: ". ")
        }
    }

    /// What may be shown of a pasted command, without passwords, tokens and cookies; and whether it had any cookies.
    private static func safe(_ text: String) throws(CurlFault) -> (line: String, hadCookies: Bool) {
        let command = bare(text)
        guard command.hasPrefix("curl") else { return (text, false) }
        return try CurlCommand.withoutCredentials(command) ?? (text, false)
    }

    /// Without the prompt of a shell, and with the line breaks of this system.
    private static func bare(_ text: String) -> String {
        let text = text.trimmed.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return text.hasPrefix("$ ") ? String(text.dropFirst(2)) : text
    }

    /// Makes a request of a command line, or one of each where there are several; or says why there is none.
    mutating func takeCurl(_ text: String, in scene: Scene) -> [PaneOutput] {
        var text = Self.bare(text)
        if let commands = PastedCommands(text) { return take(commands, in: scene) }
        // A pasted request is kept and shown: without cookies, and the session's token goes in place of the password.
        let safe = try? CurlCommand.withoutCredentials(text)
        text = safe?.line ?? text
        let hadCookies = safe?.hadCookies == true || field?.hadCookies == true
        let flaw: String
        do throws(RequestFile.Refusal) {
            let file = try RequestFile(Array(text.utf8))
            if let request = file.requests.first, request.bodyKind == .curl || request.fault == nil {
                field = nil
                list.add(pasted: [file])
                isChosen = true
                focus = .request
                return [.notice(notice(of: file, request, hadCookies: hadCookies, in: scene))]
            }
            flaw = file.requests.first?.fault?.words ?? "this is not a curl command"
        } catch {
            flaw = error.words
        }
        return refuse(flaw)
    }

    /// Makes a request of each command that can be read, and selects the first.
    mutating func take(_ commands: PastedCommands, in scene: Scene) -> [PaneOutput] {
        guard !commands.kept.isEmpty else { return refuse(commands.unreadWords) }
        var commands = commands
        if field?.hadCookies == true { commands.hadCookies = true }
        field = nil
        list.add(pasted: commands.kept.map(\.file))
        isChosen = true
        focus = .list
        let advice = "\(ShellAction.send.letter) sends the first"
        return [.notice(commands.notice(apis: scene.context.apis, advice: advice))]
    }

    private mutating func refuse(_ flaw: String) -> [PaneOutput] {
        guard field != nil else { return [.notice(Notice(.bad, "Not kept: \(flaw)"))] }
        field?.flaw = flaw
        return []
    }

    private func notice(
        of file: RequestFile, _ request: FileRequest, hadCookies: Bool, in scene: Scene
    ) -> Notice {
        if let fault = request.fault { return Notice(.bad, "It can't be sent: \(fault.words)", advice: fault.advice) }
        let advice = "\(ShellAction.send.letter) sends it"
        let (isBasic, isBearer) = (request.asksForPassword, request.asksForToken)
        let credentials = isBasic ? "password" : isBearer ? "password or token" : nil
        let cookies = hadCookies ? "cookies" : nil
        let left = [cookies, credentials].compactMap(\.self).joined(separator: isBearer ? ", " : " and ")
        let kept = left.isEmpty ? "Kept" : "Kept without its \(left)"
        let omissions = file.remarks.map(\.words)
        guard omissions.isEmpty else {
            return Notice(.warning, "\(kept), but \(omissions.joined(separator: "; "))", advice: advice)
        }
        if isBasic { return Notice(.good, "\(kept): user and password are asked for", advice: advice) }
        guard isBearer else {
            return Notice(.good, left.isEmpty ? "\(kept) \(request.summary)" : kept, advice: advice)
        }
        let origins = scene.context.apis.compactMap { Origin($0) }
        let isSessions = request.origin.map(origins.contains) ?? false
        let words =
            isSessions
            ? "the session's token is sent instead" : "the session's token is not sent there, so one is asked for"
        return Notice(.good, "\(kept): \(words)", advice: advice)
    }
}
