import FoundationEssentials
import Testing

@testable import CurlTransport

@Suite(.serialized, .timeLimit(.minutes(5))) struct CertificateTests {
    @Test(arguments: [
        ("Jan  1 00:00:00 1970 GMT", 0.0), ("Feb 29 12:30:15 2024 GMT", 1_709_209_815),
        ("Dec 31 23:59:59 1999 GMT", 946_684_799),
        ("Jan  1 00:00:00 2120 GMT", 4_733_510_400), ("Mar  1 00:00:00 2100 GMT", 4_107_542_400),
    ])
    func `OpenSSL's dates are read`(text: String, seconds: Double) {
        #expect(ServerCertificate.date(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "Jan 1 2120", "Foo  1 00:00:00 2120 GMT", "Jan  1 00:00 2120 GMT", "Jan  1 00:00:00 2120 CET",
    ])
    func `anything else is no date`(text: String) {
        #expect(ServerCertificate.date(text) == nil)
    }
}
