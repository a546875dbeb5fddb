import FoundationEssentials
import SessionCore

extension Fault {
    /// The key that chooses it in the menu.
    var letter: Character {
        switch self {
        case .accessTokenExpired: "e"
        case .burstAtExpiry: "a"
        case .tamperedToken: "t"
        case .networkOff: "n"
        case .tokenEndpointRefusal: "4"
        case .tokenEndpointBusy: "9"
        case .tokenEndpointError: "5"
        case .tokenEndpointSlow: "s"
        case .tokenEndpointSilent: "h"
        case .tokenEndpointGarbled: "b"
        case .lostTokenReply: "l"
        case .droppedRefreshToken: "d"
        case .replayedRefreshToken: "p"
        case .wrongState: "w"
        case .clockAhead: ")"
        case .clockBehind: "("
        case .revokedSession: "v"
        case .rejectedRefresh: "r"
        case .rotatedKeys: "y"
        case .narrowedScope: "o"
        case .switchedUser: "u"
        case .shortLifetimes: "f"
        }
    }

    /// What it does, for the menu.
    var summary: String {
        switch self {
        case .accessTokenExpired: "the access token counts as expired from now on"
        case .burstAtExpiry: "the access token expires, and 20 calls go out at once"
        case .tamperedToken: "the next call carries the access token with a broken signature"
        case .networkOff: "nothing is sent; every message fails"
        case .tokenEndpointRefusal: "the next token request is answered 400 invalid_grant"
        case .tokenEndpointBusy: "the next token request is answered 429, to wait 30 s"
        case .tokenEndpointError: "token requests are answered 500 and not sent"
        case .tokenEndpointSlow: "the next token request takes 5 s more"
        case .tokenEndpointSilent: "the next token request gets no answer"
        case .tokenEndpointGarbled: "the next token request is answered 200 with HTML"
        case .lostTokenReply: "tokens are issued, and the answer is lost"
        case .droppedRefreshToken: "the next tokens come without a refresh token"
        case .replayedRefreshToken: "the refresh after a rotation sends the spent refresh token"
        case .wrongState: "the next sign-in page answers with another state"
        case .clockAhead: "this program's clock is 5 min ahead"
        case .clockBehind: "this program's clock is 5 min behind"
        case .revokedSession: "the provider revokes this session now"
        case .rejectedRefresh: "the provider rejects the next refresh"
        case .rotatedKeys: "the provider signs with a new key from now on"
        case .narrowedScope: "the next refresh grants openid alone"
        case .switchedUser: "the next refresh brings another user's tokens"
        case .shortLifetimes: "access tokens live 5 s from now on"
        }
    }
}

extension [Fault] {
    /// `the fault "token endpoint garbled" was injected`; `nil` where there is none.
    var clause: String? {
        let names = map { "\"\($0.rawValue)\"" }
        if names.isEmpty { return nil }
        return names.count == 1
            ? "the fault \(names[0]) was injected" : "the faults \(names.joined(separator: ", ")) were injected"
    }
}

extension Fault.Arming {
    /// What a fault that is armed so is.
    var state: String {
        switch self {
        case .times(let count): "ARMED ×\(count)"
        case .untilDisarmed, .during: "ON"
        }
    }
}
