import SessionHTTP
import Testing

@testable import ClientObservation

/// Scripts, which start a process of a program such as curl for each message.
@Suite(.timeLimit(.minutes(5)))
struct SenderTests {
    @Test(arguments: Example.all)
    func `a script that breaks a rule is found as a program is`(example: Example) {
        let script = Example.script(example.breaking).sentByProcesses()
        #expect(script.observed().names.contains(example.rule))
    }

    @Test(arguments: Example.all)
    func `a script that keeps a rule is not found`(example: Example) {
        let observer = Example.script(example.right).sentByProcesses().observed()
        #expect(!observer.names.contains(example.rule))
        #expect(observer.errors.isEmpty)
    }

    @Test(arguments: CorrectClientTests.lives)
    func `a correct script's whole life has no finding about the client`(life: CorrectClientTests.Life) {
        let observer = Example.script(life.play).sentByProcesses().observed()
        #expect(observer.findings.filter { $0.weight != .note }.map(\.rule) == [])
    }

    @Test func `programs that a shell starts answer for themselves once they send more than one message`() {
        var senders = Senders()
        func caller(_ process: Int32) -> Caller { Caller(name: "node", process: process, starter: 7) }
        let processes: [Int32] = [41, 41, 42, 42, 41, 43]
        #expect(processes.map { senders.sender(of: caller($0))?.process } == processes)
    }

    @Test func `processes of two scripts, of two programs and without a script are different senders`() {
        var senders = Senders()
        let callers = [
            Caller(name: "curl", process: 41, starter: 7), Caller(name: "curl", process: 42, starter: 7),
            Caller(name: "curl", process: 43, starter: 8), Caller(name: "wget", process: 44, starter: 7),
            Caller(name: "curl", process: 45), Caller(name: "curl", process: 46, starter: 7),
        ]
        #expect(callers.map { senders.sender(of: $0)?.process } == [41, 41, 43, 44, 45, 41])
        #expect(senders.sender(of: nil) == nil)
    }
}

extension Script {
    /// What it would be if a shell had started a process for each message of each program.
    fileprivate func sentByProcesses() -> Script {
        var script = self
        for index in messages.indices {
            let caller = messages[index].request.caller
            script.messages[index].request.caller = caller.map {
                Caller(name: $0.name, process: 10_000 + Int32(index), starter: $0.process)
            }
        }
        return script
    }
}
