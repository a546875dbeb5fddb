import ConsoleKit
import RequestFiles
import SessionCore
import TerminalUI

/// The selected request as it would be sent, edited in place.
struct FileRequestPane: ListPane {
    static let title = "Request"
    static let summary = "the selected request as it would be sent; editing writes it back to its file"
    static let rowName = "the line"
    private static let nothing = "no request is selected"

    private(set) var preview: RequestPreview?
    /// What stands there while no request is selected.
    private(set) var absence = Self.nothing
    /// What the preview was made of.
    private var source: (file: RequestLibrary.File, contents: RequestFile, request: FileRequest)?
    /// Rows of the preview's lines: a long sentence takes several.
    var list = RowList<Row>()

    private(set) var editor: PartEditor<RequestFile.Part>?
    var isEditingBody: Bool { editor?.part == .body }
    /// The row that was selected when editing began.
    private var selectionBefore = 0
    /// The bytes of the file with the edited part, while they are written.
    private var written: [UInt8]?
    private var removals = HeaderRemovals()

    /// A row of a line; the number is that of the row among the line's.
    struct Row: ListRow {
        struct ID: Sendable, Hashable {
            let line: Int
            var row = 0
        }

        let id: ID
        var text = ""
    }

    enum Action: String, OwnAction {
        case send
        case editPart = "edit-field"
        case addHeader = "add-header"
        case removeHeader = "remove-header"
        case restoreHeader = "restore-header"
        case find = "filter-requests"
        case saveArchive = "save-har"

        var entry: OwnKey<FileRequestPane> {
            switch self {
            case .send:
                OwnKey(
                    .send, obstacle: { pane, _ in pane.preview == nil ? nothing : nil },
                    handler: { _, _ in [.requests(.call(count: 1))] })
            case .editPart:
                OwnKey(
                    .editPart("edit the selected part and write it to the file"),
                    label: { pane, _ in pane.isDescribed ? "edit a copy" : nil },
                    obstacle: { pane, _ in pane.isDescribed ? nil : pane.editObstacle },
                    handler: { pane, _ in pane.editSelected() })
            case .addHeader:
                OwnKey(
                    .addHeader("add a header to the file"),
                    obstacle: { pane, _ in pane.editObstacle }, change: { $0.edit(.newHeader) })
            case .removeHeader:
                OwnKey(
                    .removeHeader("remove the selected header from the file"),
                    obstacle: { pane, _ in pane.editObstacle ?? (pane.selectsHeader ? nil : "no header is selected") },
                    handler: { pane, _ in pane.removeHeader() })
            case .restoreHeader:
                OwnKey(
                    .restoreHeader("restore the last removed header in the file"),
                    obstacle: { pane, _ in pane.removals.isEmpty ? "no header was removed" : nil },
                    handler: { pane, _ in pane.removals.beginRestoration().map { [.effect(.requests($0))] } ?? [] })
            case .find: OwnKey(.findRequests) { _, _ in [.requests(.find)] }
            case .saveArchive: OwnKey(.saveArchive) { _, _ in [.requests(.saveArchive)] }
            }
        }
    }

    // MARK: - What is shown

    /// Shows a request, or nothing; an editor that is open stays with its request.
    mutating func show(
        _ preview: RequestPreview?,
        of source: (file: RequestLibrary.File, contents: RequestFile, request: FileRequest)?, flaw: String? = nil
    ) {
        absence = flaw ?? Self.nothing
        let isOther = !isShown(preview?.id, in: source?.contents)
        self.preview = preview
        self.source = source
        if isOther {
            endEditing()
            let size = list.size
            list = RowList()
            list.layOut(size)
        }
        layOutRows()
    }

    /// Whether it is the request that is shown already, as its file was or as it is now.
    private func isShown(_ id: RequestID?, in contents: RequestFile?) -> Bool {
        guard let id, let shown = preview?.id, let contents, let before = source?.contents else {
            return id == preview?.id
        }
        if contents.bytes == before.bytes { return id == shown }
        // Of a request line that was edited here nothing may be left but its place.
        return shown.isSame(as: id)
            || contents.bytes == written && (shown.path, shown.number) == (id.path, id.number)
    }

    private var selectedLine: RequestPreview.Line? {
        guard let preview, let row = list.selected else { return nil }
        return preview.lines[row.id.line]
    }

