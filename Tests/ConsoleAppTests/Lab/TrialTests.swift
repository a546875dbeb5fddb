import FoundationEssentials
import SessionCore
import Testing
import TestSupport

@testable import ConsoleApp

/// What the lab says of right and wrong clients, fault by fault.
@Suite(.timeLimit(.minutes(1)), .limitedParallelism)
struct TrialTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let label: String
        let story: @Sendable (inout Story) -> Void

        init(_ name: String, _ label: String, _ story: @escaping @Sendable (inout Story) -> Void) {
            (self.name, self.label, self.story) = (name, label, story)
        }

        var testDescription: String { name }
    }

    @Test(arguments: calls + keeping + ending + signIns + others)
    func `the verdict is what happened`(example: Case) throws {
        let story = Story { story in
            story.signedIn()
            example.story(&story)
        }
        let verdict = try #require(story.verdict)
        #expect(verdict.label == example.label, "\(verdict.words)")
    }

    @Test func `a verdict is not changed by what another fault does later`() throws {
        let story = Story { story in
            story.signedIn()
            story.begin(1)
            story.strike(.networkOff, exchange: 5)
            story.message(1, status: nil, id: 5)
            story.fail(1)
            story.beginRefresh()
            story.strike(.rejectedRefresh, exchange: 6)
            story.tokenMessage(400, id: 6)
            story.rejected()
            story.lost()
        }
        #expect(story.ledger.trials.map(\.verdict.label) == ["passed", "passed"])
    }

    @Test func `what another fault of a preset spoils is not held against the session`() {
        let story = Story { story in
            story.signedIn()
            story.strike(.accessTokenExpired)
            story.beginRefresh()
            story.strike(.rejectedRefresh, exchange: 6)
            story.tokenMessage(400, id: 6)
            story.rejected()
            story.lost()
        }
        #expect(story.ledger.trials.map(\.verdict.label) == ["undecided", "passed"])
        #expect(story.ledger.trials[0].verdict.words.contains(Fault.rejectedRefresh.rawValue))
    }

    @Test func `a verdict is not changed by what the next session does`() {
        let story = Story { story in
            story.signedIn()
            story.beginRefresh()
            story.strike(.replayedRefreshToken, exchange: 6)
            story.tokenMessage(400, id: 6)
            story.rejected()
            story.lost()
            story.add(.signInStarted(flow: "password"))
            let url = "http://127.0.0.1:41873/token"
            story.add(.exchange(Samples.exchange(9, .token, url: url, status: 200, body: nil)))
            story.signedIn()
        }
        #expect(story.ledger.trials.map(\.verdict.label) == ["passed"], "\(story.ledger.trials.map(\.verdict.words))")
    }

    @Test func `every fault has an example that held, and one that did not`() {
        for label in ["passed", "FAILED"] {
            let examples = (Self.calls + Self.keeping + Self.ending + Self.signIns).filter { $0.label == label }
            let shown = Set(
                examples.compactMap { example in Story(example.story).ledger.trials.last?.fault })
            #expect(Set(Fault.allCases).subtracting(shown) == [], "\(label)")
        }
    }

    static let calls = [
        Case("an expired token, no call yet", "waiting") { $0.strike(.accessTokenExpired) },
        Case("an expired token, 3 calls and one refresh", "passed") { story in
            story.strike(.accessTokenExpired)
            for call in 1...3 { story.begin(call) }
            story.beginRefresh()
            story.tokenMessage(200)
            story.renewed()
            for call in 1...3 { story.end(call, waited: true) }
        },
        Case("an expired token that a call still carries", "FAILED") { story in
            story.strike(.accessTokenExpired)
            story.begin(1)
            story.message(1, status: 401, token: "access-1")
        },
        Case("a burst with one refresh", "passed") { story in
            story.strike(.burstAtExpiry)
            for call in 1...20 { story.begin(call) }
            story.beginRefresh()
            story.renewed()
            for call in 1...20 { story.end(call, waited: true) }
        },
        Case("a burst with a refresh for each call", "FAILED") { story in
            story.strike(.burstAtExpiry)
            for call in 1...2 {
                story.begin(call)
                story.beginRefresh()
            }
        },
        Case("a tampered token, one refresh and one retry", "passed") { story in
            story.begin(1)
            story.strike(.tamperedToken, exchange: 5)
            story.message(1, status: 401, id: 5)
            story.beginRefresh(.unauthorized(Samples.access))
            story.renewed()
            story.message(1, status: 200)
            story.end(1, attempts: 2)
        },
        Case("a tampered token, and no retry", "FAILED") { story in
            story.begin(1)
            story.strike(.tamperedToken, exchange: 5)
            story.message(1, status: 401, id: 5)
            story.end(1, status: 401)
        },
        Case("a tampered token, and a logout", "FAILED") { story in
            story.begin(1)
            story.strike(.tamperedToken, exchange: 5)
            story.message(1, status: 401, id: 5)
            story.lost()
        },
        Case("a tampered token whose retry is tampered with, too, and a logout", "undecided") { story in
            story.begin(1)
            story.strike(.tamperedToken, exchange: 5)
            story.message(1, status: 401, id: 5)
            story.beginRefresh(.unauthorized(Samples.access))
            story.renewed()
            story.strike(.tamperedToken, exchange: 6)
            story.message(1, status: 401, id: 6)
            story.end(1, status: 401, attempts: 2)
            story.lost()
        },
        Case("a wrong clock, and a call without a refresh", "passed") { story in
            story.add(.injected(InjectedFault(name: Fault.clockAhead.name, step: .armed, text: "armed")))
            story.begin(1)
            story.end(1)
        },
        Case("a wrong clock, and a loop of refreshes", "FAILED") { story in
            story.add(.injected(InjectedFault(name: Fault.clockAhead.name, step: .armed, text: "armed")))
            for _ in 0..<3 {
                story.beginRefresh()
                story.renewed()
            }
        },
        Case("the other wrong clock, and a call", "passed") { story in
            story.add(.injected(InjectedFault(name: Fault.clockBehind.name, step: .armed, text: "armed")))
            story.begin(1)
            story.end(1)
        },
        Case("the other wrong clock, and a logout", "FAILED") { story in
            story.add(.injected(InjectedFault(name: Fault.clockBehind.name, step: .armed, text: "armed")))
            story.lost()
        },
        Case("short lifetimes, 3 calls and a refresh", "passed") { story in
            story.strike(.shortLifetimes)
            story.beginRefresh()
            story.renewed()
            for call in 1...3 {
                story.begin(call)
                story.end(call)
            }
        },
        Case("short lifetimes, a refresh for each call", "FAILED") { story in
            story.strike(.shortLifetimes)
            for call in 1...3 {
                story.begin(call)
                story.beginRefresh()
                story.renewed()
                story.end(call)
            }
        },
        Case("a narrower scope, and a 403", "passed") { story in
            story.beginRefresh()
            story.strike(.narrowedScope, exchange: 5)
            story.tokenMessage(200, id: 5)
            story.renewed(Story.tokens("access-2", refresh: "refresh-2", scope: ["openid"]))
            story.begin(1)
            story.add(.forbidden(Samples.facts(1, status: 403), requiredScope: ["orders"]))
        },
        Case("a narrower scope, and a logout at the 403", "FAILED") { story in
            story.beginRefresh()
            story.strike(.narrowedScope, exchange: 5)
            story.tokenMessage(200, id: 5)
            story.renewed(Story.tokens("access-2", refresh: "refresh-2", scope: ["openid"]))
            story.lost()
        },
    ]

    static let keeping =
        [Fault.tokenEndpointError, .tokenEndpointSilent, .tokenEndpointGarbled, .networkOff].flatMap { fault in
            [
                Case("\(fault.rawValue) at a refresh that fails", "passed") { story in
                    story.beginRefresh()
                    story.strike(fault, exchange: 5)
                    story.tokenMessage(500, id: 5)
                    story.refreshFailed()
                },
                Case("\(fault.rawValue), and a logout", "FAILED") { story in
                    story.beginRefresh()
                    story.strike(fault, exchange: 5)
                    story.tokenMessage(500, id: 5)
                    story.lost()
                },
                Case("\(fault.rawValue), and a second try before the pause is over", "FAILED") { story in
                    story.beginRefresh()
                    story.strike(fault, exchange: 5)
                    story.tokenMessage(500, id: 5)
                    story.refreshFailed(pause: .seconds(4))
                    story.time += 1
                    story.beginRefresh()
                    story.tokenMessage(200)
                },
            ]
        } + [
            Case("a hanging endpoint whose message ends after the refresh was given up", "passed") { story in
                story.beginRefresh()
                story.strike(.tokenEndpointSilent, exchange: 5)
                story.time += 30
                story.refreshFailed(pause: .seconds(4))
                story.time -= 30
                story.tokenMessage(nil, id: 5)
            },
            Case("no network for a call", "passed") { story in
                story.begin(1)
                story.strike(.networkOff, exchange: 5)
                story.message(1, status: nil, id: 5)
                story.fail(1)
            },
            Case("no network for a call, which is sent again", "FAILED") { story in
                story.begin(1)
                story.strike(.networkOff, exchange: 5)
                story.message(1, status: nil, id: 5)
                story.end(1, attempts: 2)
            },
            Case("429, and a pause of 30 s", "passed") { story in
                story.beginRefresh()
                story.strike(.tokenEndpointBusy, exchange: 5)
                story.tokenMessage(429, id: 5)
                story.refreshFailed(pause: .seconds(30))
            },
            Case("429, and a pause of 1 s", "FAILED") { story in
                story.beginRefresh()
                story.strike(.tokenEndpointBusy, exchange: 5)
                story.tokenMessage(429, id: 5)
                story.refreshFailed()
            },
            Case("a slow refresh that a call waits for", "passed") { story in
                story.begin(1)
                story.beginRefresh()
                story.strike(.tokenEndpointSlow, exchange: 5)
                story.tokenMessage(200, id: 5)
                story.renewed()
                story.end(1, waited: true)
            },
            Case("a slow refresh, and a second one beside it", "FAILED") { story in
                story.beginRefresh()
                story.strike(.tokenEndpointSlow, exchange: 5)
                story.begin(1)
                story.beginRefresh()
            },
            Case("a lost answer, and the same token once more", "passed") { story in
                story.beginRefresh()
                story.strike(.lostTokenReply, exchange: 5)
                story.tokenMessage(nil, id: 5)
                story.tokenMessage(200)
                story.renewed()
            },
            Case("a lost answer, and the provider detects reuse", "passed") { story in
                story.beginRefresh()
                story.strike(.lostTokenReply, exchange: 5)
                story.tokenMessage(nil, id: 5)
                story.tokenMessage(400)
                story.rejected()
                story.lost()
            },
            Case("a lost answer, and a logout at once", "FAILED") { story in
                story.beginRefresh()
                story.strike(.lostTokenReply, exchange: 5)
                story.tokenMessage(nil, id: 5)
                story.lost()
            },
            Case("no refresh token in the answer: the one in use is kept", "passed") { story in
                story.beginRefresh()
                story.strike(.droppedRefreshToken, exchange: 5)
                story.tokenMessage(200, id: 5)
                story.renewed(Story.tokens("access-2", refresh: "refresh-1"))
            },
            Case("no refresh token in the answer: none is kept", "FAILED") { story in
                story.beginRefresh()
                story.strike(.droppedRefreshToken, exchange: 5)
                story.tokenMessage(200, id: 5)
                story.renewed(Story.tokens("access-2", refresh: nil))
            },
        ]

    static let ending =
        [Fault.tokenEndpointRefusal, .rejectedRefresh, .replayedRefreshToken].flatMap { fault in
            [
                Case("\(fault.rawValue): forced out once", "passed") { story in
                    story.beginRefresh()
                    story.strike(fault, exchange: 5)
                    story.tokenMessage(400, id: 5)
                    story.rejected()
                    story.lost()
                },
                Case("\(fault.rawValue): forced out twice", "FAILED") { story in
                    story.beginRefresh()
                    story.strike(fault, exchange: 5)
                    story.tokenMessage(400, id: 5)
                    story.rejected()
                    story.lost()
                    story.lost()
                },
                Case("\(fault.rawValue): the session is kept", "FAILED") { story in
                    story.beginRefresh()
                    story.strike(fault, exchange: 5)
                    story.tokenMessage(400, id: 5)
                    story.refreshFailed()
                },
                Case("\(fault.rawValue): a token request after the end", "FAILED") { story in
                    story.beginRefresh()
                    story.strike(fault, exchange: 5)
                    story.tokenMessage(400, id: 5)
                    story.rejected()
                    story.lost()
                    story.tokenMessage(400)
                },
            ]
        } + [
            Case("a revoked session, and no call yet", "waiting") { $0.strike(.revokedSession) },
            Case("a revoked session: 401, refresh, forced out", "passed") { story in
                story.strike(.revokedSession)
                story.begin(1)
                story.message(1, status: 401)
                story.add(.unauthorized(Samples.facts(1, status: 401), Samples.challenge))
                story.beginRefresh(.unauthorized(Samples.access))
                story.tokenMessage(400)
                story.rejected()
                story.lost()
                story.end(1, status: 401)
            },
            Case("a revoked session whose 401 ends nothing", "FAILED") { story in
                story.strike(.revokedSession)
                story.begin(1)
                story.message(1, status: 401)
                story.add(.unauthorized(Samples.facts(1, status: 401), Samples.challenge))
                story.end(1, status: 401)
            },
            Case("a revoked session that its user leaves", "undecided") { story in
                story.strike(.revokedSession)
                story.add(.signedOut(.signedOut))
            },
        ]
}
