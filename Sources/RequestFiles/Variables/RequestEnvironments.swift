import JOSE

/// The environments of `http-client.env.json`, `http-client.private.env.json` and VS Code's settings.
///
/// A member of the private file has precedence over one of the other, and both over the settings; an environment's own
/// goes before `$shared`.
package struct RequestEnvironments: Sendable {
    package static let fileName = "http-client.env.json"
    package static let privateFileName = "http-client.private.env.json"
    /// The settings of a VS Code workspace.
    package static let settingsFileName = ".vscode/settings.json"
    private static let settingsMember = "rest-client.environmentVariables"
    /// The largest such file that is read, in bytes.
    package static let sizeLimit = 1 << 20

    private static let shared = "$shared"
    /// Members that are settings of other tools.
    private static let settings: Set = ["SSLConfiguration", "Security"]

    private var environments: [(name: String, variables: [String: String])] = []
    /// The names of the variables of the private file.
    package private(set) var privateNames: Set<String> = []
    /// Their values, in all environments.
    package private(set) var privateValues: Set<String> = []

    package init() {}

    /// Reads the files; what is not there is `nil`.
    package init(_ file: [UInt8]?, private privateFile: [UInt8]?, settings: [UInt8]? = nil) throws(Fault) {
        // Other settings are not this program's to judge.
        if let settings, settings[...].firstPlace(of: "rest-client.environmentVariables") != nil {
            try read(settings, Self.settingsFileName)
        }
        for (name, bytes) in [(Self.fileName, file), (Self.privateFileName, privateFile)] {
            guard let bytes else { continue }
            try read(bytes, name)
        }
    }

    /// Why a file can't be read.
    package struct Fault: Error, Sendable, Hashable {
        package let file: String
        /// From 1; `nil` where the whole file is at fault.
        package let line: Int?
        /// From 1; `nil` without a line.
        package var column: Int?
        package let reason: String
    }

    private mutating func read(_ bytes: [UInt8], _ file: String) throws(Fault) {
        let value: JSONValue
        do throws(JSON5Document.Fault) {
            value = try JSON5Document(parsing: bytes).value
        } catch {
            throw Fault(file: file, line: error.line, column: error.column, reason: "\(error.reason)")
        }
        let isSettings = file == Self.settingsFileName
        if isSettings, value[Self.settingsMember] == nil { return }
        guard let object = (isSettings ? value[Self.settingsMember] : value)?.object else {
            throw Fault(file: file, line: nil, reason: "it is not an object of environments")
        }
        // '$schema' and the like speak about the file.
        for member in object.members where !member.name.hasPrefix("$") || member.value.object != nil {
            guard let variables = member.value.object else {
                throw Fault(file: file, line: nil, reason: "the environment '\(member.name)' is not an object")
            }
            var flat: [String: String] = [:]
            for variable in variables.members where !Self.settings.contains(variable.name) {
                Self.flatten(variable.value, variable.name, into: &flat)
            }
            if file == Self.privateFileName {
                privateNames.formUnion(flat.keys)
                privateValues.formUnion(flat.values)
            }
            if let place = environments.firstIndex(where: { $0.name == member.name }) {
                environments[place].variables.merge(flat) { $1 }
            } else {
                environments.append((member.name, flat))
            }
        }
    }

    /// Members of members are called `outer.inner`.
    private static func flatten(_ value: JSONValue, _ name: String, into variables: inout [String: String]) {
        switch value {
        case .string(let text): variables[name] = text
        case .object(let object):
            for member in object.members { flatten(member.value, "\(name).\(member.name)", into: &variables) }
        case .null: variables[name] = ""
        case .bool, .number, .array: variables[name] = value.serialized()
        }
    }

    /// The names that may be chosen, in the order of the files.
    package var names: [String] { environments.map(\.name).filter { $0 != Self.shared } }

    /// The variables of an environment, or those of all environments; `nil` where there is none of that name.
    package func variables(of name: String?) -> [String: String]? {
        let shared = environments.first { $0.name == Self.shared }?.variables ?? [:]
        guard let name else { return shared }
        guard name != Self.shared, let own = environments.first(where: { $0.name == name }) else { return nil }
        return shared.merging(own.variables) { $1 }
    }
}
