import TestSupport
import Testing

@testable import session_console

/// Where a request file's own files are.
@Suite(.timeLimit(.minutes(5)))
struct RequestFolderTests {
    @Test
    func `a file below what the system shows of itself lies in its folder, and what the shell has opened in none`()
        throws
    {
        let place = TemporaryFolder()
        place.write("x", to: "body.txt")
        let folder = RequestFolder(of: "/proc/self/root\(place.path)/calls.http", allowsOutside: false)
        #expect(try folder.contents("body.txt") == Array("x".utf8))
        #expect(RequestFolder(of: "/dev/fd/63", allowsOutside: false).obstacle(to: "body.txt") != nil)
    }
}
