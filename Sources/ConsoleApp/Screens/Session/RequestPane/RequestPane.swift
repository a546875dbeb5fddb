import ConsoleKit
import SessionCore
import TerminalUI

/// The next call to the API.
struct RequestPane: Pane {
    static let title = "Request"
    static let summary = "the next call to the API"

    var draft: RequestDraft {
        didSet {
            check = BodyCheck(draft.body, contentType: draft.contentType)
            chosen = nil
        }
    }
    /// What was chosen on the screen of requests: it has the draft's place and keys.
    var chosen: FileRequestPane?
    private(set) var selected = RequestField.target
    private(set) var editor: PartEditor<RequestField>? { didSet { if selected == .body { checkEditor() } } }
    /// Whether the body, as typed so far, is JSON where it means to be.
    private(set) var check: BodyCheck?
    /// What was edited elsewhere and could not be taken over.
    private var refusedText: String?
    /// The header that was removed last, and where it was.
    private var removedHeader: (header: HTTPHeaders.Field, index: Int)?

    init(target: String) {
        draft = RequestDraft()
        draft.target = target
    }

    /// Begins with another target than before, unless the request was changed.
    mutating func begin(with target: String, insteadOf former: String) {
        guard target != former, draft == RequestPane(target: former).draft else { return }
        draft.target = target
    }

    /// Puts another request in place of the present one.
    mutating func show(_ draft: RequestDraft) { (self.draft, editor) = (draft, nil) }

    var isEditingBody: Bool { editor?.part == .body || chosen?.isEditingBody == true }

    private mutating func checkEditor() {
        check = BodyCheck(editor?.text ?? draft.body, contentType: draft.contentType)
    }

    enum Action: String, OwnAction {
        case send
        case editField = "edit-field"
        case chooseMethod = "method"
        case switchAuthorization = "token"
        case addHeader = "add-header"
        case removeHeader = "remove-header"
        case restoreHeader = "restore-header"
        case ownRequest = "own-request"

        var entry: OwnKey<RequestPane> {
            switch self {
            case .send:
                OwnKey(.send) { pane, _ in
                    [pane.chosen == nil ? .call(pane.draft, count: 1) : .requests(.call(count: 1))]
                }
            case .editField:
                OwnKey(.editPart("edit the selected field in place")) { pane, scene in
                    pane.chosen?.perform(.editPart, in: scene) ?? pane.editSelected()
                }
            case .chooseMethod:
                OwnKey(
                    ["m"], "method", "choose the method, or type one", .requests,
                    obstacle: { pane, _ in pane.chosenObstacle("the method stands in the request line") }
                ) { pane, _ in [.show(MethodMenu(selecting: pane.draft.method))] }
            case .switchAuthorization:
                OwnKey(
                    .switchAuthorization,
                    obstacle: { pane, _ in pane.chosenObstacle("its header Authorization names the token") },
                    change: { $0.draft.step(.authorization, by: 1) })
            case .addHeader:
                OwnKey(.addHeader("add a header")) { pane, scene in
                    if let outputs = pane.chosen?.perform(.addHeader, in: scene) { return outputs }
                    pane.selected = .newHeader
                    return pane.editSelected()
                }
            case .removeHeader:
                OwnKey(
                    .removeHeader("remove the selected header"),
                    obstacle: { pane, _ in
                        pane.selectedHeader != nil || pane.chosen != nil
                            ? nil : "no header is selected: \(Action.addHeader.letter) adds one"
                    },
                    handler: { pane, scene in
                        pane.chosen?.perform(.removeHeader, in: scene) ?? pane.removeHeader()
                    })
            case .restoreHeader:
                OwnKey(
                    .restoreHeader("restore the last removed header"),
                    obstacle: { pane, _ in
                        pane.removedHeader == nil && pane.chosen == nil ? "no header was removed" : nil
                    },
                    handler: { pane, scene in
                        if let outputs = pane.chosen?.perform(.restoreHeader, in: scene) { return outputs }
                        pane.restoreHeader()
                        return []
                    })
            case .ownRequest:
                OwnKey(
                    ["D"], "own request", "show the panel's own request again", .requests,
                    obstacle: { pane, _ in pane.chosen == nil ? "it is shown already" : nil },
                    change: { $0.chosen = nil })
            }
        }
    }

    /// Why the draft's own keys do nothing.
    private func chosenObstacle(_ reason: String) -> String? {
        chosen.map { _ in "\(reason): \(Action.editField.letter) edits it" }
    }

    func hints(in _: Scene) -> [Action] {
        if chosen != nil { return [.send, .editField, .addHeader, .ownRequest] }
        return switch selected {
        case .method: [.chooseMethod, .send, .addHeader, .switchAuthorization]
        case .header: [.editField, .removeHeader, .addHeader, .send]
        case .newHeader: [.addHeader, .send, .chooseMethod, .switchAuthorization]
        case .target, .authorization, .body:
            [.send, .editField, .switchAuthorization, .chooseMethod, .addHeader]
        }
    }

