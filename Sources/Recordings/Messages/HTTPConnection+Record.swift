package import SessionCore

extension HTTPTimings: RecordedByMembers {
    package static let members = Members(
        Self.init(nameLookup:connect:tls:firstByte:total:), .needed("name_lookup", \.nameLookup),
        .needed("connect", \.connect), .needed("tls", \.tls), .needed("first_byte", \.firstByte),
        .needed("total", \.total))
}

extension HTTPConnectionFacts: RecordedByMembers {
    package static let members = Members(
        Self.init(remoteAddress:isReused:tls:), .optional("remote_address", \.remoteAddress),
        .needed("reused", \.isReused), .optional("tls", \.tls))
}

extension TLSFacts: RecordedByMembers {
    package static let members = Members(
        Self.init(version:cipher:certificateSubject:certificateIssuer:certificateExpiry:),
        .needed("version", \.version), .needed("cipher", \.cipher),
        .optional("certificate_subject", \.certificateSubject), .optional("certificate_issuer", \.certificateIssuer),
        .optional("certificate_expiry", \.certificateExpiry))
}

extension HTTPRedirect: RecordedByMembers {
    package static let members = Members(
        Self.init(status:from:to:keptAuthorization:duration:), .needed("status", \.status), .needed("from", \.from),
        .needed("to", \.to), .needed("kept_authorization", \.keptAuthorization), .optional("duration", \.duration))
}
