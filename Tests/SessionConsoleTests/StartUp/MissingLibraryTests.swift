import Testing
import TestSupport

/// libcurl and libmicrohttpd are opened when they are needed: a program without them says so then.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct MissingLibraryTests {
    @Test(arguments: [
        ("libcurl.so.4", ["login", "--issuer", "http://127.0.0.1:9", "--client-id", "x"]),
        ("libmicrohttpd.so.12", ["provider"]),
    ])
    func `a library that can't be opened is named`(library: String, arguments: [String]) async throws {
        var program = try ProgramUnderTest()
        defer { program.remove() }
        try program.write("no library", to: library)
        program.environment["LD_LIBRARY_PATH"] = program.home
        let result = try await program.run(arguments: arguments)
        #expect(result.status != 0)
        #expect(result.errorText.contains("\(program.home)/\(library): file too short"), "\(result.errorText)")
        let version = try await program.run("--version")
        #expect(version.status == 0)
    }
}
