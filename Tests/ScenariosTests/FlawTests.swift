import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct FlawTests {
    @Test(arguments: [
        ("sing in as alice", "1:1: 'sing' does not begin a step. Did you mean 'sign in'?"),
        ("sign on as alice", "1:6: 'on' can't follow 'sign'. Did you mean 'sign in'?"),
        ("  sign", "1:7: a step ends too soon. "),
        ("povider access=5s", "1:1: 'povider' does not begin a step. Did you mean 'provider'?"),
        ("refresh now", "1:9: 'now' is unexpected. "),
        ("sign in as", "1:11: a user is missing. Write: sign in [as USER]"),
        ("sign in by password", "1:12: a password needs a user. Write: sign in as alice by password"),
        (
            "sign in as alice by pasword",
            "1:21: 'pasword' does not begin with the name of a method. Did you mean 'password'?"
        ),
        ("get /orders", "1:1: 'get' does not begin a step. Did you mean 'GET'?"),
        ("GET orders", "1:5: 'orders' is not a path or URL. A path begins with '/'"),
        ("burst 2000 GET /orders", "1:7: 2000 is not a number from 1 to 1000. Write: burst COUNT METHOD"),
        ("burst twenty GET /orders", "1:7: 'twenty' is not a number from 1 to 1000. Write: burst"),
        (
            "fault token-endpoint 501",
            "1:7: 'token-endpoint 501' does not begin with the name of a fault. Did you mean 'token endpoint 500'"
        ),
        ("fault network off thrice", "1:19: 'thrice' does not say how often. Write once"),
        ("fault network off 3", "1:20: 'times' is missing. Write: 3 times"),
        ("show flaw", "1:6: 'flaw' does not begin with the name of a screen. Did you mean 'flow'?"),
        ("press escape", "1:7: 'escape' is not a key. "),
        ("wait 5 lightyears", "1:6: '5' is not a time. Write 500ms"),
        ("wait 5x", "1:6: '5x' is not a time. "),
        ("wait 9000000h", "1:6: '9000000h' is too long. The maximum is one year."),
        ("wait until refreshd", "1:12: 'refreshd' does not begin a condition. Did you mean 'refreshed'?"),
        (
            "wait until refreshed, max 5s",
            "1:23: only the longest time may follow the comma. Write: , at most 10s"
        ),
        ("say", "1:4: the text is missing. Write: say TEXT"),
        ("say \"no end", "1:5: the quoted text is not closed. "),
        ("refresh\nexpect", "2:7: an expectation is missing. It can be: state"),
        (
            "refresh\nexpect 1 refesh",
            "2:10: 'refesh' does not begin with the name of what can be counted. Did you mean 'refresh'"
        ),
        ("refresh\nexpect 99", "2:8: 99 is not a status, and what to count is missing. "),
        ("refresh\nexpect 200 201", "2:12: '201' does not begin with the name of what can be counted. "),
        ("refresh\nexpect 200,", "2:12: an expectation is missing. "),
        (
            "refresh\nexpect state authentic",
            "2:14: 'authentic' does not begin with the name of a state. Did you mean 'authenticated'?"
        ),
        (
            "refresh\nexpect event user_info_fetched",
            "2:14: 'user_info_fetched' is not an event. Did you mean 'userinfo_fetched'?"
        ),
        ("refresh\nexpect header Content-Type", "2:15: this is not a header field. Write: header NAME: VALUE"),
        ("refresh\nexpect body contains \"x\"y", "2:25: a space is missing after the quoted text. "),
        ("expect 200", "1:1: no step comes before this expectation. "),
        ("say Hello\nexpect 200", "2:1: no step comes before this expectation"),
        (
            "refresh\nprovider access=5s",
            "2:1: the provider, resource, client or profile is named once, before the first step. "
        ),
        ("provider opaque\nprofile work\nrefresh", "2:1: the provider, resource, client or profile is named once"),
        ("provider acess=5s\nrefresh", "1:10: 'acess=5s' is not a setting of the provider. Did you mean 'access'?"),
        ("provider access=5\nrefresh", "1:17: '5' is not a time. "),
        ("provider opaque opaque\nrefresh", "1:17: 'opaque' appears twice. "),
        ("lifetimes acess=5s", "1:11: 'acess=5s' is not a lifetime. Write: lifetimes"),
        ("Accept: text/plain", "1:1: 'Accept:' is a header field without a request before it. "),
        ("GET /orders\nAccept: text/plain", "2:1: 'Accept:' is a header field without a request before it. "),
        ("GET /orders\n  Acc(ept: text/plain", "2:6: '(' can't be in the name of a header field. "),
        (
            "in process 3: refresh",
            "1:12: '3:' can't follow 'in process'. Did you mean 'in process 1:' or 'in process 2:'?"
        ),
        ("GETT /orders", "1:1: 'GETT' is not a known method. Did you mean 'GET'?"),
        ("burst 1000000 GET /", "1:7: '1000000' is not a number from 1 to 1000. Write: burst"),
        ("sign in as alice by device with acr x", "1:21: an acr can be requested in the browser only. "),
        ("step up as alice by password", "1:21: 'password' does not begin with the name of a method. "),
        ("refresh \u{1B}[31m", "1:9: the character U+001B can't be used. "),
        ("# a comment \u{202E}", "1:13: the character U+202E can't be used. "),
        ("# nothing else", "1:1: no step. A first one: sign in as alice"),
        ("", "1:1: no step. "),
    ])
    func `a flaw says where, what and what else could stand there`(text: String, beginning: String) throws {
        let flaw = try #require(flaws(text).first)
        #expect(flaw.hasPrefix(beginning))
    }

    @Test func `all flaws are reported, up to twenty`() {
        let text = "sing in\nGET orders\n  Accept: a\nwait 5s\nwaitt 5s"
        #expect(flaws(text).map { $0.prefix(4) } == ["1:1:", "2:5:", "5:1:"])
        let many = String(repeating: "sing in\n", count: 1000)
        #expect(flaws(many).count == 20)
        do {
            _ = try Scenario(parsing: many, vocabulary: .test)
        } catch {
            #expect(error.isCutShort)
        }
    }

    @Test func `a profile may have a session before the first step`() throws {
        #expect(try played("profile work\nexpect state authenticated").count == 1)
    }

    @Test func `what was read is shown in part only where it is long`() throws {
        let flaw = try #require(flaws(String(repeating: "x", count: 50_000)).first)
        #expect(flaw.count < 1000)
        #expect(flaw.contains("'\(String(repeating: "x", count: 39))…'"))
    }
}
