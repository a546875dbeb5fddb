import HostSystem
import ConsoleApp
import RequestFiles
import TerminalUI

/// Reads, writes and opens the console's request files.
@TerminalActor
final class RequestFileRunner {
    private let root: String
    private let terminal: any ConsoleTerminal
    private let environment: [String: String]
    private let receive: @TerminalActor (RequestMessage) -> Void
    /// Only the latest reading is of use.
    private var reading: Task<Void, Never>?

    init(
        root: String, terminal: any ConsoleTerminal, environment: [String: String],
        receive: @escaping @TerminalActor (RequestMessage) -> Void
    ) {
        self.root = root
        self.terminal = terminal
        self.environment = environment
        self.receive = receive
    }

    func perform(_ effect: RequestEffect) {
        switch effect {
        case .read: read()
        // These need the session.
        case .readHistory, .saveArchive: break
        case .readBodies(let paths, let file):
            let folder = RequestFolder(of: LibraryReader.place(file, in: root), allowsOutside: false)
            Task.detached { [receive] in await receive(.bodiesRead(Self.contents(of: paths, in: folder))) }
        case .write(let path, let old, let new):
            let file = ReplacedFile(path: LibraryReader.place(path, in: root))
            Task {
                let result = await Self.replace(file, old, new)
                // The library comes first, so that what is kept once more is compared with it.
                self.receive(.libraryRead(await Self.library(self.root)))
                self.receive(.written(path: path, result))
            }
        case .edit(let path, let line): edit(LibraryReader.place(path, in: root), line: line)
        }
    }

    private func read() {
        reading?.cancel()
        reading = Task {
            let library = await Self.library(self.root)
            if !Task.isCancelled { self.receive(.libraryRead(library)) }
        }
    }

    @concurrent
    private static func library(_ root: String) async -> RequestLibrary { LibraryReader.read(root) }

    @concurrent
    private static func replace(
        _ file: ReplacedFile, _ old: [UInt8], _ new: [UInt8]
    ) async -> Result<Void, RequestMessage.WriteFailure> {
        do throws(FileFailure) {
            return .success(try file.write(new, over: old, limit: RequestFile.sizeLimit))
        } catch {
            return .failure(error.reason == .changed ? .changed : .failed(error.clause))
        }
    }

    private nonisolated static func contents(
        of paths: [String], in folder: RequestFolder
    ) -> [String: Result<[UInt8], FileRefusal>] {
        var files: [String: Result<[UInt8], FileRefusal>] = [:]
        for path in paths {
            files[path] = Result { () throws(FileRefusal) in try folder.contents(path) }
        }
        return files
    }

    private func edit(_ path: String, line: Int) {
        Task {
            let failure = await terminal.withTerminalReleased { [environment] () -> ToolFailure? in
                do throws(ChildProcess.Failure) {
                    try await TextTool.open(path, line: line, environment: environment)
                    return nil
                } catch {
                    return ToolFailure(error.reason)
                }
            }
            self.receive(.editorLeft(failure))
            self.read()
        }
    }
}
