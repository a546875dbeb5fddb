import ConsoleFaults
import ConsoleKit
import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI

/// The requests of the folder's files and pasted ones, or the calls that were sent.
struct RequestListPane: ListPane {
    static let title = "Requests"
    static let summary = "the requests of the folder's .http files, pasted ones, and the calls that were sent"
    static let marksSelection = true

    enum Tab: String, CaseIterable {
        case files = "Files"
        case history = "History"
    }

    /// More pasted requests than this are not kept.
    static let pastedCapacity = CurlCommandList.countLimit
    /// The oldest of them are given up beyond this, in bytes.
    private static let pastedSizeLimit = 32 << 20

    /// `nil` until the folder was read.
    private(set) var library: RequestLibrary?
    /// The latest one first.
    private(set) var pasted: [RequestLibrary.File] = []
    private var pastedCount = 0
    /// The name of the chosen environment, which the title shows.
    var environment: String?

    private(set) var tab = Tab.files
    var tabs: [String] { Tab.allCases.map(\.rawValue) }
    /// The request that was selected when the history was opened.
    private var left: RequestID?
    /// Newest first.
    private(set) var history: [SentCall] = []
    var list = RowList<RequestRow>(find: .filter("Find requests:"))
    private(set) var api: URL?
    var filter: String { list.find?.words ?? "" }
    /// The name of a file, while it is typed.
    private var saving: SaveField?

    enum Action: String, OwnAction {
        case send
        case filter = "filter-requests"
        case history
        case saveArchive = "save-har"

        var entry: OwnKey<RequestListPane> {
            switch self {
            case .send:
                OwnKey(.send, obstacle: { pane, _ in pane.sendObstacle }) { _, _ in [.requests(.call(count: 1))] }
            case .filter:
                .find(.findRequests)
            case .history:
                OwnKey(
                    ["H", "]", "["], "history", "switch between the sent calls and the files", .requests,
                    handler: { pane, _ in pane.changeTab() })
            case .saveArchive:
                OwnKey(.saveArchive) {
                    $0.saving = SaveField(name: "requests.har", title: "Save the calls, redacted, as:")
                }
            }
        }
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

    var selected: RequestID? { list.selected?.request?.id }
    var selectedCall: SentCall? { list.selected?.call }

    /// Takes over what was read; the selected request stays selected.
    mutating func show(_ library: RequestLibrary) {
        self.library = library
        listAnew()
    }

    /// Keeps the requests of one paste, in their order, and selects the first.
    mutating func add(pasted contents: [RequestFile]) {
        let files = contents.enumerated().map { index, contents in
            RequestLibrary.File(
                path: "pasted \(pastedCount + index + 1)", folder: "", origin: .pasted, contents: .success(contents))
        }
        pastedCount += files.count
        pasted = Array((files + pasted).prefix(Self.pastedCapacity))
        var size = pasted.reduce(0) { $0 + $1.size }
        while size > Self.pastedSizeLimit, pasted.count > files.count { size -= pasted.removeLast().size }
        _ = list.find?.close()
        tab = .files
        let first = contents.first?.requests.first
        listAnew(selecting: first.flatMap { first in files.first.map { RequestID(first, path: $0.path) } })
    }

    /// Takes over an edited pasted request; answers whether the path is one's.
    mutating func replace(pasted path: String, with contents: RequestFile) -> Bool {
        guard let index = pasted.firstIndex(where: { $0.path == path }) else { return false }
        pasted[index].contents = .success(contents)
        listAnew()
        return true
    }

    // MARK: - The history

    private mutating func changeTab() -> [PaneOutput] {
        show(tab == .files ? .history : .files)
        // Another process may have sent calls since.
        return tab == .history ? [.effect(.requests(.readHistory))] : []
    }

    private mutating func show(_ tab: Tab) {
        if tab == .history { left = selected }
        self.tab = tab
        list.moveToLeft()
        list.choose(nil)
        list.replace([])
        listAnew(selecting: tab == .files ? left : nil)
    }

    /// Takes over the history as it was read; the selected call stays selected.
    mutating func show(_ read: [SentCall]) {
        let known = Set(read.map(\.id))
        // A call may have ended while the file was read.
        let later = history.prefix { $0.original != nil && !known.contains($0.id) }
        list(history: later + read)
    }

