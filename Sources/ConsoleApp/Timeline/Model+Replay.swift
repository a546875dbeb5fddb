import FoundationEssentials
import SessionCore

extension Model {
    /// Goes through what happened at a moment again, without carrying anything out.
    mutating func replay(_ moment: Moment) {
        let offset = scene.time.secondsFromUTC
        _ = update(&self, .terminal(.ticked(moment.time, secondsFromUTC: offset)))
        if case .sent(let calls, let request, let authorization) = moment.occurrence {
            return recordSent(calls, request, authorization)
        }
        // By keys a fault is armed for a time.
        if case .faults(_, let ends) = moment.occurrence, ends != scene.faultEnds { scene.faultEnds = ends }
        layOutBodies(of: update(&self, .happened(moment.occurrence)))
    }

    private mutating func recordSent(
        _ calls: [CallID], _ request: HTTPRequest, _ authorization: RequestAuthorization
    ) {
        let draft = RequestDraft(request, authorization, base: scene.context.api)
        let now = scene.now
        switch calls.first?.sender {
        case .session:
            if screens.session.response.calls.begin(calls, draft, at: now) { scene.expect(calls, request) }
            screens.session.request.show(draft)
        case .requests:
            if screens.requests.response.calls.begin(calls, draft, at: now) {
                scene.expect(calls, request)
                screens.follow(calls)
            }
        case nil: break
        }
    }
}

extension RequestDraft {
    /// A request that was sent, as the panel would have it.
    fileprivate init(_ request: HTTPRequest, _ authorization: RequestAuthorization, base: URL?) {
        self.init()
        method = request.method
        let url = request.url.absoluteString
        var root = base?.absoluteString ?? ""
        while root.hasSuffix("/") { root.removeLast() }
        target = !root.isEmpty && url.hasPrefix(root + "/") ? String(url.dropFirst(root.count)) : url
        headers = request.headers.fields
        if case .bytes(let bytes) = request.body { body = String(decoding: bytes, as: UTF8.self) }
        self.authorization = authorization
    }
}
