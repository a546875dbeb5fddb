import Addresses
import FoundationEssentials
import Testing

@Suite(.timeLimit(.minutes(5))) struct GivenAddressTests {
    @Test(arguments: [
        ("https://h/x?page[n]=1&cursor=YW%3D", "https://h/x?page%5Bn%5D=1&cursor=YW%3D"),
        ("https://h/x?q=a%20b|c", "https://h/x?q=a%20b%7Cc"), ("https://h/{id}/a%2Fb", "https://h/%7Bid%7D/a%2Fb"),
        ("https://h/x?q=a%20b&name=50%", "https://h/x?q=a%20b&name=50%25"),
        ("https://h/100%/%2F", "https://h/100%25/%2F"),
        ("https://h/%zz%2g%2", "https://h/%25zz%252g%252"), ("https://h/x#a|b%20", "https://h/x#a%7Cb%20"),
        ("https://h/x#a#b%20", "https://h/x#a%23b%20"), ("https://h/a b?c d%20", "https://h/a%20b?c%20d%20"),
        ("https://h/ü%C3%BC?ü=%C3%BC", "https://h/%C3%BC%C3%BC?%C3%BC=%C3%BC"),
        ("https://h/x?\"^`<>\\%20", "https://h/x?%22%5E%60%3C%3E%5C%20"),
        ("https://h/a[1]%20", "https://h/a%5B1%5D%20"),
        ("https://u%40v:p|w@h/x", "https://u%40v:p%7Cw@h/x"), ("https://u@v%20@h/x", "https://u%40v%20@h/x"),
        ("https://[::1]:8443/a%20[b]", "https://[::1]:8443/a%20%5Bb%5D"), ("HTTPS://H/x", "HTTPS://H/x"),
        ("https://h", "https://h"), ("https://h?a[]=%20", "https://h?a%5B%5D=%20"),
        (
            "https://h/!$&'()*+,;=:@-._~/?!$&'()*+,;=:@/?-._~#!$&'()*+,;=:@/?",
            "https://h/!$&'()*+,;=:@-._~/?!$&'()*+,;=:@/?-._~#!$&'()*+,;=:@/?"
        ),
    ])
    func `address 1: only what no URL may hold is encoded, and nothing twice`(text: String, expected: String) throws {
        let url = try #require(URL(given: text))
        #expect(url.absoluteString == expected)
        #expect(URL(given: url.absoluteString)?.absoluteString == expected)
    }

    @Test(arguments: [
        ("https://h/a/../b", "https://h/b"), ("https://h/a/./b", "https://h/a/b"), ("https://h/a/b/..", "https://h/a/"),
        ("https://h/a/.", "https://h/a/"), ("https://h/../../a", "https://h/a"), ("https://h/..", "https://h/"),
        ("https://h/a/..", "https://h/"), ("https://h/a//../b", "https://h/a/b"),
        ("https://h/.a/..b/...", "https://h/.a/..b/..."),
        ("https://h/a?../b#../c", "https://h/a?../b#../c"), ("https://h/a/../b%20|?c=/../", "https://h/b%20%7C?c=/../"),
    ])
    func `address 1: dot segments are removed`(text: String, expected: String) {
        #expect(URL(given: text)?.absoluteString == expected)
    }

    @Test(arguments: [
        ("/y?part[a]=1&sig=a%2Fb%3D", "https://h/y?part%5Ba%5D=1&sig=a%2Fb%3D"), ("../q%20|", "https://h/q%20%7C"),
        ("?a|%20", "https://h/x/y?a%7C%20"), ("#a|%20", "https://h/x/y?z=%2F#a%7C%20"),
        ("//i/../p%20[", "https://i/p%20%5B"),
        ("./a/./b", "https://h/x/a/b"), ("http://i:81/%7B{", "http://i:81/%7B%7B"), ("a:b|%20", "a:b%7C%20"),
    ])
    func `address 1: a reference is resolved, and as little encoded`(text: String, expected: String) throws {
        let base = try #require(URL(string: "https://h/x/y?z=%2F"))
        #expect(URL(given: text, relativeTo: base)?.absoluteString == expected)
    }

    @Test(arguments: ["https://h:80:90/", "https://[::1/", "http://h:port/"])
    func `what names no server is no URL`(text: String) {
        #expect(URL(given: text) == nil)
    }

    @Test(arguments: [
        ("https://h/x", true), ("HTTPS://H/x", true), ("Http://h", true), ("httpsx://h", false), ("https:/h", false),
        ("/https://h", false), ("login", false), ("", false), ("ftp://h", false),
    ])
    func `an http or https URL is known by its scheme, whatever its case`(text: String, isAddress: Bool) {
        #expect(text.isHTTPAddress == isAddress)
    }
}
