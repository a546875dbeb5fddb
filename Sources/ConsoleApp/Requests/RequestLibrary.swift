package import RequestFiles

/// The request files of a folder, and what stands beside them, as they were read.
package struct RequestLibrary: Sendable {
    /// The folder that was read, as the user names it.
    package var root: String
    package var files: [File]
    /// By the paths of the folders that hold request files.
    package var folders: [String: Folder]
    /// What was not read, and why: of the folder as a whole.
    package var omission: String?

    package init(root: String, files: [File] = [], folders: [String: Folder] = [:], omission: String? = nil) {
        self.root = root
        self.files = files
        self.folders = folders
        self.omission = omission
    }

    /// A request file, or what stands for one.
    package struct File: Sendable {
        /// Relative to the folder that was read.
        package let path: String
        package let folder: String
        package let origin: Source
        /// Its requests, or why it is not read.
        package var contents: Result<RequestFile, ToolFailure>
        /// The sets of scopes of which a request needs one, by its place in the file.
        package var scopes: [Int: [[String]]]
        /// Of a document: what it says of its calls, in the order of the requests.
        package var operations: [OpenAPIDocument.Operation]

        package init(
            path: String, folder: String, origin: Source = .file, contents: Result<RequestFile, ToolFailure>,
            scopes: [Int: [[String]]] = [:], operations: [OpenAPIDocument.Operation] = []
        ) {
            self.path = path
            self.folder = folder
            self.origin = origin
            self.contents = contents
            self.scopes = scopes
            self.operations = operations
        }

        package enum Source: Sendable, Hashable {
            case file
            /// Pasted; kept in memory only.
            case pasted
            /// A document that describes calls; its requests are made of it.
            case openAPI
        }

        /// What the document says of a request.
        func operation(of request: FileRequest) -> OpenAPIDocument.Operation? {
            operations.indices.contains(request.number - 1) ? operations[request.number - 1] : nil
        }

        /// Where a request stands, or a line of it: a document's lines are not those of the requests made of it.
        func place(of request: FileRequest, line: Int? = nil) -> String {
            guard origin == .openAPI else { return "\(path):\(line ?? request.line)" }
            return operation(of: request).map { "\(path)#\($0.pointer)" } ?? path
        }

        /// The request as it is sent: without the optional parameters that are empty.
        func resolve(
            _ request: FileRequest, of contents: RequestFile, in scope: VariableScope
        ) throws(Remark) -> ResolvedRequest {
            guard let operation = operation(of: request) else { return try contents.resolve(request, in: scope) }
            let whole = operation.leavingOutFiles(request, given: scope.given)
            let request = operation.writingValues(whole, given: scope.given)
            return operation.leavingOutEmpty(try contents.resolve(request, in: scope))
        }

        var file: RequestFile? { if case .success(let file) = contents { file } else { nil } }
    }

    /// What stands beside request files.
    package struct Folder: Sendable {
        package var environments: RequestEnvironments
        package var dotEnv: [String: String]
        /// Why the environments are not read.
        package var flaw: String?

        package init(environments: RequestEnvironments, dotEnv: [String: String], flaw: String? = nil) {
            self.environments = environments
            self.dotEnv = dotEnv
            self.flaw = flaw
        }
    }

    /// The names of all environments, in order, each once.
    var environmentNames: [String] {
        Set(folders.values.flatMap(\.environments.names)).sorted()
    }
}
