import HTTPServer
import JOSE

/// The control URL: the provider's switches for other programs.
extension DemoProvider {
    /// The names of all switches.
    package static let switches: Set<String> = [
        "revoke-session", "revoke-access-tokens", "reject-refresh", "narrow-scope", "switch-user", "rotate-keys",
        "lifetimes", "fault", "clear-faults", "clock", "approve-device", "deny-device",
        "spoil-id-tokens", "id-tokens", "metadata", "registration", "spoil-chain", "spoil-grants", "spoil-resource",
    ]

    /// The path after its unguessable part; `nil` if the request isn't for the control URL.
    func controlName(of request: ServerRequest) -> String? {
        let path = Array(request.path.utf8)
        let prefix = Array("\(control.dropFirst(issuer.count))/".utf8)
        guard path.count > prefix.count, ConstantTime.equal(path.prefix(prefix.count), prefix) else { return nil }
        return String(decoding: path.dropFirst(prefix.count), as: UTF8.self)
    }

    func answerControl(_ name: String, _ request: ServerRequest) -> ServerResponse {
        if name == "statistics" {
            return request.method == "GET" ? .json(counts) : .methodNotAllowed(allowed: ["GET"])
        }
        guard Self.switches.contains(name) else { return .notFound }
        guard request.method == "POST" else { return .methodNotAllowed(allowed: ["POST"]) }
        do {
            return .json(try turn(name, request))
        } catch {
            let message = (error as? ControlError)?.message ?? String(describing: error)
            return .json(["error": "invalid_request", "error_description": .string(message)], status: 400)
        }
    }

    /// The requests until now, and what is alive after them.
    private var counts: JSONObject {
        var json = statistics.json
        json["alive"] = [
            "sessions": .number(JSONNumber(snapshot().sessions.count)),
            "clients": .number(JSONNumber(registrations.count)),
        ]
        return json
    }

    private func turn(_ name: String, _ request: ServerRequest) throws -> JSONObject {
        switch name {
        case "revoke-session":
            let body = try ControlBody(request, members: ["username"])
            return ["revoked_sessions": .number(JSONNumber(try revokeSessions(of: body.string("username"))))]
        case "revoke-access-tokens":
            let body = try ControlBody(request, members: ["username"])
            return ["revoked_access_tokens": .number(JSONNumber(try revokeAccessTokens(of: body.string("username"))))]
        case "reject-refresh":
            let count = try ControlBody(request, members: ["count"]).integer("count", in: 0...1_000_000) ?? 1
            rejectNextRefreshes(count)
            return ["count": .number(JSONNumber(count))]
        case "narrow-scope":
            let scope = try ControlBody(request, members: ["scope"]).string("scope")
            narrowScopeOnNextRefresh(to: scope)
            return ["scope": .string(scope)]
        case "switch-user":
            let username = try ControlBody(request, members: ["username"]).string("username")
            try switchUserOnNextRefresh(to: username)
            return ["username": .string(username)]
        case "spoil-id-tokens":
            let flaw = try ControlBody(request, members: ["flaw"]).optionalString("flaw")
            spoilIDTokens(
                by: try flaw.map { name throws(ControlError) in
                    guard let flaw = IDTokenFlaw(rawValue: name) else {
                        let known = IDTokenFlaw.allCases.map(\.rawValue).joined(separator: ", ")
                        throw ControlError("\(name) is not a flaw; known: \(known)")
                    }
                    return flaw
                })
            return ["flaw": flaw.map { .string($0) } ?? .null]
        case "id-tokens":
            return try turnIDTokens(request)
        case "metadata":
            let members = try ControlBody(request, members: ["leave_out"]).strings("leave_out")
            leaveOutOfOpenIDMetadata(Set(members))
            return ["leave_out": .array(members.map { .string($0) })]
        case "registration":
            return try turnRegistration(request)
        case "spoil-chain":
            let flaws: [ChainFlaw] = try flaws(of: request)
            spoilChain(by: Set(flaws))
            return ["flaws": .array(flaws.map { .string($0.rawValue) })]
        case "spoil-grants":
            let flaws: [GrantFlaw] = try flaws(of: request)
            spoilGrants(by: Set(flaws))
            return ["flaws": .array(flaws.map { .string($0.rawValue) })]
        case "spoil-resource":
            let flaws: [ResourceFlaw] = try flaws(of: request)
            spoilResource(by: Set(flaws))
            return ["flaws": .array(flaws.map { .string($0.rawValue) })]
        case "rotate-keys":
            _ = try ControlBody(request, members: [])
            try rotateKeys()
            return try keys.published()
        case "lifetimes":
            return try turnLifetimes(request)
        case "fault":
            return try turnFault(request)
        case "clear-faults":
            _ = try ControlBody(request, members: [])
            clearFaults()
            return [:]
        case "clock":
            let body = try ControlBody(request, members: ["offset"])
            guard let offset = try body.seconds("offset", in: -1e9...1e9) else {
                throw ControlError("offset is missing")
            }
            setClockOffset(offset)
            return ["now": .number(JSONNumber(clock.now.numericDate))]
        case "approve-device":
            let body = try ControlBody(request, members: ["user_code", "username"])
            try approveDevice(userCode: body.string("user_code"), username: body.string("username"))
            return [:]
        default:
            try denyDevice(userCode: ControlBody(request, members: ["user_code"]).string("user_code"))
            return [:]
        }
    }

