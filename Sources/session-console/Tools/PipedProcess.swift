import Dispatch
import HostSystem

/// A program's exit status and output.
struct ProgramEnd: Sendable {
    var status: Int32
    var output: [UInt8]
    var errors: [UInt8]
}

/// Runs a program with pipes as its standard streams.
enum PipedProcess {
    /// How it went; in the last two cases the program was killed, and what it had started.
    enum Outcome: Sendable {
        case ended(ProgramEnd), late, tooLong
    }

    /// Finds the program in `PATH`, writes `input` to it and waits for its end, on a thread of its own.
    ///
    /// It is killed if it has not ended within the time, or has written more than `limit` bytes.
    static func run(
        _ program: String, _ arguments: [String], input: [UInt8], within time: Duration, limit: Int
    ) async throws(ChildProcess.Failure) -> Outcome {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Swift.Result { try runBlocking(program, arguments, input, time, limit) })
            }
        }
        do {
            return try result.get()
        } catch {
            throw (error as? ChildProcess.Failure) ?? ChildProcess.Failure(reason: "\(error)")
        }
    }

    private static func runBlocking(
        _ program: String, _ arguments: [String], _ input: [UInt8], _ time: Duration, _ limit: Int
    ) throws(ChildProcess.Failure) -> Outcome {
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
        var conversation = Conversation(
            input: input, writeEnd: streams[0].writeEnd, outputEnd: streams[1].readEnd, errorEnd: streams[2].readEnd,
            limit: limit)
        defer { conversation.close() }
        let end = conversation.carryOn(with: pid, until: ContinuousClock.now + time)
        if end != .ended { for program in ProcessTree().descendants(of: pid) + [pid] { kill(program, SIGKILL) } }
        let status = ChildProcess.waitForEnd(of: pid)
        return switch end {
        case .ended: .ended(ProgramEnd(status: status, output: conversation.output, errors: conversation.errors))
        case .late: .late
        case .tooLong: .tooLong
        }
    }

    private struct Pipe {
        let readEnd: Int32
        let writeEnd: Int32

        init() throws(ChildProcess.Failure) {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw ChildProcess.Failure(reason: String(cString: strerror(errno))) }
            // If another child inherited an end, the pipe would stay open.
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (readEnd, writeEnd) = (ends[0], ends[1])
        }
    }
}
