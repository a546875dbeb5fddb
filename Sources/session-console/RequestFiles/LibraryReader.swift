import ConsoleApp
import HostSystem
import JOSE
import RequestFiles
import SessionCore
import YAML

/// Reads the request files of a folder and of those below it.
///
/// What one keystroke reads is bounded: no link to a folder is followed, and hidden folders are left out.
struct LibraryReader {
    static let depthLimit = 6
    static let entryLimit = 20_000
    static let fileLimit = 500
    static let sizeLimit = 64 << 20
    /// Folders of other people's files.
    private static let foreign: Set = ["node_modules", "vendor", "target", "build", "dist"]

    private let root: String
    private var entryCount = 0
    private var size = 0
    private var paths: [String] = []
    private var omissions: [String] = []
    /// The folders that can't be opened, and why.
    private var unreadable: [String] = []
    /// How many of them are named.
    private static let namedFolderLimit = 3

    /// The folder's files in order, those of the folder itself first.
    static func read(_ root: String) -> RequestLibrary {
        var reader = LibraryReader(root: root)
        return reader.read()
    }

    private init(root: String) { self.root = root }

    private mutating func read() -> RequestLibrary {
        find(in: "", depth: 0)
        omissions += unreadable.prefix(Self.namedFolderLimit)
        let rest = unreadable.count - Self.namedFolderLimit
        if rest > 0 { omissions.append("\(rest) more folder\(rest == 1 ? "" : "s") can't be read") }
        if paths.count > Self.fileLimit {
            omissions.append("only the first \(Self.fileLimit) of \(paths.count) request files are listed")
        }
        var library = RequestLibrary(root: root)
        for path in paths.prefix(Self.fileLimit) {
            let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
            library.files.append(
                Self.isDocument(path)
                    ? document(path, folder)
                    : RequestLibrary.File(path: path, folder: folder, contents: contents(of: path)))
            if library.folders[folder] == nil { library.folders[folder] = beside(folder) }
        }
        library.omission = omissions.isEmpty ? nil : omissions.joined(separator: "; ")
        return library
    }

    /// The place of a path of the library.
    static func place(_ path: String, in root: String) -> String {
        root == "." ? path : root.hasSuffix("/") ? root + path : "\(root)/\(path)"
    }

    private mutating func find(in folder: String, depth: Int) {
        let place = folder.isEmpty ? root : Self.place(folder, in: root)
        guard let stream = opendir(place) else {
            unreadable.append("\(folder.isEmpty ? root : folder): \(String(cString: strerror(errno)))")
            return
        }
        var (names, folders): ([String], [String]) = ([], [])
        while let entry = readdir(stream), entryCount < Self.entryLimit {
            entryCount += 1
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            if name.hasSuffix(".http") || name.hasSuffix(".rest") || Self.isDocument(name) {
                names.append(name)
            } else if depth < Self.depthLimit, !Self.foreign.contains(name),
                isFolder(entry.pointee.d_type, "\(place)/\(name)")
            {
                folders.append(name)
            }
        }
        closedir(stream)
        if entryCount == Self.entryLimit, omissions.isEmpty {
            omissions.append("only the first \(Self.entryLimit) names of the folder were read")
        }
        let prefix = folder.isEmpty ? "" : folder + "/"
        paths += names.sorted().map { prefix + $0 }
        for name in folders.sorted() where entryCount < Self.entryLimit { find(in: prefix + name, depth: depth + 1) }
    }

    /// Some file systems don't tell what an entry is.
    private func isFolder(_ type: UInt8, _ path: String) -> Bool {
        guard Int32(type) == Int32(DT_UNKNOWN) else { return Int32(type) == Int32(DT_DIR) }
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a file is an OpenAPI document by its name: `openapi.json`, `orders.openapi.json`, `openapi.yaml`.
    private static func isDocument(_ path: String) -> Bool {
        let name = path.split(separator: "/").last?.lowercased() ?? ""
        guard let suffix = [".json", ".yaml", ".yml"].first(where: name.hasSuffix) else { return false }
        let base = name.dropLast(suffix.count)
        return base == "openapi" || base.hasSuffix(".openapi") || base.hasSuffix("-openapi") || base == "swagger"
            || base.hasSuffix(".swagger")
    }

    private mutating func document(_ path: String, _ folder: String) -> RequestLibrary.File {
        var file = RequestLibrary.File(
            path: path, folder: folder, origin: .openAPI,
            contents: .failure(ToolFailure("the files before it already reach the size limit")))
        guard size < Self.sizeLimit else { return file }
        do {
            let bytes = try RegularFile.contents(of: Self.place(path, in: root), limit: OpenAPIDocument.sizeLimit)
            size += bytes.count
            let isJSON = path.lowercased().hasSuffix(".json")
            let document =
                try isJSON
                ? OpenAPIDocument(bytes)
                : OpenAPIDocument(YAMLDocument(parsing: bytes, maximumCount: OpenAPIDocument.valueLimit).value)
            if document.omittedCount > 0 { omissions.append("\(path): \(document.omittedCount) calls are left out") }
            file.scopes = document.scopes
            file.operations = document.operations
            file.contents = .success(try RequestFile(Array(document.requestFileText.utf8)))
        } catch {
            file.contents = .failure(ToolFailure(Self.words(of: error)))
        }
        return file
    }

    private static func words(of error: any Error) -> String {
        switch error {
        case let failure as FileFailure: failure.clause
        case let refusal as OpenAPIDocument.Refusal: refusal.words
        case let error as YAMLError where error.reason == .json(.tooMany(limit: OpenAPIDocument.valueLimit)):
            OpenAPIDocument.Refusal.tooManyValues(limit: OpenAPIDocument.valueLimit).words
        case let error as YAMLError: "it is not readable YAML: \(error)"
        case let refusal as RequestFile.Refusal: refusal.words
        default: "\(error)"
        }
    }

    private mutating func contents(of path: String) -> Result<RequestFile, ToolFailure> {
        guard size < Self.sizeLimit else {
            return .failure(ToolFailure("the files before it already reach the size limit"))
        }
        do throws(FileFailure) {
            let bytes = try RegularFile.contents(of: Self.place(path, in: root), limit: RequestFile.sizeLimit)
            size += bytes.count
            do throws(RequestFile.Refusal) {
                var file = try RequestFile(bytes)
                let folder = RequestFolder(of: Self.place(path, in: root), allowsOutside: false)
                file.remarkFiles(folder.obstacle)
                return .success(file)
            } catch {
                return .failure(ToolFailure(error.words))
            }
        } catch {
            return .failure(ToolFailure(error.clause))
        }
    }

    private func beside(_ folder: String) -> RequestLibrary.Folder {
        let file = Self.place(folder.isEmpty ? "." : folder, in: root) + "/."
        let folder = RequestFolder(of: file, allowsOutside: false)
        do throws(CommandFailure) {
            return RequestLibrary.Folder(environments: try folder.environments(), dotEnv: try folder.dotEnv())
        } catch {
            return RequestLibrary.Folder(environments: RequestEnvironments(), dotEnv: [:], flaw: error.message)
        }
    }
}
