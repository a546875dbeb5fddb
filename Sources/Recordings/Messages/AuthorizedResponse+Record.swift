package import JOSE
package import SessionCore

extension AuthorizedResponse {
    /// The answer; its body, which may be anything, only if it is asked for.
    package func record(withBody: Bool) -> JSONObject {
        var json: JSONObject = ["status": response.status.recorded, "url": response.url.recorded]
        json.set("reason", response.reason)
        json.set("headers", response.headers)
        json.set("version", response.version)
        json.set("timings", response.timings)
        json.set("connection", response.connection)
        if !response.redirects.isEmpty { json.set("redirects", response.redirects) }
        json.set("body_size", response.body.count + response.receivedSize)
        if withBody, !response.body.isEmpty {
            if let text = String(validating: response.body, as: UTF8.self) {
                json.set("body", text)
            } else {
                json["body_base64"] = .string(Base64.encode(response.body))
            }
        }
        json["facts"] = .object(facts.record)
        json.set("verdict", verdict)
        return json
    }

    /// Reads an answer; a body that was not recorded counts as received elsewhere.
    package init(_ record: Record) throws(RecordFlaw) {
        var response = HTTPResponse(
            status: try record.value("status"), headers: try record.value("headers"), url: try record.value("url"),
            redirects: try record.value("redirects", default: []), version: try record.optional("version"),
            timings: try record.optional("timings"), connection: try record.optional("connection"))
        response.reason = try record.optional("reason")
        if let text: String = try record.optional("body") {
            response.body = Array(text.utf8)
        } else if let text: String = try record.optional("body_base64") {
            do { response.body = try Base64.decode(text) } catch {
                throw RecordFlaw(member: "body_base64", reason: "is not base64")
            }
        } else {
            response.receivedSize = try record.value("body_size")
        }
        self.init(response: response, facts: try record.value("facts"), verdict: try record.value("verdict"))
    }
}

extension AuthorizedResponse.Verdict: RecordedAsObject {
    private enum Name: String, RecordedByName {
        case none
        case accepted
        case rejected
        case rejectedByAPI = "rejected_by_api"
        case refreshFailed = "refresh_failed"
        case sessionEnded = "session_ended"
        case sessionChanged = "session_changed"
        case insufficientScope = "insufficient_scope"
        case stepUpRequired = "step_up_required"
    }

    private var name: Name {
        switch self {
        case .none: .none
        case .accepted: .accepted
        case .rejected: .rejected
        case .rejectedByAPI: .rejectedByAPI
        case .refreshFailed: .refreshFailed
        case .sessionEnded: .sessionEnded
        case .sessionChanged: .sessionChanged
        case .insufficientScope: .insufficientScope
        case .stepUpRequired: .stepUpRequired
        }
    }

    package var record: JSONObject {
        var json: JSONObject = ["kind": name.recorded]
        switch self {
        case .none, .accepted: break
        case .rejected(let challenge), .rejectedByAPI(let challenge), .sessionChanged(let challenge):
            json.set("challenge", challenge)
        case .refreshFailed(let challenge, let error):
            json.set("challenge", challenge)
            json.set("failure", error)
        case .sessionEnded(let challenge, let end):
            json.set("challenge", challenge)
            json.set("end", end)
        case .insufficientScope(let scope): json.set("required_scope", scope)
        case .stepUpRequired(let acrValues, let maxAge):
            json.set("acr_values", acrValues)
            json.set("max_age", maxAge)
        }
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("kind", as: Name.self) {
            case .none: .none
            case .accepted: .accepted
            case .rejected: .rejected(try record.optional("challenge"))
            case .rejectedByAPI: .rejectedByAPI(try record.optional("challenge"))
            case .refreshFailed: .refreshFailed(try record.optional("challenge"), try record.value("failure"))
            case .sessionEnded: .sessionEnded(try record.optional("challenge"), try record.value("end"))
            case .sessionChanged: .sessionChanged(try record.optional("challenge"))
            case .insufficientScope: .insufficientScope(try record.value("required_scope"))
            case .stepUpRequired:
                .stepUpRequired(acrValues: try record.value("acr_values"), maxAge: try record.optional("max_age"))
            }
    }
}

extension AuthenticationChallenge: RecordedAsObject {
    package var record: JSONObject {
        let names = parameters.keys.sorted()
        var json: JSONObject = ["scheme": scheme.recorded]
        json["parameters"] = .object(JSONObject(names.map { ($0, .string(parameters[$0] ?? "")) }))
        json.set("received", received)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        let members = try record.value("parameters", as: JSONValue.self).object?.members
        guard let members else { throw RecordFlaw(member: "parameters", reason: "is not an object") }
        var parameters: [String: String] = [:]
        for member in members {
            do { parameters[member.name] = try String(recorded: member.value) } catch {
                throw error.inside(member.name).inside("parameters")
            }
        }
        self.init(
            scheme: try record.value("scheme"), parameters: parameters, received: try record.optional("received"))
    }
}
