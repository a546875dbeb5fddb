import FoundationEssentials
import JOSE

extension SessionRecord.End {
    /// As much of a provider's words as the record keeps.
    private static let textLimit = 500

    var json: JSONObject {
        var json: JSONObject = [
            "id": .string(id), "reason": .string(endedSession.end.name), "time": .date(endedSession.time),
            "generation": .number(JSONNumber(endedSession.generation)),
            "pid": .number(JSONNumber(endedSession.process)),
        ]
        json["program"] = endedSession.program.map { .string($0) }
        json["flow"] = endedSession.flow.map { .string($0) }
        if endedSession.isEndedAtProvider { json["ended_at_provider"] = true }
        switch endedSession.end {
        case .forcedOut(let request): json["request"] = .string(Self.cut(request))
        case .refreshRejected(let refusal): json["refusal"] = .object(Self.cut(refusal).json)
        case .foreignRecord, .noStoredSession, .signedOut, .userInfoRejected, .loggedOutByProvider,
            .expiredWithoutRefreshToken, .otherProcess, .storeLost:
            break
        }
        return json
    }

    init(_ json: JSONObject) throws(SessionRecord.Fault) {
        id = try json.string("id")
        let reason = try json.string("reason")
        let end: SessionEnd
        switch reason {
        case SessionEnd.signedOut.name: end = .signedOut
        case SessionEnd.userInfoRejected.name: end = .userInfoRejected
        case SessionEnd.loggedOutByProvider.name: end = .loggedOutByProvider
        case SessionEnd.expiredWithoutRefreshToken.name: end = .expiredWithoutRefreshToken
        case SessionEnd.storeLost.name: end = .storeLost
        case "forced_out": end = .forcedOut(request: json["request"]?.string ?? "a request")
        case "refresh_rejected":
            let refusal = json["refusal"]?.object.flatMap { RefreshRefusal($0) }
            end = .refreshRejected(refusal ?? .named(OAuthError(code: "unknown")))
        default: throw .damaged("the end's reason is unknown: \(reason)")
        }
        endedSession = EndedSession(
            end: end, time: try json.date("time"), generation: try json.count("generation"),
            process: try json.count("pid"), program: json["program"]?.string, flow: json["flow"]?.string,
            isEndedAtProvider: json["ended_at_provider"]?.bool ?? false)
    }

    private static func cut(_ refusal: RefreshRefusal) -> RefreshRefusal {
        switch refusal {
        case .named(let error):
            .named(
                OAuthError(
                    code: cut(error.code), detail: error.detail.map(cut), uri: error.uri.map(cut),
                    status: error.status))
        case .unexplained(let status, let reason): .unexplained(status: status, reason: reason.map(cut))
        }
    }

    private static func cut(_ text: String) -> String {
        text.utf8.count <= textLimit ? text : text.prefix(textLimit) + "…"
    }
}
