import ConsoleFaults
import ConsoleKit
import FoundationEssentials
import SessionCore

extension Model {
    mutating func end(_ call: CallID, with result: Result<AuthorizedResponse, SessionError>) -> [Effect] {
        if case .success(let answer) = result { scene.bodies.keep(answer, of: call) }
        switch call.sender {
        case .session:
            return carryOut(screens.session.response.end(call, with: result)) + applyAnswerForChain(call, result)
        case .requests:
            // Its body is prepared once.
            _ = screens.session.response.end(call, with: result)
            let scene = scene
            return carryOut(screens.lend { $0.end(call, with: result, in: scene) })
        }
    }

    mutating func adopt(armed: [LabFault: LabFault.Arming]) {
        let wasSwitchedOff = scene.armedFaults.contains { $0.value == .untilDisarmed && armed[$0.key] == nil }
        if wasSwitchedOff, shell.notice?.passes == true { shell.notice = nil }
        if armed != scene.armedFaults { adoptArmed(armed) }
    }

    mutating func apply(_ message: CallMessage) -> [Effect] {
        switch message {
        case .bytesArrived(let progress):
            screens.session.response.calls.update(progress)
            screens.requests.response.calls.update(progress)
        case .bodyPrepared(let call, let body):
            screens.changeResponses(of: call) { $0.show(body, of: call) }
        }
        return []
    }

    mutating func apply(_ message: RequestMessage) -> [Effect] {
        switch message {
        case .libraryRead(let library): screens.requests.show(library)
        case .historyRead(let calls): screens.requests.list.show(calls)
        case .sent(let call): screens.requests.list.add(call)
        case .bodiesRead(let files):
            let copying = screens.requests.copying
            screens.requests.copying = nil
            let isCopied = copying != nil && copying == screens.requests.list.selected
            let effects = isCopied ? copyFileRequest(files) : []
            let scene = scene
            return effects + carryOut(screens.lend { $0.adopt(files, in: scene) })
        case .written(let path, let result):
            let notice = screens.lend { $0.request.applyWritten(result, to: path) }
            if case .success = result { shell.notice = notice ?? Notice(.good, "Wrote \(path)") }
            if case .failure = result, let notice { shell.notice = notice }
        case .editorLeft(let failure?):
            let advice = "set VISUAL or EDITOR to another one"
            shell.notice = Notice(.bad, "The editor failed: \(failure.reason)", advice: advice)
        case .editorLeft(nil): break
        }
        return []
    }

    mutating func apply(_ message: FaultMessage) -> [Effect] {
        switch message {
        case .faultFailed(let fault, let reason):
            shell.notice = Notice(.bad, "The fault \(fault.rawValue) could not be injected: \(reason)")
        }
        return []
    }

    /// Shows the outcome of copying, of the editor and of the pager.
    mutating func apply(_ message: ToolMessage) -> [Effect] {
        switch message {
        case .copied(let name, .sentToTerminal):
            shell.notice = Notice(.good, "Sent \(name) to the terminal's clipboard", advice: "if yours accepts OSC 52")
        case .copied(let name, .printed):
            let words = "\(name.capitalizedFirst) was printed: it is too long for a terminal's clipboard"
            shell.notice = Notice(.plain, words)
        case .copied(let name, .refused(let reason)):
            let advice = "\(ShellAction.view.letter) shows it in the pager instead"
            shell.notice = Notice(.bad, "\(name.capitalizedFirst) was not copied: \(reason)", advice: advice)
        case .edited(.success(let text)):
            if screens.session.request.isUnchanged(by: text) {
                shell.notice = Notice(.muted, "The request is unchanged")
            } else if let flaw = screens.session.request.read(text) {
                shell.notice = .requestNotChanged(flaw)
            }
        case .editFailed(let text, let failure):
            screens.session.request.refuse(text)
            shell.notice = .requestNotChanged(failure.reason)
        case .edited(.failure(let failure)):
            let advice = "set EDITOR to one that is installed"
            shell.notice = Notice(.bad, "The editor failed: \(failure.reason)", advice: advice)
        case .saved(let path, .success(let count)):
            shell.notice = Notice(.good, "Saved \(ByteCount(count)) to \(path)")
        case .saved(let path, .failure(let failure)):
            let advice = "\(ResponsePane.Action.save.letter) asks for another name"
            shell.notice = Notice(.bad, "Not saved to \(path): \(failure.reason)", advice: advice)
        case .viewFailed(let failure):
            let advice = "set PAGER to one that is installed"
            shell.notice = Notice(.bad, "The pager failed: \(failure.reason)", advice: advice)
        case .piped(let call, let command, let result):
            screens.changeResponses(of: call) { $0.show(result, of: call, pipedTo: command) }
            guard case .failure(let failure) = result else { break }
            let advice = "\(ResponsePane.Action.pipe.letter) opens the command again"
            shell.notice = Notice(.bad, "\(command) failed: \(failure.reason)", advice: advice)
        }
        return []
    }
}

extension Notice {
    fileprivate static func requestNotChanged(_ reason: String) -> Notice {
        Notice(
            .bad, "The request was not changed: \(reason)", advice: "\(SessionScreen.Action.edit.letter) opens it again"
        )
    }
}
