import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

/// The header says that a recording is made, whatever stands beside it.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RecordedBadgeTests {
    @Test(
        arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 60, height: 20)], [0, 1, 18])
    func `with no fault armed, with one and with many`(size: Size, faults: Int) throws {
        var workspace = Workspace(Console.signedIn(size: size).model)
        let armed = Dictionary(
            uniqueKeysWithValues: LabFault.ofSessions.prefix(faults).map { ($0, LabFault.Arming.times(1)) })
        _ = update(&workspace, .terminal(.resized(size)))
        _ = update(&workspace, .session(0, .happened(.faults(armed))))
        try expectWords(workspace.picture.headerWords, "\(size.width) columns, \(faults) faults")
        _ = update(&workspace, .recording(.began(0, path: "a.jsonl")))
        try expectWords(workspace.picture.headerWords, "\(size.width) columns, \(faults) faults, recorded")
    }
}
