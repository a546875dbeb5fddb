import FoundationEssentials
import SessionCore
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct HTTPDateTests {
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func `the three forms of RFC 9110 §5.6.7 are one moment`(text: String) {
        #expect(HTTPDate.parse(text) == Date(timeIntervalSince1970: 784_111_777))
    }

    @Test func `leap days and the turn of a year come out right`() {
        #expect(HTTPDate.parse("Thu, 29 Feb 2024 23:59:59 GMT") == Date(timeIntervalSince1970: 1_709_251_199))
        #expect(HTTPDate.parse("Fri, 01 Mar 2024 00:00:00 GMT") == Date(timeIntervalSince1970: 1_709_251_200))
        #expect(HTTPDate.parse("Thu, 01 Jan 1970 00:00:00 GMT") == Date(timeIntervalSince1970: 0))
        #expect(HTTPDate.parse("Thu, 31 Dec 2026 23:59:60 GMT") == Date(timeIntervalSince1970: 1_798_761_600))
    }

    @Test(arguments: [
        "", "now", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Nuv 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, 41 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z",
    ])
    func `anything else is no date`(text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }

    @Test func `Retry-After is seconds or a date, measured by the server's own clock`() throws {
        let url = try #require(URL(string: "https://provider.example"))
        func wait(_ headers: HTTPHeaders) -> Duration? {
            HTTPResponse(status: 503, headers: headers, url: url).retryAfter(now: Date(timeIntervalSince1970: 0))
        }
        #expect(wait(["Retry-After": "7"]) == .seconds(7))
        #expect(wait(["Retry-After": "-7"]) == nil)
        #expect(wait(["Retry-After": "soon"]) == nil)
        #expect(wait([:]) == nil)
        #expect(wait(["Retry-After": "99999999999"]) == .seconds(86_400))
        #expect(
            wait(["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:30 GMT"])
                == .seconds(7))
        #expect(
            wait(["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 09:00:00 GMT"]) == .zero)
    }
}
