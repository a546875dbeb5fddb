import FoundationEssentials
import RequestFiles
import Testing

@Suite(.timeLimit(.minutes(5))) struct GivenAddressTests {
    @Test(arguments: [
        ("GET https://a.test/x?filter[a]=1&q=a%20b", "https://a.test/x?filter%5Ba%5D=1&q=a%20b"),
        ("GET https://a.test/x?q=a%20b&name=50%", "https://a.test/x?q=a%20b&name=50%25"),
        ("@c = YW%3D|\nGET https://a.test/x?c={{c}}", "https://a.test/x?c=YW%3D%7C"),
        ("curl -g 'https://a.test/a%2Fb?p[0]=%20'", "https://a.test/a%2Fb?p%5B0%5D=%20"),
        ("GET https://a.test/a/../b%20[", "https://a.test/b%20%5B"),
    ])
    func `address 1: a file's address is sent as it was written`(text: String, expected: String) throws {
        #expect(try Reading.resolved(text).url.absoluteString == expected)
    }
}
