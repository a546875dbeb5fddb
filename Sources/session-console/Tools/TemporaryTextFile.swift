import HostSystem
import FoundationEssentials

/// A file that only its owner can read, in a folder of its own.
struct TemporaryTextFile {
    let path: String
    private let folder: ProcessFolder

    init(_ text: String, environment: [String: String]) throws(ChildProcess.Failure) {
        do throws(FileFailure) {
            folder = try ProcessFolder("session-console-text", environment: environment)
            TemporaryFolders.add(folder)
            path = folder.path + "/text"
            try NewFile.write(Array(text.utf8), to: path)
        } catch {
            throw ChildProcess.Failure(reason: "no temporary file can be written: \(error.clause)")
        }
    }

    func text() throws(ChildProcess.Failure) -> String {
        do {
            return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        } catch {
            throw ChildProcess.Failure(reason: "the edited text can't be read")
        }
    }

    func remove() { TemporaryFolders.remove(folder) }
}
