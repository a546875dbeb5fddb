import Dispatch
import Glibc

/// How a program ended, and what it said.
struct ProgramEnd: Sendable {
    var status: Int32
    var output: [UInt8]
    var errors: [UInt8]
}

/// Runs a program with its standard streams in our hands.
enum PipedProcess {
    /// Finds the program in `PATH`, gives it `input` and waits for its end, on a thread of its own.
    static func run(
        _ program: String, _ arguments: [String], input: [UInt8]
    ) async throws(ChildProcess.Failure) -> ProgramEnd {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Swift.Result { try runBlocking(program, arguments, input) })
            }
        }
        do {
            return try result.get()
        } catch {
            throw (error as? ChildProcess.Failure) ?? ChildProcess.Failure(reason: "\(error)")
        }
    }

    private static func runBlocking(
        _ program: String, _ arguments: [String], _ input: [UInt8]
    ) throws(ChildProcess.Failure) -> ProgramEnd {
        var streams: [Pipe] = []
        let pid: pid_t
        do {
            pid = try ChildProcess.spawn(program, arguments) { actions throws(ChildProcess.Failure) in
                for _ in 0..<3 { streams.append(try Pipe()) }
                posix_spawn_file_actions_adddup2(&actions, streams[0].readEnd, STDIN_FILENO)
                posix_spawn_file_actions_adddup2(&actions, streams[1].writeEnd, STDOUT_FILENO)
                posix_spawn_file_actions_adddup2(&actions, streams[2].writeEnd, STDERR_FILENO)
            }
        } catch {
            for stream in streams { [stream.readEnd, stream.writeEnd].forEach { close($0) } }
            throw error
        }
        [streams[0].readEnd, streams[1].writeEnd, streams[2].writeEnd].forEach { close($0) }
        defer { [streams[1].readEnd, streams[2].readEnd].forEach { close($0) } }
        let (output, errors) = exchange(input, streams[0].writeEnd, streams[1].readEnd, streams[2].readEnd)
        return ProgramEnd(status: ChildProcess.waitForEnd(of: pid), output: output, errors: errors)
    }

    /// Writes and reads at once: neither side waits for the other with a full pipe.
    private static func exchange(
        _ input: [UInt8], _ writeEnd: Int32, _ outputEnd: Int32, _ errorEnd: Int32
    ) -> (output: [UInt8], errors: [UInt8]) {
        var rest = input[...]
        var gathered: [Int32: [UInt8]] = [outputEnd: [], errorEnd: []]
        var open: Set<Int32> = [writeEnd, outputEnd, errorEnd]
        _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
        var buffer = [UInt8](repeating: 0, count: 65536)
        while !open.isEmpty {
            var waiting = open.map {
                pollfd(fd: $0, events: Int16($0 == writeEnd ? POLLOUT : POLLIN), revents: 0)
            }
            guard poll(&waiting, nfds_t(waiting.count), -1) > 0 || errno == EINTR else { break }
            for ready in waiting where ready.revents != 0 {
                if ready.fd == writeEnd {
                    let count = rest.withUnsafeBytes { write(writeEnd, $0.baseAddress, $0.count) }
                    if count > 0 { rest = rest.dropFirst(count) }
                    guard rest.isEmpty || (count < 0 && errno != EAGAIN) else { continue }
                    close(writeEnd)
                    open.remove(writeEnd)
                } else {
                    let count = read(ready.fd, &buffer, buffer.count)
                    if count > 0 { gathered[ready.fd]? += buffer.prefix(count) } else { open.remove(ready.fd) }
                }
            }
        }
        return (gathered[outputEnd] ?? [], gathered[errorEnd] ?? [])
    }

    private struct Pipe {
        let readEnd: Int32
        let writeEnd: Int32

        init() throws(ChildProcess.Failure) {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw ChildProcess.Failure(reason: String(cString: strerror(errno))) }
            // An end that another child inherited would never be seen closed.
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (readEnd, writeEnd) = (ends[0], ends[1])
        }
    }
}
