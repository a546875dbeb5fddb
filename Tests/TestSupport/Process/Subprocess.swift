package import Glibc
import Synchronization

/// A real process with its standard streams in the test's hands.
package final class Subprocess: Sendable {
    package struct Result: Sendable {
        package var status: Int32
        package var output: [UInt8]
        package var errors: [UInt8]

        package var text: String { String(decoding: output, as: UTF8.self) }
        package var errorText: String { String(decoding: errors, as: UTF8.self) }
        /// The lines of standard output, without the last line's end.
        package var lines: [String] { text.split(separator: "\n").map(String.init) }
    }

    package struct CouldNotStart: Error { package let path: String, reason: String }
    package struct TookTooLong: Error { package let arguments: [String], output: String, errors: String }
    package struct EndedEarly: Error { package let arguments: [String], output: String, errors: String }

    package let pid: pid_t
    private let arguments: [String]
    private let input: Int32
    private let output: Int32
    private let errors: Int32
    private let isReaped = Mutex(false)
    private let gathered = Mutex(Gathered())

    /// What has come, and which streams have ended: those are always ready, so nobody must wait for them.
    private struct Gathered {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var outputHasEnded = false
        var errorsHaveEnded = false
    }

    /// Writing to a process that has ended is an error of the write, not the end of all tests.
    private static let ignoresBrokenPipes: Void = { _ = Glibc.signal(SIGPIPE, SIG_IGN) }()

    package convenience init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
        Self.ignoresBrokenPipes
        self.init(try Self.start(path, arguments, environment), arguments)
    }

    private struct Started {
        var pid: pid_t
        var input, output, errors: Int32
    }

    private init(_ started: Started, _ arguments: [String]) {
        pid = started.pid
        self.arguments = arguments
        (input, output, errors) = (started.input, started.output, started.errors)
    }

    /// `pipe2`, which the C library's Swift module leaves out.
    private static let openPipe = dlsym(nil, "pipe2").map {
        unsafeBitCast($0, to: (@convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32).self)
    }

    private static func start(
        _ path: String, _ arguments: [String], _ environment: [String: String]
    ) throws -> Started {
        var pipes = [[Int32]]()
        for _ in 0..<3 {
            var ends: [Int32] = [0, 0]
            // At once and not afterwards: an end that another child inherited would never be seen closed.
            guard openPipe?(&ends, O_CLOEXEC) == 0 else {
                pipes.joined().forEach { close($0) }
                throw CouldNotStart(path: path, reason: "no pipe")
            }
            pipes.append(ends)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipes[0][0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes[1][1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipes[2][1], STDERR_FILENO)
        // Threads of Dispatch block signals, and what a thread blocks its children would block too.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var argv = ([path] + arguments).map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var child: pid_t = 0
        let failure = posix_spawnp(&child, path, &actions, &attributes, &argv, &envp)
        [pipes[0][0], pipes[1][1], pipes[2][1]].forEach { close($0) }
        guard failure == 0 else {
            [pipes[0][1], pipes[1][0], pipes[2][0]].forEach { close($0) }
            throw CouldNotStart(path: path, reason: String(cString: strerror(failure)))
        }
        for descriptor in [pipes[0][1], pipes[1][0], pipes[2][0]] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        return Started(pid: child, input: pipes[0][1], output: pipes[1][0], errors: pipes[2][0])
    }

    deinit {
        // A test that failed half-way leaves no process behind, and no zombie.
        if !isReaped.withLock({ $0 }) {
            kill(pid, SIGKILL)
            var status: Int32 = 0
            while waitpid(pid, &status, 0) == -1 && errno == EINTR {}
        }
        [input, output, errors].forEach { close($0) }
    }

    /// Writes to standard input, while output that comes is read; what a process that has ended doesn't read is
    /// dropped.
    package func write(_ text: String, within limit: Duration = patience) throws {
        let deadline = ContinuousClock.now + limit
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                gather()
                try wait(until: deadline, writing: true)
            } else if errno != EINTR {
                return
            }
        }
    }

    package func signal(_ signal: Int32) {
        // Once it is reaped its number may be another process's.
        isReaped.withLock { if !$0 { kill(pid, signal) } }
    }

    /// Reads standard output until it holds a whole line that `matches`, and returns the line.
    package func line(within limit: Duration = patience, where matches: (String) -> Bool = { _ in true }) throws
        -> String
    {
        try line(of: \.output, within: limit, where: matches)
    }

    /// A line of standard error, as ``line(within:where:)`` waits for one of standard output.
    package func errorLine(within limit: Duration = patience, where matches: (String) -> Bool) throws -> String {
        try line(of: \.errors, within: limit, where: matches)
    }

    private func line(
        of stream: KeyPath<Gathered, [UInt8]>, within limit: Duration, where matches: (String) -> Bool
    ) throws -> String {
        let deadline = ContinuousClock.now + limit
        while true {
            gather()
            let lines = gathered.withLock { String(decoding: $0[keyPath: stream], as: UTF8.self) }
                .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { matches(String($0)) }) { return String(line) }
            try requireMoreOutput()
            try wait(until: deadline)
        }
    }

    /// Lets the process see the end of its standard input.
    package func closeInput() {
        // The descriptor's number stays taken, so that deinit closes nobody else's file.
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        dup2(null, input)
        _ = fcntl(input, F_SETFD, FD_CLOEXEC)
        close(null)
    }

    /// Closes standard input and waits for the end.
    package func finish(within limit: Duration = patience, closingInput: Bool = true) throws -> Result {
        if closingInput { closeInput() }
        let deadline = ContinuousClock.now + limit
        while true {
            var status: Int32 = 0
            let ended = isReaped.withLock { isReaped in
                if waitpid(pid, &status, WNOHANG) == pid { isReaped = true }
                return isReaped
            }
            gather()
            if ended {
                let (out, err) = gathered.withLock { ($0.output, $0.errors) }
                let signal = status & 0x7F
                return Result(status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: out, errors: err)
            }
            try wait(until: deadline)
        }
    }

    /// Waits for output, at most a moment, and throws once the deadline has passed.
    private func wait(until deadline: ContinuousClock.Instant, writing: Bool = false) throws {
        let (outputHasEnded, errorsHaveEnded) = gathered.withLock { ($0.outputHasEnded, $0.errorsHaveEnded) }
        // Of a negative descriptor nothing is ever ready.
        var ready = [
            pollfd(fd: outputHasEnded ? -1 : output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errorsHaveEnded ? -1 : errors, events: Int16(POLLIN), revents: 0),
            pollfd(fd: writing ? input : -1, events: Int16(POLLOUT), revents: 0),
        ]
        poll(&ready, 3, 5)
        guard ContinuousClock.now < deadline else {
            let (out, err) = gathered.withLock { ($0.output, $0.errors) }
            throw TookTooLong(
                arguments: arguments, output: String(decoding: out, as: UTF8.self),
                errors: String(decoding: err, as: UTF8.self))
        }
    }

    private func requireMoreOutput() throws {
        let held = gathered.withLock { $0 }
        guard held.outputHasEnded, held.errorsHaveEnded else { return }
        throw EndedEarly(
            arguments: arguments, output: String(decoding: held.output, as: UTF8.self),
            errors: String(decoding: held.errors, as: UTF8.self))
    }

    private func gather() {
        gathered.withLock { held in
            held.outputHasEnded = Self.drain(output, into: &held.output)
            held.errorsHaveEnded = Self.drain(errors, into: &held.errors)
        }
    }

    /// Takes what is there, and tells whether nothing more will come.
    private static func drain(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return count == 0 }
            bytes += buffer.prefix(count)
        }
    }
}
