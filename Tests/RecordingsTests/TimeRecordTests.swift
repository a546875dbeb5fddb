import FoundationEssentials
import JOSE
import TestSupport
import Testing

@testable import Recordings

@Suite(.timeLimit(.minutes(5))) struct TimeRecordTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
            (1_795_414_492.25, "2026-11-23T06:14:52.250Z"), (-62_135_596_800, "0001-01-01T00:00:00.000Z"),
            (253_402_300_799, "9999-12-31T23:59:59.000Z"), (1e30, "9999-12-31T23:59:59.000Z"),
            (-1e30, "0001-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.000Z"),
        ] as [(Double, String)])
    func `a time is written as RFC 3339 has it`(_ seconds: Double, _ text: String) {
        #expect(Date(timeIntervalSince1970: seconds).recorded == .string(text))
    }

    @Test func `a time is the same after it was written and read`() throws {
        var generator = SeededGenerator(seed: 4_711)
        for _ in 0..<20_000 {
            let date = Date(timeIntervalSinceReferenceDate: Double.random(in: 5e8...1e9, using: &generator))
            #expect(try Date(recorded: date.recorded) == date)
            let old = Date(timeIntervalSince1970: Double.random(in: -6e10...0, using: &generator).rounded())
            #expect(try Date(recorded: old.recorded) == old)
            // Foundation's calendar is the Julian one before 1582.
            let day = Date(timeIntervalSince1970: Double.random(in: -1.2e10...2.5e11, using: &generator).rounded())
            #expect(day.recordedText.hasPrefix(day.formatted(.iso8601).dropLast()))
        }
    }

    @Test(arguments: [
        "2026-11-23T08:14:52.5+02:00", "2026-11-23T01:44:52.500-04:30", "2026-11-23T06:14:52.50000000099Z",
    ])
    func `offsets and any number of decimals are read`(_ text: String) throws {
        let date = try Date(recorded: .string(text))
        #expect(date == Date(timeIntervalSince1970: 1_795_414_492.5))
    }

    @Test(arguments: [
        "", "2026", "2026-11-23", "2026-11-23 06:14:52Z", "2026-11-23T06:14:52", "2026-11-31T06:14:52Z",
        "2026-02-29T00:00:00Z", "2026-11-23T24:00:00Z", "2026-11-23T06:14:52.Z", "2026-11-23T06:14:52Z ",
        "0000-01-01T00:00:00Z", "20260-11-23T06:14:52Z", "2026-11-23T06:14:52+2:00",
    ])
    func `anything else is no time`(_ text: String) {
        #expect(throws: RecordFlaw.self) { try Date(recorded: .string(text)) }
    }

    @Test(arguments: [
        (Duration.zero, "0"), (.seconds(90), "90"), (.milliseconds(-1_500), "-1.5"), (.nanoseconds(1), "0.000000001"),
        (Duration(secondsComponent: 0, attosecondsComponent: -1), "-0.000000000000000001"),
        (
            Duration(secondsComponent: -99_999_999_999, attosecondsComponent: -999_999_999_999_999_999),
            "-99999999999.999999999999999999"
        ),
    ])
    func `a duration is a number of seconds, and the same after it was read`(_ duration: Duration, _ text: String)
        throws
    {
        #expect(duration.recorded.serialized() == text)
        #expect(try Duration(recorded: duration.recorded) == duration)
    }

    @Test func `numbers of seconds in other spellings are read, and impossible ones are not`() throws {
        #expect(try Duration(recorded: JSONValue(parsing: "15e-1".utf8)) == .milliseconds(1_500))
        #expect(try Duration(recorded: JSONValue(parsing: "1.5000000000000000000000".utf8)) == .milliseconds(1_500))
        for text in [
            "1e300", "99999999999999999999", "9223372036854775807", "-9223372036854775808", "100000000000.1", "-1e12",
            "\"1\"", "null",
        ] {
            #expect(throws: RecordFlaw.self) { try Duration(recorded: JSONValue(parsing: text.utf8)) }
        }
    }
}