    private mutating func editSelected() -> [PaneOutput] {
        switch selected {
        case .method: return [.show(MethodMenu(selecting: draft.method))]
        case .authorization: draft.step(.authorization, by: 1)
        case .target, .header, .newHeader, .body:
            editor = PartEditor(selected, draft.text(of: selected), isMultiline: selected == .body)
        }
        return []
    }

    private var selectedHeader: Int? {
        if case .header(let index) = selected { index } else { nil }
    }

    private mutating func removeHeader() -> [PaneOutput] {
        guard let index = selectedHeader, let header = draft.removeHeader(at: index) else { return [] }
        removedHeader = (header, index)
        selected = index < draft.headers.count ? .header(index) : .newHeader
        let advice = "\(Action.restoreHeader.letter) restores it"
        return [.notice(Notice(.plain, "Removed \(header.name): \(header.value)", advice: advice))]
    }

    private mutating func restoreHeader() {
        guard let removed = removedHeader else { return }
        draft.restore(removed.header, at: removed.index)
        selected = .header(min(removed.index, draft.headers.count - 1))
        removedHeader = nil
    }

    mutating func move(_ motion: Motion) {
        guard chosen == nil else {
            chosen?.move(motion)
            return
        }
        if motion.sideways != 0 { return draft.step(selected, by: motion.sideways) }
        let fields = draft.fields
        selected = fields[motion.target(from: fields.firstIndex(of: selected) ?? 0, of: fields.count)]
    }

    mutating func scroll(rows: Int) {
        guard chosen == nil else {
            chosen?.scroll(rows: rows)
            return
        }
        for _ in 0..<abs(rows) { move(rows < 0 ? .up : .down) }
    }

    mutating func select(row: Int) {
        guard chosen == nil else {
            chosen?.select(row: row)
            return
        }
        if draft.fields.indices.contains(row) { selected = draft.fields[row] }
    }

    /// The text for an editor: the one that could not be taken over, so that no work is lost, or else the draft.
    var editableText: String { refusedText ?? draft.editableText }

    /// Whether a text is the one that an editor would be given now, and says what the draft says.
    func isUnchanged(by text: String) -> Bool { refusedText == nil && text == draft.editableText }

    /// Keeps for the next edit what was edited elsewhere and can't be taken over.
    mutating func refuse(_ text: String) { refusedText = text }

    /// Takes over what was edited elsewhere; answers what is wrong with it, and then changes nothing.
    mutating func read(_ text: String) -> String? {
        let flaw = draft.read(text)
        if flaw == nil { refusedText = nil } else { refuse(text) }
        keepSelection()
        return flaw
    }

    private mutating func keepSelection() {
        if !draft.fields.contains(selected) { selected = .newHeader }
    }

    // MARK: - Editing in place

    var prompt: Prompt? {
        chosen?.prompt ?? editor.map { $0.prompt($0.part.title, verb: "done") }
    }

    mutating func type(_ key: Key, in scene: Scene) -> [PaneOutput] {
        if let outputs = chosen?.type(key, in: scene) { return outputs }
        editor?.flaw = nil
        if case .paste(let text) = key, !isEditingBody, let block = PastedBlock(text) {
            // A block of fields where a new one is typed can't mean anything else.
            if editor?.part == .newHeader, editor?.text.isEmpty == true, let headers = block.headers {
                return apply(.headers(headers))
            }
            return [.show(PasteQuestion(block, for: draft))]
        }
        switch editor?.type(key) {
        case .left:
            if editor?.losesByLeaving == true { return [.show(Question.dropBody)] }
            editor = nil
        case .done: keepEdited()
        case .typed, nil: break
        }
        return []
    }

    private mutating func keepEdited() {
        guard var edited = editor else { return }
        edited.flaw = draft.set(edited.part, to: edited.text)
        editor = edited.flaw == nil ? nil : edited
        keepSelection()
    }

    /// Makes a change that was chosen in a dialog.
    mutating func apply(_ change: DraftChange) -> [PaneOutput] {
        switch change {
        case .method(let method): _ = draft.set(.method, to: method)
        case .insertion(let text): editor?.field.insert(text)
        case .bodyDropped: editor = nil
        case .headers(let headers):
            draft.headers += headers
            editor = nil
            selected = .header(draft.headers.count - headers.count)
            let words = headers.count == 1 ? "1 header was added" : "\(headers.count) headers were added"
            return [.notice(Notice(.good, words))]
        case .body(let text):
            keepEdited()
            guard editor == nil else { break }
            selected = .body
            editor = PartEditor(.body, text, before: draft.body, isMultiline: true)
        case .request(let request):
            editor = nil
            draft = request
            keepSelection()
        }
        return []
    }

    // MARK: - Shown

    mutating func layOut(_ size: Size, in scene: Scene) { chosen?.layOut(size, in: scene) }

    func selection(in scene: Scene) -> CopyText? {
        if let chosen { return chosen.selection(in: scene) }
        return CopyText(draft.urlText(against: scene.context.api), name: "the URL")
    }

    func plainText(in scene: Scene) -> String { chosen?.plainText(in: scene) ?? draft.editableText }
}
