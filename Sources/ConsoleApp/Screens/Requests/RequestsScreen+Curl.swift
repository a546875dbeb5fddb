import FoundationEssentials
import RequestFiles
import SessionCore

/// What is copied of a request as a command line.
enum CurlCopy: Sendable {
    /// Nothing is selected, or no command line can hold it.
    case nothing
    /// `holdsSecrets` where it has what the screen masks.
    case command(CopyText, holdsSecrets: Bool)
    /// These files are to be read first.
    case lacking([String], besides: RequestID)
}

extension RequestsScreen {
    /// The selected request as a command line of curl; throws why there is none.
    ///
    /// `files` has the bytes of files that the body names, as far as they were read.
    func curlCommand(
        in scene: Scene, files: [String: Result<[UInt8], FileRefusal>] = [:]
    ) throws(Remark) -> CurlCopy {
        if let call = list.selectedCall { return curlCommand(of: call, in: scene) }
        guard let id = list.selected, let found = list.request(id) else { return .nothing }
        let (outcome, lacking) = resolve(found, files: files, in: scene)
        let resolved = try outcome.get()
        let holdsSecrets = resolved.headers.contains { $0.name.lowercased() == "authorization" }
        if let name = resolved.bodyFile {
            let place = list.place(ofFile: name, besides: found.file)
            let command = curlCommand(resolved, bodyFile: place, scene)
            return command.map { .command($0, holdsSecrets: holdsSecrets) } ?? .nothing
        }
        guard lacking.isEmpty else { return .lacking(lacking, besides: id) }
        return curlCommand(resolved, scene).map { .command($0, holdsSecrets: holdsSecrets) } ?? .nothing
    }

    private func curlCommand(of call: SentCall, in scene: Scene) -> CurlCopy {
        guard let request = try? call.request() else { return .nothing }
        var body: [UInt8]?
        if case .bytes(let bytes) = request.body { body = bytes }
        let command = curlCommand(
            ResolvedRequest(
                method: request.method, url: request.url,
                headers: request.headers.fields.map { ($0.name, $0.value) }, body: body,
                carriesSession: call.authorization != .none), scene)
        let holdsSecrets = !call.isWhole || HTTPExchange.masks(body ?? [])
        return command.map { .command($0, holdsSecrets: holdsSecrets) } ?? .nothing
    }

    private func curlCommand(
        _ resolved: ResolvedRequest, bodyFile: String? = nil, _ scene: Scene
    ) -> CopyText? {
        var resolved = resolved
        let tokenCommand = scene.context.tokenCommand
        let isWithoutToken = tokenCommand == nil && resolved.carriesSession
        if isWithoutToken { resolved.carriesSession = false }
        guard
            let command = resolved.curlCommand(
                tokenCommand: tokenCommand ?? "", bodyFile: bodyFile, options: scene.context.curlOptions)
        else {
            return nil
        }
        let note = isWithoutToken ? ", without the token: only this program holds it" : ""
        return CopyText(command, name: "the curl command\(note)")
    }
}

extension RequestListPane {
    /// The path of a file that a body names, from where the folder of request files is named.
    func place(ofFile name: String, besides file: RequestLibrary.File) -> String {
        guard !name.hasPrefix("/") else { return name }
        let root = library?.root ?? "."
        let path = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
        return [root == "." ? "" : root, file.folder, path].filter { !$0.isEmpty }.joined(separator: "/")
    }
}
