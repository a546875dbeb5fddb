import FoundationEssentials
import JOSE
import TestSupport

extension ProgramUnderTest {
    /// Where the profiles are.
    var profileFolder: String { home + "/config/session-console/profiles" }

    /// Writes a profile as a person would, without asking the provider.
    func makeProfile(_ name: String, _ profile: JSONObject) throws {
        try FileManager.default.createDirectory(atPath: profileFolder, withIntermediateDirectories: true)
        try Data(profile.serialized().utf8).write(to: URL(filePath: "\(profileFolder)/\(name).json"))
    }
}
