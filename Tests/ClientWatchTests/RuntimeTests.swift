import ClientObservation
import Interception
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RuntimeTests {
    @Test(arguments: [
        ("/usr/bin/python3.11", "Python"), ("python", "Python"), ("/usr/bin/node", "Node"), ("node20", "Node"),
        ("/usr/lib/jvm/java-17-openjdk-amd64/bin/java", "Java"), ("/usr/bin/curl", "curl"),
        ("/usr/lib/git-core/git-remote-https", "git"), ("aria2c", "aria2"), ("/usr/bin/gh", "Go"),
    ])
    func `a runtime is known by its program's name`(path: String, name: String) {
        #expect(Runtime.of(executable: path)?.name == name)
    }

    @Test func `a program that Go compiled is known by its note, and any other is not`() {
        let note: [UInt8] = [4, 0, 0, 0, 0x53, 0, 0, 0, 4, 0, 0, 0, 0x47, 0x6F, 0, 0]
        let head = [0x7F] + Array("ELF".utf8) + [UInt8](repeating: 0, count: 100)
        #expect(Runtime.of(executable: "/opt/bin/tool", head: head + note) == .go)
        #expect(Runtime.of(executable: "/opt/bin/tool", head: head) == nil)
        #expect(Runtime.of(executable: "") == nil)
    }

    @Test func `what doesn't come by itself has a remedy`() {
        for runtime in Runtime.all {
            let comesByItself = runtime.proxy == .followed || runtime.proxy == .set
            if case .variable = runtime.trust, comesByItself { continue }
            #expect(!runtime.remedies.isEmpty, "\(runtime.name)")
        }
    }

    @Test func `a variable of trust is one that is set`() {
        let names = Set(ChildVariable.all.map(\.name))
        for runtime in Runtime.all {
            if case .variable(let name) = runtime.trust { #expect(names.contains(name), "\(runtime.name)") }
        }
        #expect(Runtime.of(executable: "/usr/bin/ruby3.1")?.proxy == .followedExceptLoopback)
    }
}
