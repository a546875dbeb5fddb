package import SessionCore

extension HTTPExchange {
    /// What an injected fault made of a field after the session had passed it on, to be written behind its masked
    /// value; empty where it was sent as it is.
    package func alteration(of field: String) -> String {
        field.lowercased() == "authorization" && faults.contains(LabFault.tamperedToken.name)
            ? ", altered on the way" : ""
    }
}

extension SessionEvent {
    package var exchange: HTTPExchange? {
        if case .exchange(let exchange) = kind { exchange } else { nil }
    }
}
