import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct SignInAttemptsTests {
    enum Step: Sendable {
        case begin
        case signOut
        case succeed(Int)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        let void: [Int]
    }

    @Test(arguments: [
        Row(testDescription: "an attempt that nothing disturbs", steps: [.begin], void: []),
        Row(testDescription: "a sign-out after it began", steps: [.begin, .begin, .signOut], void: [1, 2]),
        Row(testDescription: "a sign-out before it began", steps: [.signOut, .begin], void: []),
        Row(testDescription: "an attempt after the sign-out", steps: [.begin, .signOut, .begin], void: [1]),
        Row(testDescription: "the later of two succeeds", steps: [.begin, .begin, .succeed(2)], void: [1, 2]),
        Row(testDescription: "the earlier of two succeeds", steps: [.begin, .begin, .succeed(1)], void: [1]),
        Row(testDescription: "a late success", steps: [.begin, .begin, .signOut, .succeed(1)], void: [1, 2]),
    ])
    func `invariant 13: a sign-out makes what has begun void, and a success itself and what began before`(row: Row) {
        var attempts = SignInAttempts()
        var begun: [Int] = []
        for step in row.steps {
            switch step {
            case .begin: begun.append(attempts.begin())
            case .signOut: attempts.voidAll()
            case .succeed(let attempt): attempts.succeed(attempt)
            }
        }
        #expect(begun == Array(1...max(1, begun.count)))
        #expect(begun.filter { attempts.isVoid($0) } == row.void)
    }
}