    private func turnIDTokens(_ request: ServerRequest) throws -> JSONObject {
        let body = try ControlBody(request, members: ["algorithm", "userinfo", "audiences"])
        let name = try body.optionalString("algorithm")
        let algorithm = name.flatMap(JWSAlgorithm.init(rawValue:))
        guard name == nil || [.hs256, .hs384, .hs512].contains(algorithm) else {
            throw ControlError("algorithm must be HS256, HS384 or HS512")
        }
        let (userInfo, audiences) = (try body.bool("userinfo"), try body.strings("audiences"))
        signWithClientSecret(algorithm, userInfoToo: userInfo)
        addAudiences(audiences)
        return ["algorithm": name.map { .string($0) } ?? .null, "audiences": .array(audiences.map { .string($0) })]
    }

    private func turnRegistration(_ request: ServerRequest) throws -> JSONObject {
        let name = try ControlBody(request, members: ["policy"]).string("policy")
        guard let policy = RegistrationPolicy(rawValue: name) else {
            throw ControlError("policy must be open, token or closed")
        }
        setRegistrationPolicy(policy)
        return ["policy": .string(name), "initial_access_token": .string(initialAccessToken)]
    }

    private func flaws<Flaw: RawRepresentable<String> & CaseIterable>(of request: ServerRequest) throws -> [Flaw] {
        try ControlBody(request, members: ["flaws"]).strings("flaws").map { name throws(ControlError) in
            guard let flaw = Flaw(rawValue: name) else {
                let known = Flaw.allCases.map(\.rawValue).joined(separator: ", ")
                throw ControlError("\(name) is not a flaw; known are: \(known)")
            }
            return flaw
        }
    }

    private func turnLifetimes(_ request: ServerRequest) throws -> JSONObject {
        let body = try ControlBody(request, members: ["access", "refresh"])
        let access = try body.seconds("access", in: 1...1e9)
        let refresh = try body.seconds("refresh", in: 1...1e9)
        guard access != nil || refresh != nil else { throw ControlError("access or refresh is missing") }
        setLifetimes(access: access, refresh: refresh)
        return [
            "access": .number(JSONNumber(lifetimes.access.wholeSeconds)),
            "refresh": .number(JSONNumber(lifetimes.refresh.wholeSeconds)),
        ]
    }

    private func turnFault(_ request: ServerRequest) throws -> JSONObject {
        let body = try ControlBody(
            request, members: ["endpoint", "kind", "times", "timing", "ms", "status", "retry_after", "body"])
        let name = try body.string("endpoint")
        guard let target = FaultTarget(name) else {
            let known = (Endpoint.allCases.map(\.rawValue) + ["api"]).joined(separator: ", ")
            throw ControlError("\(name) is not an endpoint; known: \(known), and paths of the API such as /orders")
        }
        let timingName = try body.optionalString("timing") ?? FaultTiming.before.rawValue
        guard let timing = FaultTiming(rawValue: timingName) else {
            throw ControlError("timing must be before or after")
        }
        let times = try body.integer("times", in: 1...1_000_000) ?? 1
        inject(try Fault(body), at: target, times: times, timing: timing)
        return ["endpoint": .string(name), "times": .number(JSONNumber(times))]
    }
}

extension DemoProvider.Fault {
    fileprivate init(_ body: ControlBody) throws(ControlError) {
        switch try body.string("kind") {
        case "slow": self = .slow(.milliseconds(try body.integer("ms", in: 0...3_600_000) ?? 2000))
        case "hang": self = .hang
        case "drop": self = .drop
        case "malformed": self = .malformed
        case "html": self = .html
        case "endless": self = .endless
        case "status":
            self = .status(
                try body.integer("status", in: 200...599) ?? 500,
                retryAfter: try body.seconds("retry_after", in: 0...1e6), body: try body.optionalString("body"))
        case let kind:
            throw ControlError("\(kind) is not a kind; known: slow, hang, drop, malformed, html, endless, status")
        }
    }
}
