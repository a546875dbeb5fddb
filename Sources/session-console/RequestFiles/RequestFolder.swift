import HostSystem
import RequestFiles
import SessionCore

/// The folder of a request file: what its bodies may take from there, and the environments beside it.
struct RequestFolder: Sendable {
    private let path: String
    /// Whether a body may be a file of any folder.
    private let allowsOutside: Bool

    init(of file: String, allowsOutside: Bool) {
        // What the shell has opened lies nowhere: the present folder is meant.
        let isOpened = InputFile.isInherited(file)
        let folder = isOpened ? "" : file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
        path = folder.isEmpty ? (file.hasPrefix("/") && !isOpened ? "/" : ".") : folder
        self.allowsOutside = allowsOutside
    }

    /// Why a file that a body names can't be read; `nil` where it can.
    func obstacle(to name: String) -> FileRefusal? {
        do throws(FileFailure) {
            let (descriptor, facts) = try RegularFile.open(place(of: name))
            defer { close(descriptor) }
            guard allowsOutside || isInside(descriptor) else { return .outside }
            return facts.st_size > RequestFile.bodyLimit ? .tooLarge(limit: RequestFile.bodyLimit) : nil
        } catch {
            return refusal(error)
        }
    }

    private func place(of name: String) -> String { name.hasPrefix("/") ? name : "\(path)/\(name)" }

    /// The bytes of a file that a body names; it lies in this folder or below, where links have led.
    func contents(_ name: String) throws(FileRefusal) -> [UInt8] {
        let file = place(of: name)
        let descriptor: Int32
        let facts: stat
        do throws(FileFailure) { (descriptor, facts) = try RegularFile.open(file) } catch { throw refusal(error) }
        defer { close(descriptor) }
        guard allowsOutside || isInside(descriptor) else { throw .outside }
        do throws(FileFailure) {
            return try RegularFile.contents(of: descriptor, facts, file, limit: RequestFile.bodyLimit)
        } catch {
            throw refusal(error)
        }
    }

    private func refusal(_ failure: FileFailure) -> FileRefusal {
        if case .tooLarge(let limit) = failure.reason { .tooLarge(limit: limit) } else { .unreadable(failure.clause) }
    }

    /// Compares where the open file really is with where the folder is, so that nothing can change in between.
    private func isInside(_ descriptor: Int32) -> Bool {
        guard let folder = realpath(path, nil) else { return false }
        defer { free(folder) }
        guard let file = OpenFilePlace.path(of: descriptor) else { return false }
        let root = String(cString: folder)
        return file.hasPrefix(root.hasSuffix("/") ? root : root + "/")
    }

    /// The environments of the files beside the request file, and of the workspace that it belongs to.
    func environments() throws(CommandFailure) -> RequestEnvironments {
        let shared = try besides(RequestEnvironments.fileName, limit: RequestEnvironments.sizeLimit)
        let own = try besides(RequestEnvironments.privateFileName, limit: RequestEnvironments.sizeLimit)
        let settings = try settings()
        do throws(RequestEnvironments.Fault) {
            return try RequestEnvironments(shared, private: own, settings: settings)
        } catch {
            let numbers = [error.line, error.column].compactMap { $0.map { ":\($0)" } }
            let place = "\(path)/\(error.file)" + numbers.joined()
            throw CommandFailure(
                .badCommandLine, "\(place): \(error.reason).",
                advice: "It is read from the request file's folder: {\"NAME\": {\"variable\": \"value\"}}.")
        }
    }

    /// The settings of the VS Code workspace: in the folder itself, or in one above it up to that of the repository.
    private func settings() throws(CommandFailure) -> [UInt8]? {
        let name = RequestEnvironments.settingsFileName
        if let own = try besides(name, limit: RequestEnvironments.sizeLimit) { return own }
        guard let repository = foldersAbove.firstIndex(where: { access("\($0)/.git", F_OK) == 0 }) else { return nil }
        for folder in foldersAbove[...repository] {
            let above = RequestFolder(of: "\(folder)/.", allowsOutside: false)
            if let found = try above.besides(name, limit: RequestEnvironments.sizeLimit) { return found }
        }
        return nil
    }

    /// The folder and those that it lies in, the nearest first.
    private var foldersAbove: [String] {
        guard let real = realpath(path, nil) else { return [] }
        defer { free(real) }
        var folders: [String] = []
        var folder = String(cString: real)
        while folder.utf8.count > 1, let slash = folder.lastIndex(of: "/") {
            folders.append(folder)
            folder = String(folder[..<slash])
        }
        return folders
    }

    /// The variables of the file `.env`.
    func dotEnv() throws(CommandFailure) -> [String: String] {
        DotEnv.variables(try besides(DotEnv.fileName, limit: DotEnv.sizeLimit) ?? [])
    }

    /// The bytes of a file of that name in the folder; `nil` where there is none.
    private func besides(_ name: String, limit: Int) throws(CommandFailure) -> [UInt8]? {
        do throws(FileFailure) {
            return try RegularFile.contents(of: "\(path)/\(name)", limit: limit)
        } catch {
            if error.reason == .system(ENOENT) || error.reason == .system(ENOTDIR) { return nil }
            throw CommandFailure(.badCommandLine, "\(error).", advice: "Fix it, or move it away.")
        }
    }

    /// The request files of the present folder, by name.
    static func filesHere() -> [String] {
        guard let folder = opendir(".") else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix("."), name.hasSuffix(".http") || name.hasSuffix(".rest") { names.append(name) }
        }
        return names.sorted()
    }
}
