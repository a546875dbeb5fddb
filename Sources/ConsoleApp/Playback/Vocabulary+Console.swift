import Recordings
package import Scenarios
import SessionCore
import TerminalUI

extension Vocabulary {
    /// The words of the console.
    package static let console = Vocabulary(
        faults: Fault.allCases.map(\.rawValue), presets: Preset.allCases.map(\.rawValue),
        screens: ScreenID.allCases.map(\.rawValue), events: SessionEvent.Kind.names,
        keys: Key.words.map(\.word))
}