    private var selectedPart: RequestFile.Part? { selectedLine?.part }

    private var selectsHeader: Bool {
        if case .header = selectedPart { true } else { false }
    }

    /// Whether it is a call that a document describes.
    private var isDescribed: Bool { source.map { $0.file.operation(of: $0.request) != nil } ?? false }

    /// The columns of the labels.
    static let labelWidth = 9

    private mutating func layOutRows() {
        let width = max(10, list.size.width - Self.labelWidth)
        let rows = (preview?.lines ?? []).enumerated().flatMap { index, line -> [Row] in
            guard line.isSentence else { return [Row(id: Row.ID(line: index))] }
            return StyledText(line.text).wrapped(to: width).enumerated().map {
                Row(id: Row.ID(line: index, row: $0), text: $1.text)
            }
        }
        list.replace(rows)
    }

    func cutColumns(of row: Row) -> Int {
        guard let line = preview?.lines[row.id.line], !line.isSentence else { return 0 }
        return SafeText.line(line.text, glyphs: .ascii).columns - max(1, list.size.width - Self.labelWidth)
    }

    mutating func layOut(_ size: Size, in _: Scene) {
        let isOther = size.width != list.size.width
        list.layOut(size)
        if isOther { layOutRows() }
    }

    // MARK: - Editing in place

    private mutating func editSelected() -> [PaneOutput] {
        if isDescribed, !removals.isChanging { return [.requests(.copyDocumentCall)] }
        edit(selectedPart ?? .requestLine)
        return []
    }

    private mutating func removeHeader() -> [PaneOutput] {
        guard selectsHeader, let part = selectedPart, !removals.isChanging else { return [] }
        return write("", in: part)
    }

    private mutating func edit(_ part: RequestFile.Part) {
        // What is being written decides what the next change is made of.
        guard let source, !removals.isChanging else { return }
        let text = part == .newHeader ? "" : source.contents.text(of: part, of: source.request) ?? ""
        editor = PartEditor(part, text, isMultiline: part == .body)
        selectionBefore = list.selection
        if let row = rowOfEdited { list.select(row) }
    }

    var prompt: Prompt? {
        editor.map {
            $0.prompt(
                $0.part.title, verb: source?.file.origin == .pasted ? "keep" : "write to the file",
                isInSight: $0.part == .body || rowOfEdited != nil)
        }
    }

    /// The row in the place of which the edited part's field is shown.
    var rowOfEdited: Int? {
        guard let edited = editor?.part, edited != .body, let preview else { return nil }
        return list.rows.firstIndex {
            preview.lines[$0.id.line].part == edited && !preview.lines[$0.id.line].isSentence
        }
    }

    mutating func type(_ key: Key, in _: Scene) -> [PaneOutput] {
        guard written == nil, let outcome = editor?.type(key), let editor else { return [] }
        switch outcome {
        // What was typed is not lost by one key.
        case .left where editor.losesByLeaving && editor.flaw == nil:
            self.editor?.flaw = "esc again discards what you typed; tab writes it"
        case .left:
            endEditing()
            list.select(selectionBefore)
        case .done: return write(editor.text, in: editor.part)
        case .typed: break
        }
        return []
    }

    private mutating func endEditing() { (editor, written) = (nil, nil) }

    /// Asks for the file to be written with another text in the place of a part.
    private mutating func write(_ text: String, in part: RequestFile.Part) -> [PaneOutput] {
        guard let source else { return [] }
        guard text != editor?.before else {
            endEditing()
            return []
        }
        do throws(RequestFile.EditRefusal) {
            let new = try source.contents.replacing(part, of: source.request, with: text)
            if editor != nil { written = new.bytes }
            if case .header(let index) = part, text.trimmed.isEmpty {
                removals.begin(
                    HeaderRemovals.Removal(
                        path: source.file.path, name: source.request.headers[index].name,
                        before: source.contents.bytes, after: new.bytes))
            }
            return [
                .effect(.requests(.write(path: source.file.path, old: source.contents.bytes, new: new.bytes)))
            ]
        } catch {
            if editor == nil { return [.notice(Notice(.bad, "Not changed: \(error.words)"))] }
            editor?.flaw = error.words
            return []
        }
    }

