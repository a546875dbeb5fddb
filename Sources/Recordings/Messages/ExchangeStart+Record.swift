package import SessionCore

extension ExchangeStart: RecordedByMembers {
    package static let members = Members(
        Self.init(id:purpose:method:url:token:), .needed("exchange", \.id), .needed("purpose", \.purpose),
        .needed("method", \.method), .needed("url", \.url), .optional("token", \.token))
}
