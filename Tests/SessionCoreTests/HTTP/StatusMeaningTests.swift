import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct StatusMeaningTests {
    @Test(arguments: [
        (StatusMeaning.success, [100, 200, 204, 299]), (.redirect, [300, 304, 399]),
        (.refusal, [400, 401, 403, 404, 407, 409, 428, 430, 499]), (.temporary, [408, 429, 500, 503, 599, 600]),
    ])
    func `invariant 21: 408, 429 and 5xx say nothing about a request, and every other 4xx refuses it`(
        meaning: StatusMeaning, statuses: [Int]
    ) {
        for status in statuses { #expect(StatusMeaning(status) == meaning, "\(status)") }
    }
}