    /// Takes up how writing has ended; if it failed, the text is still there to be kept once more.
    mutating func applyWritten(
        _ result: Result<Void, RequestMessage.WriteFailure>, to path: String
    ) -> Notice? {
        let isEdited = editor != nil && written != nil
        written = nil
        let notice = removals.applyWritten(result)
        switch result {
        case .success:
            if isEdited { endEditing() }
            return notice
        case .failure(.changed) where isEdited: findEditedAgain()
        case .failure(.failed(let reason)) where isEdited: editor?.flaw = "not written: \(reason)"
        case .failure(let failure): return Notice(.bad, "\(path) was not written: \(failure.words)")
        }
        return nil
    }

    /// Finds the edited part in a file that another program has changed, and says whether the part was changed, too.
    private mutating func findEditedAgain() {
        guard let source, let (edited, before) = editor.map({ ($0.part, $0.before) }) else { return }
        let text = { (part: RequestFile.Part) in source.contents.text(of: part, of: source.request) ?? "" }
        let name = { (header: String) in header.prefix { $0 != ":" }.lowercased() }
        var place = edited
        if case .header = edited {
            let headers = source.request.headers.indices.map { RequestFile.Part.header($0) }
            place =
                headers.first { $0 == edited && text($0) == before } ?? headers.first { text($0) == before }
                ?? headers.first { name(text($0)) == name(before) } ?? .newHeader
        }
        let now = place == .newHeader ? "" : text(place)
        editor?.part = place
        editor?.before = now
        editor?.flaw =
            switch (place, now == before) {
            case (.newHeader, false): "the file has changed, and this header is gone; \(Self.again) to add it"
            case (_, true): "the file has changed, and was read again; \(Self.again)"
            case (_, false): "this was changed in the file too; \(Self.again) to write yours"
            }
        if let row = rowOfEdited { list.select(row) }
    }

    private static let again = "keep it once more"

    // MARK: - What others ask

    func hints(in _: Scene) -> [Action] {
        guard preview != nil else { return [.find] }
        guard source != nil else { return [.send, .find] }
        guard !isDescribed else { return [.send, .editPart, .find] }
        let restore: [Action] = removals.isEmpty ? [] : [.restoreHeader]
        return [.send, .editPart] + (selectsHeader ? [.removeHeader] : []) + [.addHeader] + restore + [.find]
    }

    /// Why the request can't be changed where it stands.
    private var editObstacle: String? {
        guard preview != nil else { return Self.nothing }
        guard let source else { return "a call of the history can't be edited" }
        if isDescribed {
            return "the document defines the call: \(Action.editPart.letter) makes an editable copy"
        }
        if source.file.origin == .openAPI {
            return "the document defines the call: \(Binding.editFile.letter) opens it"
        }
        guard source.request.bodyKind == .curl else { return nil }
        return source.file.origin == .pasted
            ? "a pasted command can't be edited: \(Binding.pasteCurl.letter) pastes it again"
            : "a curl command is edited as a whole: \(Binding.editFile.letter) opens the file"
    }

    func selection(in _: Scene) -> CopyText? {
        guard let line = selectedLine else { return nil }
        return CopyText(line.text, name: line.part == .requestLine ? "the URL" : Self.rowName)
    }

    func text(of row: Row, in _: Scene) -> String { preview?.lines[row.id.line].text ?? "" }

    func plainText(in _: Scene) -> String {
        (preview?.lines ?? []).map { ($0.label.isEmpty ? "" : "\($0.label) ") + $0.text + "\n" }.joined()
    }
}

extension RequestFile.Part {
    fileprivate var title: String {
        switch self {
        case .requestLine: "Method and URL"
        case .header: "Header (empty: remove it)"
        case .newHeader: "New header"
        case .body: "Body"
        }
    }
}

extension RequestFile.EditRefusal {
    /// The reason as a clause.
    fileprivate var words: String {
        switch self {
        case .separator: "a line that begins with ### would start another request"
        case .file(let refusal): refusal.words
        case .bytesLost: "it holds bytes that are not UTF-8, which would be lost; $EDITOR keeps them"
        case .misread(let matter):
            matter.map { Remark(SourcePosition(line: 1, column: 1), $0).words } ?? "the file would mean something else"
        }
    }
}
