import FoundationEssentials
import JOSE
import Testing

@testable import SessionCore

/// Each rule of the scrubber, by a text that this rule alone masks.
@Suite(.timeLimit(.minutes(5)))
struct ScrubberTests {
    private let secret = "correct horse battery"

    private func masked(_ text: String, _ secrets: String...) -> String { Scrubber(secrets).knownSecrets(in: text) }

    @Test(arguments: 0...2)
    func `hole: base64 is found wherever the secret was in what was encoded`(before: Int) {
        for encoded in [Base64.encode, Base64URL.encode] as [([UInt8]) -> String] {
            let text = encoded(Array((String(repeating: "x", count: before) + secret + "yyy").utf8))
            let shown = masked("it was \(text) there", secret)
            // The middle, which depends on the secret alone.
            #expect(!shown.contains(text.dropFirst(4).prefix(16)), "\(shown)")
            #expect(shown.hasPrefix("it was ") && shown.contains("••••"))
        }
    }

    @Test func `hole: hexadecimal digits are found in lower and in upper case`() {
        let digits = secret.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        for text in [digits, digits.uppercased()] {
            #expect(masked("it was \(text) there", secret) == "it was \(SecretNames.mask(secret)) there")
        }
    }

    @Test func `hole: escapes of JSON and of percent-encoding hide nothing`() {
        let secret = "part/of-a/token+77"
        for text in [
            "\"part\\/of-a\\/token+77\"", "\"part%2Fof-a%2ftoken%2B77\"", "\"part\\/of-a%2Ftoken+77\"",
        ] {
            #expect(masked(text, secret) == "\"\(SecretNames.mask(secret))\"")
        }
    }

    @Test func `hole: a secret of six characters is found, and a shorter one would be found in every other word`() {
        for (secret, shown) in [("abc123", "say ••••!"), ("abc12", "say abc12!")] {
            let known = KnownSecrets()
            known.add([Secret(secret)])
            #expect(known.scrubber.knownSecrets(in: "say \(secret)!") == shown)
        }
        // Below sixteen characters it has to be a word of its own.
        #expect(masked("say xabc123!", "abc123") == "say xabc123!")
        #expect(masked("sayabcdefgh12345678!", "abcdefgh12345678").contains("••••"))
        #expect(masked("sayabcdefgh1234567!", "abcdefgh1234567") == "sayabcdefgh1234567!")
    }

    @Test func `hole: where a find begins in another one and goes on, its rest is masked, too`() {
        let scrubber = Scrubber(["Bearer mZ8sK2vQp4Lw"])
        let shown = scrubber.text("it was Bearer mZ8sK2vQp4Lw9Xt1Rb7Ny3HcQ2wE5r, twice")
        #expect(shown.hasPrefix("it was ••••") && shown.hasSuffix(", twice"))
        #expect(!shown.contains("9Xt1Rb7Ny3HcQ2wE5r"), "\(shown)")
    }

    @Test func `hole: a secret across the cut does not show its beginning`() {
        let secret = "long-secret-4711-of-the-session"
        let start = String(repeating: "ab ", count: 33)
        let shown = Scrubber([secret]).text(start + secret + " end", limit: 110)
        #expect(shown.hasPrefix(start) && !shown.contains("long-"), "\(shown)")
        let text = Scrubber([secret]).knownSecrets(in: start + secret + " end", limit: 110)
        #expect(text.hasPrefix(start) && !text.contains("long-"), "\(text)")
    }

    @Test(arguments: [
        ("<https://api.test/p?access_token=VALUE>; rel=next", "<https://api.test/p?access_token=••••"),
        ("5; url=https://app.test/cb?x=1&code=VALUE", "5; url=https://app.test/cb?x=1&code=••••"),
        ("https://app.test/cb#id_token=VALUE&x=1", "https://app.test/cb#id_token=••••"),
        ("/next?page=2&sig=VALUE", "/next?page=2&sig=••••"),
        ("https://alice:VALUE@api.test/x", "https://••••@api.test/x"),
        ("/login?next=https%3A%2F%2Fapi.test%2F%3Faccess_token%3DVALUE%26a%3D1", "/login?next="),
        ("<a href=\"/p?a=1&amp;api_key=VALUE\">", "<a href=\"/p?a=1&amp;api_key=••••"),
    ])
    func `address 4: a parameter with a secret's name is masked in any text, whatever its value looks like`(
        text: String, beginning: String
    ) {
        for value in ["abc", "wonderland", "a.b-c_d~e", "mZ8sK2vQp4Lw9Xt1Rb7Ny3Hc"] {
            let shown = Scrubber([]).text(text.replacing("VALUE", with: value))
            #expect(!shown.contains(value) && shown.hasPrefix(beginning), "\(shown)")
            // What is masked stays as it is.
            #expect(Scrubber([]).text(shown) == shown)
        }
    }

    @Test(arguments: [
        "<https://api.test/p?page=2&token_type=bearer>; rel=next", "what? token is missing", "a=1&b=2",
        "https://api.test/@me",
        "mail alice@api.test", "see https://api.test/a#keyword=x",
    ])
    func `other parameters and text around them are shown`(text: String) {
        #expect(Scrubber([]).text(text) == text)
    }

    @Test(arguments: ["Link", "Refresh", "Content-Location", "Location", "X-Next", "Alt-Svc"])
    func `address 4: a secret in a URL of any header field is masked`(name: String) {
        for value in ["abc", "wonderland"] {
            let url = "https://app.test/cb?x=1&access_token=\(value)"
            let shown = Redaction.headers([name: url], Scrubber([]))[name] ?? ""
            #expect(shown.hasPrefix("https://app.test/cb?x=1&access_token=••••"), "\(shown)")
        }
    }
}
