import Recordings

/// What `profile list --json` prints.
struct ProfileList: RecordedByMembers {
    let profiles: [String]

    static let members = Members(Self.init(profiles:), .needed("profiles", \.profiles))
}

/// What `profile add --json` prints of a profile that was saved.
struct SavedProfile: RecordedByMembers {
    let profile: String
    let file: String
    /// What the provider offers; with `--from` the steps that led to it take its place.
    var offers: OffersReport?
    var steps: [StepReport]?

    static let members = Members(
        Self.init(profile:file:offers:steps:), .needed("profile", \.profile), .needed("file", \.file),
        .optional("offers", \.offers), .optional("steps", \.steps))
}

/// What `profile add --from --json` prints where the way led to no profile.
struct FailedDiscovery: RecordedByMembers {
    let steps: [StepReport]

    static let members = Members(Self.init(steps:), .needed("steps", \.steps))
}

/// What `profile remove --json` prints.
struct RemovedProfile: RecordedByMembers {
    let removed: String
    /// What became of its session.
    var logout: LogoutReport?

    static let members = Members(
        Self.init(removed:logout:), .needed("removed", \.removed), .optional("logout", \.logout))
}
