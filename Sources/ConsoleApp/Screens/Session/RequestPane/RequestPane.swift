import SessionCore
import TerminalUI

/// The next call to the API.
struct RequestPane: Pane {
    static let title = "Request"
    static let summary = "the next call to the API"

    var draft: RequestDraft
    private(set) var selected = RequestField.target
    /// The selected field while it is edited in place.
    private(set) var editor: TextField?
    /// What was edited elsewhere and could not be taken over.
    private var refusedText: String?
    /// Why the edited text can't be taken over.
    private(set) var flaw: String?

    enum Action: String, KeyAction {
        case send
        case editField = "edit-field"
        case switchAuthorization = "authorization"

        var binding: Binding {
            switch self {
            case .send: Binding([.enter], "send", "send the request", .requests)
            case .editField: Binding([.character("a")], "edit", "edit the selected field in place", .requests)
            case .switchAuthorization:
                Binding([.character("A")], "token", "access token: required, optional or never sent", .requests)
            }
        }
    }

    init(target: String) {
        draft = RequestDraft()
        draft.target = target
    }

    mutating func perform(_ action: Action, in _: Scene) -> [PaneOutput] {
        switch action {
        case .send: return [.send(draft, count: 1)]
        case .editField:
            if selected == .authorization {
                draft.step(.authorization, by: 1)
            } else {
                editor = TextField(draft.text(of: selected))
            }
        case .switchAuthorization: draft.step(.authorization, by: 1)
        }
        return []
    }

    mutating func move(_ motion: Motion) {
        if motion.sideways != 0 { return draft.step(selected, by: motion.sideways) }
        let fields = draft.fields
        var list = ScrollList(count: fields.count)
        list.layOut(height: fields.count)
        list.select(fields.firstIndex(of: selected) ?? 0)
        list.move(motion)
        selected = fields[list.selection]
    }

    mutating func select(row: Int) {
        if draft.fields.indices.contains(row) { selected = draft.fields[row] }
    }

    /// The text for an editor: the one that could not be taken over, so that no work is lost, or else the draft.
    var editableText: String { refusedText ?? draft.editableText }

    /// Takes over what was edited elsewhere; answers what is wrong with it, and then changes nothing.
    mutating func read(_ text: String) -> String? {
        let flaw = draft.read(text)
        refusedText = flaw == nil ? nil : text
        if !draft.fields.contains(selected) { selected = .newHeader }
        return flaw
    }

    var prompt: Prompt? {
        editor == nil ? nil : Prompt(title: "Editing: \(selected.title)", verb: "keep", flaw: flaw)
    }

    mutating func type(_ key: Key, in _: Scene) -> [PaneOutput] {
        flaw = nil
        switch key {
        case .escape: editor = nil
        case .enter:
            flaw = draft.set(selected, to: editor?.text ?? "")
            if flaw == nil { editor = nil }
            if !draft.fields.contains(selected) { selected = .newHeader }
        default: _ = editor?.handle(key)
        }
        return []
    }

    mutating func layOut(_: Size, in _: Scene) {}
    func hints(in _: Scene) -> [Action] { Action.allCases }

    func selection(in scene: Scene) -> CopyText? {
        CopyText(draft.urlText(against: scene.context.api), name: "the URL")
    }

    func plainText(in _: Scene) -> String { draft.editableText }
}
