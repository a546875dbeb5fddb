import TestSupport
import Testing

/// Everything here shares curses, of which a process has one: so one test at a time.
@Suite(.serialized, .timeLimit(.minutes(10)), .limitedParallelism) struct CursesTests {}