    /// Lists a call that has just ended; the selected one stays selected.
    mutating func add(_ call: SentCall) {
        // The history may have been read since.
        guard !history.contains(where: { $0.original != nil && $0.id == call.id }) else { return }
        list(history: [call] + history)
    }

    private mutating func list(history new: [SentCall]) {
        history = Array(new.prefix(Self.historyCapacity))
        guard tab == .history else { return }
        list.replace(RequestRow.rows(of: history, filter: filter))
    }

    /// More calls than this are not listed.
    static let historyCapacity = 500

    private mutating func listAnew(selecting id: RequestID? = nil) {
        if tab == .history {
            return list.replace(RequestRow.rows(of: history, filter: filter))
        }
        let before = id ?? selected
        var rows = files.flatMap { RequestRow.rows(of: $0, flaw: library?.folders[$0.folder]?.flaw, filter: filter) }
        if let words = library?.omission, !rows.isEmpty {
            rows.insert(RequestRow(content: .omission(RequestRow.Omission(path: nil, line: nil, words: words))), at: 0)
        }
        let row = before.flatMap { Self.row(of: $0, in: rows) } ?? rows.first { $0.request != nil } ?? rows.first
        list.replace(rows, selecting: row?.id)
    }

    /// Whether that request, as its file is now, is the selected one.
    func selects(_ id: RequestID) -> Bool { Self.row(of: id, in: list.rows).map { $0.id == list.selected?.id } == true }

    /// The row of a request as its file is now.
    private static func row(of id: RequestID, in rows: [RequestRow]) -> RequestRow? {
        let own = rows.filter { $0.request?.id.path == id.path }
        return id.index(in: own.compactMap { $0.request?.id }).map { own[$0] }
    }

    mutating func findWords(in _: Scene) {
        list.moveToLeft()
        listAnew()
    }

    // MARK: - Pane

    mutating func select(tab index: Int) {
        if Tab.allCases[index] != tab { show(Tab.allCases[index]) }
    }

    var prompt: Prompt? { saving?.prompt ?? list.find?.prompt }

    mutating func type(_ key: Key, in scene: Scene) -> [PaneOutput] {
        if saving == nil { return typeWords(key, in: scene) }
        return saving.type(key).map { save(as: $0, in: scene) } ?? []
    }

    private func save(as path: String, in scene: Scene) -> [PaneOutput] {
        let events = scene.history.archived
        guard events.contains(where: { $0.exchange != nil }) else {
            return [.notice(Notice(.muted, "Nothing was sent in this run"))]
        }
        let isCut = scene.history.firstSequence > 1
        return [.effect(.requests(.saveArchive(events, isCut: isCut, path: path)))]
    }

    mutating func layOut(_ size: Size, in scene: Scene) {
        api = scene.context.api
        list.layOut(size)
    }

    /// Why nothing can be sent now.
    var sendObstacle: String? { selected == nil && selectedCall == nil ? "no request is selected" : nil }

    func hints(in _: Scene) -> [Action] { (sendObstacle == nil ? [.send] : []) + [.history, .filter, .saveArchive] }

    func selection(in _: Scene) -> CopyText? {
        switch list.selected?.content {
        case .sent(let call): CopyText(call.url, name: "the URL")
        case .request(let request): CopyText("\(request.method) \(request.target)", name: "the request line")
        case .file(let file, _, _): CopyText(file.path, name: "the file's name")
        case .omission(let omission): CopyText(omission.words, name: "the line")
        case nil: nil
        }
    }

    func text(of row: RequestRow, in scene: Scene) -> String {
        switch row.content {
        case .file(let file, _, let flaw): file.path + (flaw.map { ": \($0)" } ?? "")
        case .omission: row.flaw ?? ""
        case .sent(let call): "\(scene.time.moment(call.time))  \(call.method) \(call.url)  \(call.status)"
        case .request(let request):
            "  \(request.line.map { "\($0): " } ?? "")\(request.method) \(request.name ?? request.target)"
        }
    }
}

extension RequestLibrary.File {
    fileprivate var size: Int { file?.bytes.count ?? 0 }
}
