import ConsoleFaults
import Recordings
package import Scenarios
import SessionCore
import TerminalUI

extension Vocabulary {
    /// The words of the console.
    package static let console = Vocabulary(
        faults: LabFault.ofSessions.map(\.rawValue),
        aliases: LabFault.ofSessions.compactMap { fault in
            fault.alias.map { Vocabulary.Alias($0, of: fault.rawValue, fault.summary) }
        },
        presets: Preset.allCases.map(\.rawValue),
        screens: ScreenID.ofSession.map(\.rawValue), events: SessionEvent.Kind.names,
        keys: Key.words.map(\.word), lines: DiscoveryStep.Kind.allCases.map(\.line))
}
