import TestSupport
import Testing

/// The real program in a real terminal, on a provider that counts what really reached it.
@Suite(.timeLimit(.minutes(10)), .limitedParallelism) enum ConsoleTests {}
