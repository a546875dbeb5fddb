import FoundationEssentials
import SessionCore

extension [LabFault] {
    /// `the fault "token endpoint garbled" was injected`; `nil` where there is none.
    package var clause: String? {
        let names = map { "\"\($0.rawValue)\"" }
        if names.isEmpty { return nil }
        return names.count == 1
            ? "the fault \(names[0]) was injected" : "the faults \(names.joined(separator: ", ")) were injected"
    }
}

extension LabFault.Arming {
    /// What a fault that is armed so is.
    package var state: String {
        switch self {
        case .atOnce: "at once"
        case .times(let count): "ARMED ×\(count)"
        case .untilDisarmed, .during: "ARMED"
        }
    }
}
