import FoundationEssentials
import TestSupport
import Testing

extension ProgramUnderTest {
    /// Puts alice, who signs in at the real Chromium, in the place of any that `PATH` has.
    mutating func putPersonAtChromium() throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let places = path.split(separator: ":").map { "\($0)/chromium" }
        let chromium = try #require(
            places.first { FileManager.default.isExecutableFile(atPath: $0) }, "Debian has the package chromium")
        environment["CHROMIUM_PROGRAM"] = chromium
        environment["PATH"] = "\(ClientSet.path(of: "person-at")):\(path)"
        environment["USERNAME"] = "alice"
        environment["PASSWORD"] = "wonderland"
    }
}
