import ConsoleApp
import Glibc
import RequestFiles
import SessionCore

/// A file whose contents are replaced as a whole, unless somebody else has changed them.
struct RewrittenFile: Sendable {
    let path: String

    /// Replaces the file, with its mode; a failure leaves it as it was.
    ///
    /// A link stays: the file that it leads to is replaced.
    func replace(_ old: [UInt8], with new: [UInt8]) -> Result<Void, RequestMessage.WriteFailure> {
        guard let real = realpath(path, nil) else { return .failure(reason()) }
        defer { free(real) }
        let target = String(cString: real)
        let facts: stat
        do throws(FileFailure) {
            let descriptor: Int32
            (descriptor, facts) = try RegularFile.open(target)
            defer { close(descriptor) }
            let present = try RegularFile.contents(of: descriptor, facts, target, limit: RequestFile.sizeLimit)
            guard present == old else { return .failure(.changed) }
        } catch {
            if case .tooLarge = error.reason { return .failure(.changed) }
            return .failure(.failed(error.clause))
        }
        guard access(target, W_OK) == 0 else { return .failure(reason()) }
        let failure = ReplacedFile.write(new, to: target, mode: facts.st_mode & 0o7777)
        return failure.map { .failure(.failed(String(cString: strerror($0)))) } ?? .success(())
    }

    private func reason() -> RequestMessage.WriteFailure { .failed(String(cString: strerror(errno))) }
}
