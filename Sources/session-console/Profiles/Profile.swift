/// The settings of one provider and client, as a file keeps them: option values under their snake_case names.
struct Profile: Sendable, Equatable {
    var name: String
    /// As on the command line: one text for each time the option would be given, `NAME=VALUE` for a member of an object.
    var values: [OptionName: [String]] = [:]
}
