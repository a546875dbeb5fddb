import RequestFiles
import SessionCore
import TerminalUI

/// The requests of the folder's files, and pasted ones.
struct RequestListPane: Pane {
    static let title = "Requests"
    static let summary = "the requests of the folder's .http files, and pasted ones"

    /// More pasted requests than this are not kept.
    static let pastedCapacity = 20

    /// `nil` until the folder was read.
    private(set) var library: RequestLibrary?
    /// The latest one first.
    private(set) var pasted: [RequestLibrary.File] = []
    private var pastedCount = 0
    /// The name of the chosen environment, which the title shows.
    var environment: String?

    private(set) var rows: [RequestRow] = []
    private(set) var list = ScrollList()
    private(set) var filter = ""
    /// The filter while it is typed.
    private var filterField: TextField?

    enum Action: String, KeyAction {
        case send
        case filter = "filter-requests"

        var binding: Binding {
            switch self {
            case .send: Binding([.enter], "send", "send the request", .requests)
            case .filter:
                Binding([.character("/")], "find", "find requests by parts of method, name, path or file", .text)
            }
        }
    }

    mutating func perform(_ action: Action, in _: Scene) -> [PaneOutput] {
        switch action {
        case .send: return [.sendSelected]
        case .filter: filterField = TextField(filter)
        }
        return []
    }

    // MARK: - Files and requests

    var files: [RequestLibrary.File] { pasted + (library?.files ?? []) }

    /// The file and the request of an identity, as they are now.
    func request(_ id: RequestID) -> (file: RequestLibrary.File, contents: RequestFile, request: FileRequest)? {
        guard let file = files.first(where: { $0.path == id.path }), let contents = file.file,
            let request = contents.request(id)
        else { return nil }
        return (file, contents, request)
    }

    func folder(of file: RequestLibrary.File) -> RequestLibrary.Folder? { library?.folders[file.folder] }

    var selected: RequestID? { selectedRow?.request?.id }

    var selectedRow: RequestRow? { rows.indices.contains(list.selection) ? rows[list.selection] : nil }

    /// Takes over what was read; the selected request stays selected.
    mutating func show(_ library: RequestLibrary) {
        self.library = library
        listAnew()
    }

    /// Keeps a pasted request, and selects it.
    mutating func add(pasted contents: RequestFile) {
        pastedCount += 1
        let path = "pasted \(pastedCount)"
        pasted.insert(RequestLibrary.File(path: path, folder: "", origin: .pasted, contents: .success(contents)), at: 0)
        if pasted.count > Self.pastedCapacity { pasted.removeLast() }
        filter = ""
        listAnew(selecting: contents.requests.first.map { RequestID($0, path: path) })
    }

    /// Takes over an edited pasted request; answers whether the path is one's.
    mutating func replace(pasted path: String, with contents: RequestFile) -> Bool {
        guard let index = pasted.firstIndex(where: { $0.path == path }) else { return false }
        pasted[index].contents = .success(contents)
        listAnew()
        return true
    }

    private mutating func listAnew(selecting id: RequestID? = nil) {
        let before = id ?? selected
        rows = files.flatMap { RequestRow.rows(of: $0, flaw: library?.folders[$0.folder]?.flaw, filter: filter) }
        let row = before.flatMap { place(of: $0) } ?? rows.firstIndex { $0.request != nil }
        list.replace(count: rows.count, selecting: row ?? 0)
    }

    /// The row of a request, by its name before its place, which changes when others come and go.
    private func place(of id: RequestID) -> Int? {
        let own = rows.indices.filter { rows[$0].request?.id.path == id.path }
        return own.first { rows[$0].request?.id == id } ?? own.first { rows[$0].request?.id.name == id.name }
            ?? own.first { rows[$0].request?.id.number == id.number }
    }

    private mutating func setFilter(_ text: String) {
        guard text != filter else { return }
        filter = text
        listAnew()
    }

    // MARK: - Pane

    mutating func move(_ motion: Motion) {
        list.move(motion)
        skipFile(forwards: motion == .down)
    }

    /// Goes past a file's row, up to which one steps only where nothing is above it.
    private mutating func skipFile(forwards: Bool) {
        guard let row = selectedRow, case .file(_, let count, let flaw) = row.content, flaw == nil, count > 0 else {
            return
        }
        let next = list.selection + (forwards || list.selection == 0 ? 1 : -1)
        if rows.indices.contains(next), rows[next].request != nil { list.select(next) }
    }

    mutating func select(row: Int) { list.select(row) }

    var prompt: Prompt? { filterField.map { Prompt(title: "Find requests:", verb: "keep", field: $0) } }

    mutating func type(_ key: Key, in _: Scene) -> [PaneOutput] {
        switch key {
        case .escape:
            filterField = nil
            setFilter("")
        case .enter: filterField = nil
        case .up: move(.up)
        case .down: move(.down)
        default:
            _ = filterField?.handle(key)
            setFilter((filterField?.text ?? "").trimmed)
        }
        return []
    }

    mutating func stepBack(in _: Scene) -> Bool {
        defer { setFilter("") }
        return !filter.isEmpty
    }

    mutating func layOut(_ size: Size, in _: Scene) { list.layOut(height: size.height) }

    func hints(in _: Scene) -> [Action] { selected == nil ? [.filter] : [.send, .filter] }

    func obstacle(to action: Action, in _: Scene) -> String? {
        action == .send && selected == nil ? "no request is selected" : nil
    }

    func selection(in _: Scene) -> CopyText? {
        switch selectedRow?.content {
        case .request(let request): CopyText("\(request.method) \(request.target)", name: "the request line")
        case .file(let file, _, _): CopyText(file.path, name: "the file's name")
        case nil: nil
        }
    }

    func plainText(in _: Scene) -> String {
        rows.map { row in
            switch row.content {
            case .file(let file, _, let flaw): file.path + (flaw.map { ": \($0)" } ?? "") + "\n"
            case .request(let request): "  \(request.line): \(request.method) \(request.name ?? request.target)\n"
            }
        }
        .joined()
    }
}
