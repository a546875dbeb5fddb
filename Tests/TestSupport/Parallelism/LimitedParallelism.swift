import FoundationEssentials
package import Testing

/// Runs only as many tests at a time as the machine has room for.
///
/// For suites that start servers, programs or terminals: hundreds of those at once wait for each other until the first
/// of them times out. `.ci/check-tree` finds a suite that uses a fixture of this kind without the trait. And for suites
/// that draw whole screens: a thousand of those at once take longer than the time limit of each.
package struct LimitedParallelism: SuiteTrait, TestTrait, TestScoping {
    /// Four for each processor: such a test waits more than it computes.
    private static let room = Slots(4 * ProcessInfo.processInfo.activeProcessorCount)

    /// Ends when the tests that run as wide as they like have been through.
    ///
    /// All of them start at once. Until they are done, a task that gives up its thread gets the next one after minutes,
    /// which no server and no client has the time for.
    private static let quiet = Task {
        let deadline = ContinuousClock.now + .seconds(240)
        var quickTurns = 0
        while quickTurns < 10, ContinuousClock.now < deadline {
            let start = ContinuousClock.now
            await Task.yield()
            quickTurns = ContinuousClock.now - start < .milliseconds(50) ? quickTurns + 1 : 0
        }
    }

    /// What the present test has of that room.
    private enum Share: Sendable {
        /// A place, in which the function's cases run one after the other.
        case function(Slots)
        case testCase
    }

    @TaskLocal private static var share: Share?

    package var isRecursive: Bool { true }

    /// Around the function and not only around its cases: a test's time limit holds for the case, without the wait for
    /// a place.
    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { test.isSuite ? nil : self }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        switch (Self.share, testCase) {
        case (nil, nil):
            await Self.quiet.value
            try await Self.room.occupied {
                try await Self.$share.withValue(.function(Slots(1))) { try await first(function) }
            }
        case (.function(let slots), _?):
            try await slots.occupied { try await Self.$share.withValue(.testCase) { try await function() } }
        default:
            // A suite inside a suite that has the trait as well.
            try await function()
        }
    }

    /// Performs a function before whatever else waits for a thread, as those of the crowd that come late.
    ///
    /// A program has limits of its own, which its test must not miss: among 400 tasks of 20 ms a sleep of 10 ms took up
    /// to 4.6 s on two processors, and 24 ms with this.
    private func first(_ function: @Sendable () async throws -> Void) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup { group in
                group.addTask(priority: .high, operation: function)
                try await group.waitForAll()
            }
        }
    }
}

extension Trait where Self == LimitedParallelism {
    package static var limitedParallelism: Self { Self() }
}
