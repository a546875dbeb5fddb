import ConsoleApp
import FoundationEssentials
import HostSystem
import RequestFiles
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct LibraryReaderTests {
    /// A folder that is gone when the body has run.
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = TemporaryFolder()
        try withExtendedLifetime(folder) { try body(folder.path) }
    }

    private func write(_ text: String, to path: String) throws {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    @Test func `files of the folder and below are found, with what stands beside them`() throws {
        try inFolder { root in
            try write("GET /b\n", to: "\(root)/b.http")
            try write("GET /a\n", to: "\(root)/a.rest")
            try write("GET /c\n", to: "\(root)/sub/deep/c.http")
            try write("GET /no\n", to: "\(root)/.hidden/d.http")
            try write("GET /no\n", to: "\(root)/node_modules/e.http")
            try write("no", to: "\(root)/notes.txt")
            try write(#"{"dev": {"x": "1"}}"#, to: "\(root)/sub/deep/http-client.env.json")
            try write("{", to: "\(root)/http-client.env.json")
            let library = LibraryReader.read(root)
            #expect(library.files.map(\.path) == ["a.rest", "b.http", "sub/deep/c.http"])
            #expect(library.folders["sub/deep"]?.environments.names == ["dev"])
            #expect(library.folders[""]?.flaw?.contains("http-client.env.json:1:2") == true)
            #expect(library.omission == nil)
        }
    }

    /// Root may read every folder: this thread reads as another user meanwhile.
    private func asAnotherUser<Value>(_ body: () -> Value) throws -> Value {
        guard geteuid() == 0 else { return body() }
        typealias Change = @convention(c) (uid_t) -> CInt
        let change = unsafeBitCast(try #require(dlsym(nil, "setfsuid")), to: Change.self)
        _ = change(65_534)
        defer { _ = change(0) }
        return body()
    }

    @Test func `folders that can't be read are named, and the others are listed`() throws {
        try inFolder { root in
            try write("GET /a\n", to: "\(root)/open/a.http")
            for number in 1...5 {
                try write("GET /b\n", to: "\(root)/locked\(number)/b.http")
                chmod("\(root)/locked\(number)", 0)
            }
            chmod(root, 0o755)
            let library = try asAnotherUser { LibraryReader.read(root) }
            for number in 1...5 { chmod("\(root)/locked\(number)", 0o700) }
            #expect(library.files.map(\.path).contains("locked1/b.http") == false)
            let denied = (1...3).map { "locked\($0): Permission denied" }.joined(separator: "; ")
            #expect(library.omission?.hasPrefix("\(denied); 2 more folders") == true, "\(library.omission ?? "")")
        }
    }

    @Test func `an OpenAPI document becomes requests, with the scopes that they need`() throws {
        try inFolder { root in
            let security =
                #""security": [{"o": ["orders.read"]}], "components": {"securitySchemes": {"o": {"type": "oauth2"}}}"#
            let text =
                #"{"openapi": "3.0.3", \#(security), "paths": {"/orders": {"get": {"operationId": "listOrders"}}}}"#
            try write(text, to: "\(root)/shop.openapi.json")
            try write(
                """
                openapi: 3.0.3
                components: {securitySchemes: {o: {type: oauth2}}}
                paths:
                  /books:
                    post: {security: [{o: [books.write]}], operationId: lendBook}
                """, to: "\(root)/openapi.yaml")
            try write("openapi: 3.0.3\n\tpaths: {}", to: "\(root)/sub/library.openapi.yml")
            try write("{", to: "\(root)/sub/openapi.json")
            let files = LibraryReader.read(root).files
            #expect(
                files.map(\.path)
                    == ["openapi.yaml", "shop.openapi.json", "sub/library.openapi.yml", "sub/openapi.json"])
            #expect(files.allSatisfy { $0.origin == .openAPI })
            #expect(try files[0].contents.get().requests.map(\.summary) == ["POST /books"])
            #expect(try files[1].contents.get().requests.map(\.summary) == ["GET /orders"])
            #expect(files[0].scopes == [1: [["books.write"]]] && files[1].scopes == [1: [["orders.read"]]])
            let tab = "it is not readable YAML: a tab where only spaces are allowed (at line 2, column 1)"
            for (file, reason) in [(files[2], tab), (files[3], "it is not JSON")] {
                guard case .failure(let failure) = file.contents else {
                    Issue.record("\(file.path) was read")
                    continue
                }
                #expect(failure.reason.hasPrefix(reason))
            }
        }
    }

    @Test func `a file that a body names and that is missing is remarked at its line`() throws {
        try inFolder { root in
            let text = "POST /a\n\n< ./there.json\n###\nPOST /b\n\n< ./missing.json\n###\nPOST /c\n\n< ./{{x}}.json\n"
            try write(text, to: "\(root)/sub/a.http")
            try write("{}", to: "\(root)/sub/there.json")
            let read = { try LibraryReader.read(root).files[0].contents.get().remarks }
            #expect(try read().map(\.position.line) == [7])
            #expect(try read().first?.words.hasPrefix("./missing.json: ") == true)
            try write("{}", to: "\(root)/sub/missing.json")
            #expect(try read().isEmpty)
        }
    }

    @Test func `loops of links, pipes and files that are no text harm nothing`() throws {
        try inFolder { root in
            #expect(symlink(root, "\(root)/loop") == 0)
            #expect(symlink("\(root)/round.http", "\(root)/round.http") == 0)
            #expect(mkfifo("\(root)/pipe.http", 0o600) == 0)
            #expect(mkdir("\(root)/folder.http", 0o700) == 0)
            try Data((0...255).map { UInt8($0) }).write(to: URL(filePath: "\(root)/bytes.http"))
            let library = LibraryReader.read(root)
            #expect(library.files.map(\.path) == ["bytes.http", "folder.http", "pipe.http", "round.http"])
            let reasons = library.files.map { file -> String? in
                if case .failure(let failure) = file.contents { failure.reason } else { nil }
            }
            #expect(reasons[0] == nil)
            #expect(reasons[1] == "it is a folder, not a file")
            #expect(reasons[2] == "it is a named pipe, not a file")
            #expect(reasons[3] != nil)
        }
    }

    @Test func `a folder with ten thousand files is read up to a limit, which is told`() throws {
        try inFolder { root in
            for number in 0..<10_000 {
                let descriptor = open("\(root)/\(number).http", O_CREAT | O_WRONLY, 0o600)
                close(descriptor)
            }
            let library = LibraryReader.read(root)
            #expect(library.files.count == LibraryReader.fileLimit)
            #expect(library.omission == "only the first 500 of 10000 request files are listed")
        }
    }

    @Test func `a file that is too large is listed with the reason`() throws {
        try inFolder { root in
            try write("", to: "\(root)/huge.http")
            #expect(truncate("\(root)/huge.http", 100 << 20) == 0)
            guard case .failure(let failure)? = LibraryReader.read(root).files.first?.contents else {
                Issue.record("it was read")
                return
            }
            #expect(failure.reason == "it is larger than 8192 KiB")
        }
    }

    @Test func `a folder that is not there is said`() {
        #expect(LibraryReader.read("/nonexistent").omission == "/nonexistent: No such file or directory")
    }

    // MARK: - Writing

    @Test func `a file is replaced with its mode, through a link, unless somebody has changed it`() throws {
        try inFolder { root in
            let (path, link) = ("\(root)/a.http", "\(root)/link.http")
            try write("old", to: path)
            #expect(chmod(path, 0o640) == 0 && symlink("a.http", link) == 0)
            try ReplacedFile(path: link).write(Array("new".utf8), over: Array("old".utf8), limit: RequestFile.sizeLimit)
            var facts = stat()
            #expect(lstat(link, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
            #expect(stat(path, &facts) == 0 && facts.st_mode & 0o7777 == 0o640)
            #expect(try Data(contentsOf: URL(filePath: path)) == Data("new".utf8))
            #expect(throws: FileFailure(path, .changed)) {
                try ReplacedFile(path: path).write([1], over: Array("old".utf8), limit: RequestFile.sizeLimit)
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == Data("new".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: root).count == 2)
        }
    }

    @Test(arguments: [
        ("vim", ["+7", "a.http"]), ("/usr/bin/nano -w", ["+7", "a.http"]), ("hx", ["a.http:7"]),
        ("code --wait", ["-g", "a.http:7"]), ("my-editor", ["a.http"]),
    ])
    func `an editor is told the line in its own way`(editor: String, arguments: [String]) {
        #expect(EditorLine.arguments(of: editor, path: "a.http", line: 7) == arguments)
    }
}
