import FoundationEssentials
import RequestFiles
import SessionCore
import TerminalUI

/// The requests of files, sent through the session.
struct RequestsScreen: Screen {
    static let title = "Requests"
    static let summary = "find, edit and send the requests of .http files"

    /// In the order in which tab visits them.
    enum PaneID: CaseIterable {
        case list, request, response
    }

    @Revised var list = RequestListPane()
    @Revised var request = FileRequestPane()
    @Revised var response = ResponsePane(of: .requests)

    var focus = PaneID.list {
        didSet { if focus != .list { lastRightPane = focus } }
    }
    var isZoomed = false
    /// Request and response share a place where there is little room: the one that had the focus last.
    private(set) var lastRightPane = PaneID.request
    /// Whether the response is always in sight, and whether it is below the list in place of the request.
    private var responseHasPlace = true
    private var isStacked = false

    var scope = RequestScope() { didSet { isStale = true } }
    /// Whether the selected request was chosen: found, sent, edited or pasted, not only listed first.
    var isChosen = false
    /// Whether the preview is older than what it is made of.
    private var isStale = true
    private var basis: Basis?
    /// What is being sent, and what has to be known first.
    var sending: RequestSending?
    /// The calls under way, by the requests that they send.
    var running: [CallID: RequestID] = [:]
    /// What they send, where other requests refer to that.
    var sent: [CallID: ResolvedRequest] = [:]
    /// The request that is copied as soon as its files are read.
    var copying: RequestID?
    /// The request with a note whose sending was asked for once.
    var confirmed: RequestID?
    /// A field of the screen's own.
    var field: Field?

    /// What of the list and the session the preview depends on.
    private struct Basis: Equatable {
        let selected: RequestID?
        let flaw: String?
        let call: Date?
        let token: Fingerprint?
        let scope: [String]?
        let apis: [URL]
        let format: TimeFormat
    }

    /// A field that asks for something.
    struct Field: Sendable {
        enum Purpose: Sendable, Hashable {
            case paste
            /// The value of a variable.
            case variable(String)
        }

        let purpose: Purpose
        var text = TextField()
        /// What was pasted into the empty field, with its line breaks, until a key changes it.
        var pasted: String?
        /// The commands that were pasted into the empty field, if they are several, until a key changes it.
        var commands: PastedCommands?
        /// Whether it came with cookies, which are not kept.
        var hadCookies = false
        var flaw: String?
        /// What is asked; `nil` for the variable's name.
        var question: String?
        /// What an empty field means.
        var placeholder = ""
    }

    static func slot(_ id: PaneID) -> PaneSlot<RequestsScreen> {
        switch id {
        case .list: listSlot
        case .request: requestSlot
        case .response: responseSlot
        }
    }

    private static let listSlot = PaneSlot(\RequestsScreen._list)
    private static let requestSlot = PaneSlot(\RequestsScreen._request)
    private static let responseSlot = PaneSlot(\RequestsScreen._response)

    mutating func receive(_ output: PaneOutput, in scene: Scene) -> [PaneOutput] {
        switch output {
        case .requests(.call(let count)): return callSelected(count: count, in: scene)
        case .requests(.edit): return perform(.edit, in: scene)
        case .requests(.write(let path, let old, let new)):
            return receive(.effect(.requests(.write(path: path, old: old, new: new))), in: scene)
        case .requests(.copyDocumentCall): return copySelectedCall(in: scene)
        case .requests(.find):
            focus = .list
            return list.perform(.filter, in: scene)
        case .requests(.saveArchive):
            focus = .list
            return list.perform(.saveArchive, in: scene)
        case .effect(.requests(.write(let path, _, let bytes))):
            isChosen = true
            guard let contents = try? RequestFile(bytes), list.replace(pasted: path, with: contents) else {
                return [output]
            }
            isStale = true
            return request.applyWritten(.success(()), to: path).map { [.notice($0)] } ?? []
        default: return [output]
        }
    }

    var copyItems: [CopyItem] { CopyItem.allCases }

    // MARK: - What happens

