import JOSE
import TestSupport
import Testing

/// The program on a disk without room: a small file system in memory, which nobody but the test's own processes sees.
@Suite(
    .timeLimit(.minutes(5)), .limitedParallelism,
    .enabled(if: canMount, "this user may mount nothing, not even in a namespace of their own")
)
struct FullDiskTests {
    /// With the home and the program as its arguments; tells the exit status of each step.
    private static let script = """
        cp -r "$1/state/session-console" "$1/kept"
        mount -t tmpfs -o size=64k,mode=700 tmpfs "$1/state" || exit 9
        cp -r "$1/kept" "$1/state/session-console"
        dd if=/dev/zero of="$1/state/fill" bs=1k 2>/dev/null
        "$2" refresh; echo "full $?"
        cmp "$1/kept/default.session.json" "$1/state/session-console/default.session.json"; echo "unchanged $?"
        ls "$1/state/session-console"
        rm "$1/state/fill"
        "$2" refresh; echo "room $?"
        """

    @Test func `invariant 26: on a full disk nothing is spent, the record stays whole, and all goes on with room`()
        async throws
    {
        let console = try await Console()
        try await console.signIn()
        let (home, environment) = (console.program.home, console.program.environment)
        let result = try await blocking {
            try Subprocess(
                "unshare", ["--map-root-user", "--mount", "sh", "-c", Self.script, "sh", home, ProgramUnderTest.path],
                environment: environment
            ).finish()
        }
        #expect(result.errorText.contains("No space left on device"))
        #expect(
            result.lines == [
                "full 1", "unchanged 0", "default.events.jsonl", "default.session.json", "default.session.json.lock",
                "room 0",
            ])
        #expect(try await console.provider.tokenRequests("refresh_token") == ["invalid_grant": 0, "ok": 1])
    }

    /// Makes the file system with the session read-only.
    private static let readOnlyScript = """
        cp -r "$1/state/session-console" "$1/kept"
        mount -t tmpfs -o size=1m,mode=700 tmpfs "$1/state" || exit 9
        cp -r "$1/kept" "$1/state/session-console"
        mount -o remount,ro "$1/state" || exit 9
        "$2" token > "$1/token"; echo "token $?"
        "$2" refresh; echo "refresh $?"
        """

    @Test func `loss 5: only on a read-only file system is there no lock, which is said, and nothing is spent`()
        async throws
    {
        let console = try await Console()
        try await console.signIn()
        let (home, environment) = (console.program.home, console.program.environment)
        let result = try await blocking {
            try Subprocess(
                "unshare",
                ["--map-root-user", "--mount", "sh", "-c", Self.readOnlyScript, "sh", home, ProgramUnderTest.path],
                environment: environment
            ).finish()
        }
        #expect(result.lines == ["token 0", "refresh 1"])
        #expect(result.errorText.contains(".lock: Read-only file system: the session is used without a lock"))
        #expect(try await console.provider.tokenRequests("refresh_token")["ok"] != 1)
    }
}

private let canMount =
    (try? Subprocess("unshare", ["--map-root-user", "--mount", "true"], environment: ["PATH": "/usr/bin:/bin"])
        .finish().status) == 0
