/// What a program that stays open does about a forced logout, by a profile's `notify` and `on_forced_logout`.
struct LogoutAlarm: Sendable, Equatable {
    /// A program and its arguments, which no shell reads.
    struct AlarmProgram: Sendable, Equatable {
        let program: String
        let arguments: [String]

        /// Splits a command at its spaces; `nil` without a word.
        init?(_ text: String) {
            let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let first = words.first else { return nil }
            (program, arguments) = (first, Array(words.dropFirst()))
        }
    }

    let ways: Set<AlarmWay>
    let command: AlarmProgram?

    init(ways: Set<AlarmWay>, command: AlarmProgram? = nil) { (self.ways, self.command) = (ways, command) }

    init(_ values: SettingValues) throws(CommandFailure) {
        var ways: Set<AlarmWay> = []
        for text in values.texts(.notify) ?? [AlarmWay.bell.rawValue, AlarmWay.desktop.rawValue] {
            guard let way = AlarmWay(rawValue: text) else {
                let known = AlarmWay.allCases.map(\.rawValue).joined(separator: ", ")
                throw values.bad(.notify, text, expected: "one of " + known)
            }
            ways.insert(way)
        }
        let text = values.text(.onForcedLogout)
        let command = text.flatMap(AlarmProgram.init)
        if let text, command == nil {
            throw values.bad(.onForcedLogout, text, expected: "a program, with its arguments after spaces")
        }
        self.init(ways: ways.contains(.none) ? [] : ways, command: command)
    }
}