    mutating func show(_ library: RequestLibrary) {
        list.show(library)
        let names = library.environmentNames
        if let chosen = scope.environment, !names.contains(chosen) { scope.environment = nil }
        list.environment = scope.environment
        isStale = true
    }

    mutating func observe(_ event: SessionEvent, in _: Scene) {
        if case .signedIn = event.kind { scope.forgetAnswers() }
    }

    /// Forgets what was answered to a session that is over.
    mutating func clear() {
        response.clear()
        scope.forgetAnswers()
        sending = nil
    }

    mutating func adoptForm(_ form: ScreenForm, in scene: Scene) {
        settle(in: scene)
        responseHasPlace = form == .wide && !isZoomed
        isStacked = form == .stacked && !isZoomed
    }

    /// Brings the response in sight; the list keeps the focus beside it.
    mutating func bringResponse() {
        guard !responseHasPlace else { return }
        if isStacked, focus == .list { lastRightPane = .response } else { focus = .response }
    }

    private func basis(in scene: Scene) -> Basis {
        Basis(
            selected: list.selected, flaw: list.list.selected?.flaw, call: list.selectedCall?.time,
            token: scene.status.accessToken?.fingerprint,
            scope: scene.status.scope, apis: scene.context.apis, format: scene.time.format)
    }

    /// Whether the preview may have changed.
    func isToSettle(in scene: Scene) -> Bool { isStale || basis(in: scene) != basis }

    /// Whether another request than the one of the preview is selected, because that is listed no more.
    var hasLostSelection: Bool { basis?.selected.map { !list.selects($0) } ?? false }

    /// Makes the preview anew where it may have changed.
    mutating func settle(in scene: Scene) {
        let basis = basis(in: scene)
        guard isStale || basis != self.basis else { return }
        if let before = self.basis, (before.selected, before.call) != (basis.selected, basis.call) {
            if before.selected != nil || before.call != nil { isChosen = true }
            if focus == .list { lastRightPane = .request }
        }
        (isStale, self.basis) = (false, basis)
        response.canSend = list.sendObstacle == nil
        guard let found = list.selected.flatMap(list.request) else {
            let preview = list.selectedCall.map { RequestPreview($0, scene) }
            return request.show(preview, of: nil, flaw: list.list.selected?.flaw)
        }
        var scope = scope.variables(for: found.file, in: list.folder(of: found.file), scene) {
            path throws(FileRefusal) in Array("< \(path)".utf8)
        }
        // What will be asked for stands there by its name, and so do secrets: typed, or of the private environment.
        let operation = found.file.operation(of: found.request)
        for name in found.request.prompts + scope.given.keys
        where scope.given[name] == nil || scope.isNameOfSecret(name) {
            let parameter = operation?.parameter(asked: name)
            if scope.given[name] == nil, let offered = parameter?.offered, !scope.isNameOfSecret(name) {
                scope.given[name] = offered
            } else if scope.given[name] == nil, parameter?.isRequired == false {
                scope.given[name] = ""
            } else {
                scope.given[name] = parameter.map(\.mark) ?? name.uppercased()
            }
        }
        let own = list.folder(of: found.file)?.environments.privateNames ?? []
        for name in own where scope.environment[name].map({ scope.isSecret($0, of: name) }) == true {
            scope.environment[name] = name.uppercased()
        }
        let standIns = StandIns()
        var marked = scope
        marked.standIn = { standIns.mark(for: $0) }
        let preview: RequestPreview
        do throws(Remark) {
            let resolved = try found.file.resolve(found.request, of: found.contents, in: marked)
            preview = RequestPreview(found.request, of: found.file, found.contents, .success(resolved), scene, standIns)
        } catch {
            // A value may stand where no mark can.
            let resolved = Result { () throws(Remark) in
                try found.file.resolve(found.request, of: found.contents, in: scope)
            }
            preview = RequestPreview(found.request, of: found.file, found.contents, resolved, scene, standIns)
        }
        request.show(preview, of: found)
    }

    func frames(_ form: ScreenForm, in body: Rect, scene _: Scene) -> [(pane: PaneID, frame: Rect)] {
        frames(form, in: body)
    }
}
