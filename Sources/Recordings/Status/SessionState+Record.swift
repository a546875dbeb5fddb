package import JOSE
package import SessionCore

extension SessionState: RecordedAsObject {
    private enum Name: String, RecordedByName, CaseIterable {
        case unknown
        case noSession = "no_session"
        case authenticated
    }

    package static let shape = RecordShape.cases(
        "state", Name.self, ["end": SessionEnd.shape, "start": SessionStart.shape])

    package var record: JSONObject {
        switch self {
        case .unknown: ["state": Name.unknown.recorded]
        case .noSession(let end): ["state": Name.noSession.recorded, "end": end.recorded]
        case .authenticated(let start): ["state": Name.authenticated.recorded, "start": start.recorded]
        }
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("state", as: Name.self) {
            case .unknown: .unknown
            case .noSession: .noSession(try record.value("end"))
            case .authenticated: .authenticated(try record.value("start"))
            }
    }
}

extension SessionStart: RecordedAsObject {
    private enum Name: String, RecordedByName, CaseIterable {
        case restored
        case signedIn = "signed_in"
        case otherProcess = "other_process"
    }

    package static let shape = RecordShape.cases("reason", Name.self, ["flow": .plain])

    package var record: JSONObject {
        switch self {
        case .restored: ["reason": Name.restored.recorded]
        case .signedIn(let flow): ["reason": Name.signedIn.recorded, "flow": flow.recorded]
        case .otherProcess: ["reason": Name.otherProcess.recorded]
        }
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("reason", as: Name.self) {
            case .restored: .restored
            case .signedIn: .signedIn(flow: try record.value("flow"))
            case .otherProcess: .otherProcess
            }
    }
}
