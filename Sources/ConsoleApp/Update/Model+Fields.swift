import TerminalUI

/// Keys while a text field is open: letters are text, and nothing but enter, esc and the field's own keys acts.
extension Model {
    mutating func press(_ key: Key, inBurst field: TextField) -> [Effect] {
        var field = field
        switch key {
        case .escape:
            overlay = nil
            return []
        case .enter:
            return burst(of: field.isEmpty ? Self.usualBurst : Int(field.text.trimmed))
        default:
            _ = field.handle(key)
            overlay = .burst(field)
            return []
        }
    }

    mutating func burst(of count: Int?) -> [Effect] {
        guard let count, (1...Self.largestBurst).contains(count) else {
            notice = Notice(.bad, "A burst is of 1 to \(Self.largestBurst) calls")
            overlay = .burst(TextField())
            return []
        }
        overlay = nil
        return send(request, count: count)
    }

    mutating func press(_ key: Key, inFind field: TextField, of panel: Panel) {
        var field = field
        switch key {
        case .escape:
            find("", in: panel)
            overlay = nil
            return
        case .enter:
            overlay = nil
            find(field.text, in: panel)
            return
        default:
            _ = field.handle(key)
            overlay = .find(panel, field)
            // A filter acts while it is typed; a search could have to read megabytes for every letter.
            if panel == .events { find(field.text, in: panel) }
        }
    }

    mutating func find(_ text: String, in panel: Panel) {
        switch panel {
        case .events: events.setFilter(text.trimmed)
        case .response: response.find(text)
        case .userInfo: userInfo.find(text)
        case .session, .request: break
        }
    }

    mutating func press(_ key: Key, in field: RequestField, _ text: TextField) {
        var text = text
        switch key {
        case .escape: overlay = nil
        case .enter:
            let flaw = request.set(field, to: text.text)
            overlay = flaw.map { .field(field, text, flaw: $0) }
            if !request.fields.contains(selectedField) { selectedField = .newHeader }
        default:
            _ = text.handle(key)
            overlay = .field(field, text, flaw: nil)
        }
    }

    mutating func press(_ key: Key, in line: CommandLine) -> [Effect] {
        var line = line
        line.flaw = nil
        switch key {
        case .escape:
            overlay = nil
            return []
        case .enter:
            guard let command = line.command else {
                line.flaw = line.field.isEmpty ? nil : "no action has this name"
                overlay = line.field.isEmpty ? nil : .commandLine(line)
                return []
            }
            overlay = nil
            return perform(command)
        case .tab: line.takeCompletion()
        case .up: line.complete(by: -1)
        case .down: line.complete(by: 1)
        case .backTab: line.complete(by: -1)
        case .backspace where line.field.isEmpty:
            overlay = nil
            return []
        default:
            if line.field.handle(key) == .edited { line.selected = 0 }
        }
        overlay = .commandLine(line)
        return []
    }

    private mutating func perform(_ command: CommandLine.Command) -> [Effect] {
        switch command {
        case .perform(let action): return perform(action)
        case .burst(let count): return burst(of: count)
        case .send(let method, let target):
            request.method = method
            request.target = target
            return send(request)
        }
    }
}
