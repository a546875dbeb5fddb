import RequestFiles
import Synchronization

extension RequestsScreen {
    /// The request with its variables, and the files that its body names and that are not read yet.
    func resolve(
        _ found: (file: RequestLibrary.File, contents: RequestFile, request: FileRequest),
        files: [String: Result<[UInt8], FileRefusal>], in scene: Scene
    ) -> (outcome: Result<ResolvedRequest, Remark>, lacking: [String]) {
        let lacking = Mutex<[String]>([])
        let outcome: Result<ResolvedRequest, Remark>
        do {
            let scope = scope.variables(for: found.file, in: list.folder(of: found.file), scene) {
                path throws(FileRefusal) in
                if let known = files[path] { return try known.get() }
                lacking.withLock { $0.append(path) }
                return []
            }
            outcome = Result { () throws(Remark) in
                try found.file.resolve(found.request, of: found.contents, in: scope)
            }
        }
        return (outcome, lacking.withLock { $0 })
    }
}
