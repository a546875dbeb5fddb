import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

/// `proxy` as a program of its own.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProxyCommandTests {
    /// Runs the proxy for an API while a test calls its address.
    private func withProxy(
        to api: String? = nil, _ options: [String] = [], test: (Console, Subprocess, String) async throws -> Void
    ) async throws {
        let console = try await Console()
        if let api { try console.writeProfile(["api": .string(api)]) }
        try await console.signIn()
        let (program, environment) = (ProgramUnderTest.path, console.program.environment)
        let (process, address) = try await blocking {
            let process = try Subprocess(program, ["proxy"] + options, environment: environment)
            let line = try process.line()
            return (process, String(line.prefix { $0 != " " }))
        }
        try await test(console, process, address)
        process.signal(SIGINT)
        #expect(try await blocking { try process.finish().status } == 130)
    }

    private func shell(_ line: String, in home: String) async throws -> Subprocess.Result {
        try await blocking {
            try Subprocess("/bin/sh", ["-c", "cd \"$0\" && \(line)", home], environment: ["PATH": "/usr/bin:/bin"])
                .finish()
        }
    }

    /// The most memory that a process has had, in bytes.
    private func peak(of pid: pid_t) throws -> Int {
        let status = try String(contentsOf: URL(filePath: "/proc/\(pid)/status"), encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) << 10
    }

    @Test func `32 MiB pass in both directions at once in memory that does not grow with them`() async throws {
        let megabyte = String(repeating: "0123456789abcdef", count: 1 << 16)
        let server = try RawServer { connection in
            while let length = connection.readHead().firstMatch(of: /Content-Length: (\d+)\r\n/).flatMap({ Int($0.1) })
            {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
                for _ in 0..<(length >> 20) { connection.write(connection.readText(megabyte.utf8.count)) }
            }
        }
        try await withProxy(to: "http://127.0.0.1:\(server.port)") { console, process, address in
            let home = console.program.home
            let (url, rest) = ("\(address)/echo", "-H 'Expect:' -o answer -w '%{http_code}'")
            let fill = "yes 0123456789abcde | head -c \(32 << 20) > body && head -c \(1 << 20) body > small"
            try await #require(shell(fill, in: home).status == 0)
            // The first call needs memory for what it uses first.
            let small = try await shell("curl -sS -T small \(rest) \(url) && cmp small answer", in: home)
            #expect(small.status == 0, "\(small.errorText)")
            let before = try peak(of: process.pid)
            let result = try await shell("curl -sS -T body \(rest) \(url) && cmp body answer", in: home)
            #expect(result.status == 0 && result.text == "200", "\(result.errorText)")
            #expect(try peak(of: process.pid) < before + 4 << 20)
        }
    }

    @Test func `the end of the session is said, and that it is back, and the hook of the command runs`() async throws {
        let console = try await Console()
        try await console.signIn()
        let (program, environment) = (ProgramUnderTest.path, console.program.environment)
        let mark = console.program.home + "/ended"
        let (process, address) = try await blocking {
            let process = try Subprocess(
                program, ["proxy", "--on-forced-logout", "touch \(mark)"], environment: environment)
            let line = try process.line()
            return (process, String(line.prefix { $0 != " " }))
        }
        @Sendable func status() async throws -> String {
            try await shell("curl -sS -o /dev/null -w '%{http_code}' \(address)/orders", in: "/tmp").text
        }
        #expect(try await status() == "200")
        try await console.provider.control("revoke-session", ["username": "alice"])
        try await until { try await status() == "401" }
        try await until { FileManager.default.fileExists(atPath: mark) }
        try await console.signIn()
        try await until { try await status() == "200" }
        process.signal(SIGINT)
        let words = try await blocking { try process.finish().errorText }
        let end = try #require(words.firstRange(of: "Programs are answered 401 from now on: "))
        #expect(words[end.upperBound...].contains("Signed in again: programs get the session's token."), "\(words)")
    }

    /// The addresses that a start of the proxy prints, which is ended then.
    private func addresses(_ console: Console, _ options: String..., count: Int = 1) async throws -> [String] {
        let (program, environment) = (ProgramUnderTest.path, console.program.environment)
        return try await blocking {
            let process = try Subprocess(program, ["proxy"] + options, environment: environment)
            var addresses: [String] = []
            while addresses.count < count {
                let line = try process.line { line in !addresses.contains { line.hasPrefix($0) } }
                addresses.append(String(line.prefix { $0 != " " }))
            }
            process.signal(SIGINT)
            _ = try process.finish()
            return addresses
        }
    }

    @Test func `the address is kept for the profile, with a key for each API that nobody guesses`() async throws {
        let console = try await Console()
        try console.writeProfile(["api": ["http://127.0.0.1:1", "http://127.0.0.1:2"]])
        try await console.signIn()
        let first = try await addresses(console, count: 2)
        let keys = first.compactMap { $0.split(separator: "/").last }
        #expect(Set(keys).count == 2 && keys.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil }, "\(first)")
        #expect(try await addresses(console, count: 2) == first)
        var facts = stat()
        #expect(stat(console.proxyFile, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        // Another API has a key of its own, and changes no other's.
        try console.writeProfile(["api": ["http://127.0.0.1:2", "http://127.0.0.1:3"]])
        let more = try await addresses(console, count: 2)
        #expect(more.first == first.last && !first.contains(more[1]))
    }

    @Test func `new keys are for the same port, another port is for the same keys, and port 0 is for one run`()
        async throws
    {
        let console = try await Console()
        try await console.signIn()
        let first = try #require(try await addresses(console).first)
        func parts(_ address: String) -> [Substring] { address.split(separator: "/") }
        let renewed = try #require(try await addresses(console, "--new-key").first)
        #expect(parts(renewed)[1] == parts(first)[1] && parts(renewed)[2] != parts(first)[2])
        let kept = try console.program.text("state/session-console/default.proxy.json")
        let once = try #require(try await addresses(console, "--listen", "0").first)
        #expect(parts(once)[1] != parts(renewed)[1] && parts(once)[2] != parts(renewed)[2])
        #expect(try console.program.text("state/session-console/default.proxy.json") == kept)
        let port = try #require(parts(once)[1].split(separator: ":").last)
        let moved = try #require(try await addresses(console, "--listen", String(port)).first)
        #expect(parts(moved)[1].hasSuffix(":\(port)") && parts(moved)[2] == parts(renewed)[2])
        #expect(try await addresses(console) == [moved])
        for option in ["--new-key", "--listen=1"] {
            #expect(try await console.run("proxy", "--socket", "/tmp/never", option).status == 2)
        }
    }

    @Test func `a program that is cut off loses its connections, and it and what it starts are refused`() async throws {
        let server = try RawServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                guard head.contains("/stream") else {
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                    continue
                }
                connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nbegun\n\r\n")
                _ = connection.readToEnd()
                return
            }
        }
        try await withProxy(to: "http://127.0.0.1:\(server.port)") { console, process, address in
            let line = """
                curl -sN "$0/stream"; echo left $?; read -r next
                curl -s -o /dev/null -w '%{http_code}\\n' "$next/orders"
                """
            let tool = try Subprocess("/bin/sh", ["-c", line, address], environment: ["PATH": "/usr/bin:/bin"])
            #expect(try await blocking { try tool.line() } == "begun")
            let cut = try await console.run("proxy", "--cut-off", "\(tool.pid)")
            #expect(cut.status == 0)
            #expect(cut.errorText.contains("sh (\(tool.pid)) and what it starts"), "\(cut.errorText)")
            let next = try #require(cut.lines.first.map { String($0.prefix { $0 != " " }) })
            #expect(next != address)
            // The proxy that runs takes it up, and says so.
            _ = try await blocking { try process.line { $0.hasPrefix(next) } }
            #expect(try await blocking { try tool.line { $0.hasPrefix("left ") } } != "left 0")
            try tool.write(next + "\n")
            #expect(try await blocking { try tool.finish().lines.last } == "403")
            let home = console.program.home
            let codes = try await shell(
                "for a in \(address) \(next); do curl -s -o /dev/null -w '%{http_code} ' $a/orders; done", in: home)
            #expect(codes.text == "404 200 ")
            #expect(try await addresses(console, "--listen", "0").first?.hasSuffix(next.suffix(32)) == false)
            #expect(try await console.run("proxy", "--cut-off", "0").status == 2)
            // Most programs that call have ended by then, and their successors know the address.
            let gone = try await console.run("proxy", "--cut-off", "\(tool.pid)")
            #expect(gone.status == 0 && gone.errorText.contains("has ended"))
            #expect(gone.lines.first?.hasPrefix(next) == false)
        }
    }

    @Test func `where another program has the kept port, it takes no other one`() async throws {
        let console = try await Console()
        try await console.signIn()
        let server = try RawServer()
        let kept = #"{"port":\#(server.port),"keys":{}}"# + "\n"
        try console.program.write(kept, to: "state/session-console/default.proxy.json")
        let result = try await console.run("proxy")
        #expect(result.status == 1 && result.text.isEmpty)
        #expect(result.errorText.contains("another program listens on port \(server.port)"))
        #expect(result.errorText.contains("--listen PORT --new-key"))
        #expect(try console.program.text("state/session-console/default.proxy.json") == kept)
    }

    @Test func `an address that can't be read is said, and not replaced`() async throws {
        let console = try await Console()
        try await console.signIn()
        let key = String(repeating: "a", count: 31)
        for text in ["", "{}", #"{"port":0,"keys":{}}"#, #"{"port":4000,"keys":{"http://a.example":"\#(key)"}}"#] {
            try console.program.write(text, to: "state/session-console/default.proxy.json")
            let result = try await console.run("proxy")
            #expect(result.status == 1 && result.errorText.contains("has no address of a proxy in it"), "\(text)")
            #expect(try console.program.text("state/session-console/default.proxy.json") == text)
        }
    }

    @Test func `with --wait it begins without a session`() async throws {
        let console = try await Console()
        #expect(try await console.run("proxy").status == 3)
        let (program, environment) = (ProgramUnderTest.path, console.program.environment)
        let (process, address) = try await blocking {
            let process = try Subprocess(program, ["proxy", "--wait"], environment: environment)
            return (process, String(try process.line().prefix { $0 != " " }))
        }
        let call = "curl -sS -o /dev/null -w '%{http_code}' \(address)/orders"
        #expect(try await shell(call, in: "/tmp").text == "401")
        try await console.signIn()
        try await until { try await shell(call, in: "/tmp").text == "200" }
        process.signal(SIGINT)
        #expect(try await blocking { try process.finish().status } == 130)
    }

    @Test func `a port that is taken, and a rule that can't be read, are said before anything is opened`() async throws
    {
        let console = try await Console()
        try await console.signIn()
        let server = try RawServer()
        let taken = try await console.run("proxy", "--listen", "\(server.port)")
        #expect(taken.status == 1 && taken.errorText.contains("another program listens on port \(server.port)"))
        let rule = try await console.run("proxy", "--only", "get")
        #expect(rule.status == 2 && rule.errorText.contains("a method such as GET"))
    }

    @Test func `a caller is in the recorded events with its program and its process`() async throws {
        try await withProxy { console, _, address in
            let call = try await shell("curl -sS -o /dev/null -w '%{http_code}' \(address)/orders", in: "/tmp")
            #expect(call.text == "200", "\(call.errorText)")
            try await until {
                guard let text = try? String(contentsOf: URL(filePath: console.eventFile), encoding: .utf8) else {
                    return false
                }
                return text.contains("\"caller\":{\"program\":\"curl\",\"process\":")
            }
        }
    }

    @Test func `an API of an authority of one's own is reached with --ca-file, and not without`() async throws {
        let server = try RawServer { connection in
            while !connection.readHead().isEmpty {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        let upstream = try SecureUpstream(of: server.port)
        let options = ["--api", "https://watched.test", "--proxy", upstream.proxy]
        for (more, status) in [(["--ca-file", upstream.rootFile], "200"), ([], "502")] {
            try await withProxy(options + more) { console, _, address in
                let result = try await shell("curl -sS -o /dev/null -w '%{http_code}' \(address)/x", in: "/tmp")
                #expect(result.text == status, "\(result.errorText)")
            }
        }
        await upstream.stop()
    }
}
