import FoundationEssentials
import HostSystem
import TestSupport
import Testing

/// What is replaced as a whole, what is written to instead, and what is refused.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ReplacedFileTests {
    private let folder = TemporaryFolder()

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    private func kind(_ name: String) -> mode_t? {
        var facts = stat()
        return lstat(path(name), &facts) == 0 ? facts.st_mode & S_IFMT : nil
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func `a file is made and replaced for its owner alone, and nothing else is left`() throws {
        for text in ["one", "two"] {
            try ReplacedFile(path: path("a")).write(bytes(text))
            #expect(folder.text("a") == text)
        }
        var facts = stat()
        #expect(stat(path("a"), &facts) == 0 && facts.st_mode & 0o7777 == 0o600)
        #expect(folder.names("") == ["a"])
    }

    @Test func `a named pipe is written to, and stays`() async throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        async let read = blocking { [path = path("pipe")] in
            try Subprocess("/bin/cat", [path], environment: [:]).finish().text
        }
        try await blocking { [path = path("pipe")] in try ReplacedFile(path: path).writeOrSend(Array("token".utf8)) }
        #expect(try await read == "token")
        #expect(kind("pipe") == S_IFIFO)
    }

    @Test(.enabled(if: geteuid() == 0, "only root makes devices"))
    func `a device is written to, and stays one where that fails`() throws {
        // The numbers of /dev/full.
        #expect(mknod(path("full"), S_IFCHR | 0o600, dev_t(1 << 8 | 7)) == 0)
        let failure = #expect(throws: FileFailure.self) { try ReplacedFile(path: path("full")).writeOrSend(bytes("x")) }
        #expect(failure?.reason == .system(ENOSPC))
        #expect(kind("full") == S_IFCHR)
        #expect(folder.names("") == ["full"])
    }

    @Test func `what may not be sent to is refused, and stays`() throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        folder.makeFolder("folder")
        #expect(symlink("folder", path("link")) == 0 && symlink("loop", path("loop")) == 0)
        for (name, kind) in [("pipe", "a named pipe"), ("folder", "a folder"), ("link", "a folder")] {
            let failure = #expect(throws: FileFailure.self) { try ReplacedFile(path: path(name)).write(bytes("x")) }
            #expect(failure?.reason == .notRegular(kind))
        }
        let failure = #expect(throws: FileFailure.self) {
            try ReplacedFile(path: path("folder")).writeOrSend(bytes("x"))
        }
        #expect(failure?.reason == .notRegular("a folder"))
        #expect(throws: FileFailure(path("loop"), .system(ELOOP))) { try ReplacedFile(path: path("loop")).write([1]) }
        #expect(folder.names("") == ["folder", "link", "loop", "pipe"])
    }

    @Test func `of a link the file is replaced that it leads to, or made`() throws {
        folder.makeFolder("far")
        folder.write("old", to: "far/file")
        #expect(symlink("far/file", path("near")) == 0 && symlink("near", path("nearer")) == 0)
        #expect(symlink("far/none", path("dangling")) == 0)
        try ReplacedFile(path: path("nearer")).write(bytes("new"))
        try ReplacedFile(path: path("dangling")).write(bytes("made"))
        #expect(folder.text("far/file") == "new" && folder.text("far/none") == "made")
        for link in ["near", "nearer", "dangling"] { #expect(kind(link) == S_IFLNK) }
        #expect(folder.names("far") == ["file", "none"])
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func `a link of another user is not followed`() throws {
        folder.write("old", to: "file")
        #expect(symlink("file", path("link")) == 0 && lchown(path("link"), 1234, 1234) == 0)
        #expect(throws: FileFailure(path("link"), .foreign(owner: 1234))) {
            try ReplacedFile(path: path("link")).write(bytes("new"))
        }
        #expect(folder.text("file") == "old")
    }

    @Test func `what a killed writer has left is taken over, and nothing is written through it`() throws {
        folder.write("a longer text than the one that comes", to: ".a.new")
        try ReplacedFile(path: path("a")).write(bytes("new"))
        #expect(folder.text("a") == "new" && folder.names("") == ["a"])
        folder.write("mine", to: "other")
        #expect(symlink("other", path(".a.new")) == 0)
        try ReplacedFile(path: path("a")).write(bytes("newer"))
        #expect(link(path("other"), path(".a.new")) == 0)
        try ReplacedFile(path: path("a")).write(bytes("newest"))
        #expect(folder.text("a") == "newest" && folder.text("other") == "mine")
        #expect(folder.names("") == ["a", "other"])
    }

    @Test func `of many writers at once each writes its text whole`() async throws {
        let file = ReplacedFile(path: path("a"))
        let texts = (0..<8).map { String(repeating: "\($0)", count: 50_000 + $0) }
        try await withThrowingTaskGroup { group in
            for text in texts {
                group.addTask {
                    for _ in 0..<10 { try await blocking { try file.write(Array(text.utf8)) } }
                }
            }
            group.addTask { [folder] in
                for _ in 0..<100 {
                    if let seen = folder.text("a") { #expect(texts.contains(seen)) }
                    await Task.yield()
                }
            }
            try await group.waitForAll()
        }
        #expect(folder.names("") == ["a"])
    }

    @Test func `a file that somebody else has changed is not replaced`() throws {
        folder.write("theirs", to: "a")
        let file = ReplacedFile(path: path("a"))
        #expect(throws: FileFailure(path("a"), .changed)) { try file.write([1], over: bytes("ours"), limit: 100) }
        #expect(throws: FileFailure(path("a"), .changed)) { try file.write([1], over: bytes("theirs"), limit: 3) }
        try file.write(bytes("ours"), over: bytes("theirs"), limit: 100)
        #expect(folder.text("a") == "ours")
    }
}
