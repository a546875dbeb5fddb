import FoundationEssentials
import HostSystem
import HTTPServer

/// A keep-alive server on loopback that answers every request with 200 bytes.
struct BenchServer {
    let url: URL
    private let process: pid_t
    /// The server ends when this end of its standard input is closed, so also when this process dies.
    private let input: Int32

    /// Starts this program once more, as the server.
    static func spawn() throws(BenchError) -> BenchServer {
        guard let toServer = Pipe(), let fromServer = Pipe() else { throw .noServer(String(cString: strerror(errno))) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, toServer.readEnd, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, fromServer.writeEnd, STDOUT_FILENO)
        var process = pid_t()
        let error = "session-bench".withCString { name in
            "serve".withCString { command in
                var arguments: [UnsafeMutablePointer<CChar>?] = [
                    UnsafeMutablePointer(mutating: name), UnsafeMutablePointer(mutating: command), nil,
                ]
                return posix_spawn(&process, OpenFilePlace.ownExecutable, &actions, nil, &arguments, environ)
            }
        }
        close(toServer.readEnd)
        close(fromServer.writeEnd)
        defer { close(fromServer.readEnd) }
        guard error == 0 else { throw .noServer(String(cString: strerror(error))) }
        guard let line = fromServer.readLine(), let url = URL(string: line) else {
            throw .noServer("it said nothing")
        }
        return BenchServer(url: url, process: process, input: toServer.writeEnd)
    }

    func stop() {
        close(input)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    /// Serves, says where on standard output, and returns when standard input is closed.
    static func serveUntilInputEnds() async throws(BenchError) {
        let body = Array(repeating: UInt8(ascii: "x"), count: 200)
        let response = ServerResponse(status: 200, headers: ["Content-Type": "text/plain"], body: .bytes(body))
        let server: HTTPServer
        do {
            server = try HTTPServer.start(immediately: { _ in response }, handler: { _ in response })
        } catch {
            throw .noServer("\(error)")
        }
        print(server.origin + "/")
        fflush(nil)
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) > 0 {}
        await server.stop()
    }
}

/// Two connected descriptors that a child process does not inherit by accident.
private struct Pipe {
    let readEnd: Int32
    let writeEnd: Int32

    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    func readLine() -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(readEnd, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
