/// The settings of one provider and client, as kept in a file: option values under their snake_case names.
struct Profile: Sendable, Equatable {
    var name: String
    /// The values as on the command line: one text for each use of the option, `NAME=VALUE` for a member of an object.
    var values: [Option: [String]] = [:]
}
