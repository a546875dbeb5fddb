import ConsoleApp
import Glibc
import RequestFiles
import SessionCore

/// A file whose contents are replaced as a whole, unless somebody else has changed them.
struct RewrittenFile: Sendable {
    let path: String

    /// Writes a temporary file beside it, with its mode, and puts that in its place; a failure leaves the file as it was.
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
        return write(new, to: target, mode: facts.st_mode & 0o7777)
    }

    private func write(
        _ bytes: [UInt8], to target: String, mode: mode_t
    ) -> Result<Void, RequestMessage.WriteFailure> {
        var name = Array("\(target).XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return .failure(reason()) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        let isWritten = rest.isEmpty && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
        var failure = isWritten ? nil : reason()
        close(descriptor)
        if failure == nil, rename(name, target) != 0 { failure = reason() }
        guard let failure else { return .success(()) }
        unlink(name)
        return .failure(failure)
    }

    private func reason() -> RequestMessage.WriteFailure { .failed(String(cString: strerror(errno))) }
}
