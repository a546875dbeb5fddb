import FoundationEssentials
import JOSE
import SessionCore
import Testing

@testable import Recordings

@Suite(.timeLimit(.minutes(5))) struct StatusRecordTests {
    private func reread<Value: Recordable>(_ value: Value) throws -> Value {
        try Value(recorded: JSONValue(parsing: value.recorded.serialized().utf8))
    }

    private var fullStatus: SessionStatus {
        var status = SessionStatus()
        status.flow = "device"
        status.generation = 3
        status.verifiedAt = Catalogue.time
        status.suspicion = Catalogue.suspicions[0]
        status.accessToken = Catalogue.tokens[1].access
        status.refreshToken = Catalogue.tokens.last?.refresh
        status.idToken = Catalogue.tokens.last?.idToken
        status.scope = ["openid"]
        status.requestedScope = ["openid", "orders"]
        status.unlistedScope = ["email"]
        status.grantEndsAt = Catalogue.time + 5
        status.isRenewedByFlow = true
        status.subject = "alice"
        status.userInfo = Catalogue.userInfo
        status.refreshDueAt = Catalogue.time + 7
        status.refreshDeferral = .shortLived(Catalogue.short)
        status.refreshedByCallsFrom = Catalogue.time + 9
        status.refreshWaiters = 4
        status.clockSkew = .seconds(-300)
        status.refreshCount = 5
        status.unauthorizedCount = 6
        status.lastRefreshAt = Catalogue.time
        status.endedSession = Catalogue.endedSessions[2]
        status.metadataReadAt = Catalogue.time
        status.hasIntrospection = true
        return status
    }

    @Test func `a status of every state is the same after it was written and read`() throws {
        for state in Catalogue.states {
            for (var status) in [SessionStatus(), fullStatus] {
                status.state = state
                #expect(try reread(status) == status)
            }
        }
        var status = fullStatus
        status.refreshDeferral = .arrivedExpired
        #expect(try reread(status) == status)
    }

    @Test func `what was asked for and did not come is written, and follows from the rest`() throws {
        var status = fullStatus
        status.isRenewedByFlow = false
        status.refreshToken = nil
        status.requestedScope = ["openid", "orders", "offline_access"]
        #expect(
            status.record["missing"]
                == [
                    ["what": "refresh_token", "text": .string("\(Shortfall.refreshToken)")],
                    ["what": "scope", "scope": ["orders"], "text": .string("\(Shortfall.scope(["orders"]))")],
                ])
        #expect(try reread(status) == status)
        for shortfall in [Shortfall.refreshToken, .idToken, .scope(["a"])] {
            #expect(try reread(shortfall) == shortfall)
        }
    }

    @Test func `a long claim is recorded as it is displayed`() throws {
        let info = UserInfo(subject: "a", claims: [.init(name: "long", value: String(repeating: "ä", count: 5_000))])
        #expect(info.record.serialized().utf8.count < 5_000)
        #expect(try reread(info).claims.map(\.value) == info.claims.map(\.value))
    }

    @Test func `no member of a status is forgotten`() {
        let members = Mirror(reflecting: fullStatus).children
        #expect(members.allSatisfy { String(describing: $0.value) != "nil" })
        // The state is recorded as two members where it has a reason.
        #expect(fullStatus.record.members.count == members.count)
    }

    @Test func `an answer is the same after it was written and read, with its body or without`() throws {
        let verdicts: [AuthorizedResponse.Verdict] = [
            .none, .accepted, .rejected(nil), .rejected(Catalogue.challenge), .rejectedByAPI(Catalogue.challenge),
            .refreshFailed(Catalogue.challenge, .noSession), .sessionEnded(nil, .userInfoRejected),
            .sessionChanged(Catalogue.challenge), .insufficientScope(["admin"]),
            .stepUpRequired(acrValues: ["mfa"], maxAge: .seconds(60), claims: nil),
            .stepUpRequired(acrValues: [], maxAge: nil, claims: #"{"a":1}"#),
        ]
        let url = try #require(URL(string: "https://api.example/orders?page=2"))
        for (verdict, body) in zip(verdicts, verdicts.indices.map { $0 % 3 == 0 ? [0xFF, 0] : Array("{}".utf8) }) {
            var response = HTTPResponse(
                status: 200, headers: ["A": "1", "a": "2"], body: body, url: url, version: "2",
                connection: Catalogue.answers[1].connection)
            response.reason = body.count == 2 ? "Fine \u{1B}" : nil
            let earlier = HTTPResponse(status: 401, headers: ["B": "3"], body: body, url: url)
            let answer = AuthorizedResponse(
                response: response, facts: Catalogue.facts[1], verdict: verdict, earlierAnswers: [earlier])
            for withBody in [true, false] {
                let line = answer.record(withBody: withBody).serialized()
                let read = try AuthorizedResponse(Record(JSONValue(parsing: line.utf8)))
                #expect(read.verdict == verdict && read.facts == answer.facts)
                #expect(read.response.headers == answer.response.headers && read.response.url == url)
                #expect(read.response.connection == answer.response.connection)
                #expect(read.response.reason == answer.response.reason)
                #expect(read.response.body == (withBody ? body : []))
                #expect(read.earlierAnswers.map(\.body) == (withBody ? [body] : []))
                #expect(read.earlierAnswers.map(\.status) == (withBody ? [401] : []))
                #expect(read.response.body.count + read.response.receivedSize == body.count)
            }
        }
    }

    @Test func `a request is recorded without its body`() throws {
        let url = try #require(URL(string: "https://api.example/orders"))
        var request = HTTPRequest(
            method: "PUT", url: url, headers: ["X": "1"], body: .text("4711"), redirects: .doNotFollow,
            timeout: Catalogue.short, maximumTime: Catalogue.short + Catalogue.short)
        request.offersClientCertificate = false
        let read = try reread(request)
        #expect(read.method == "PUT" && read.url == url && read.headers == request.headers)
        #expect(
            read.redirects == .doNotFollow && read.timeout == request.timeout && read.maximumTime == request.maximumTime
                && !read.offersClientCertificate)
        #expect(!request.record.serialized().contains("4711"))
        for authorization in [RequestAuthorization.required, .optional, .none] {
            #expect(try reread(authorization) == authorization)
        }
    }
}
