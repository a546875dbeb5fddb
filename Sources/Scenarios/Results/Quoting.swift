import JOSE
import TerminalUI

/// Texts from outside in the formats of results and reports.
package enum Quoting {
    /// A string of JSON, which is one of YAML too; what can't be shown is escaped.
    package static func json(_ text: String) -> String {
        SafeText.escaped(JSONValue.string(text).serialized(), by: JSONValue.escaped)
    }

    /// Text of a line: a replacement character for each that can't be shown.
    package static func line(_ text: String) -> String { SafeText.escaped(text) { _ in "\u{FFFD}" } }

    /// The description of a test in TAP, where a hash sign would begin a directive.
    package static func tap(_ text: String) -> String {
        line(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
    }

    /// Text or the value of an attribute in XML and HTML; what can't be shown is a replacement character.
    package static func xml(_ text: String) -> String {
        var marked = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": marked += "&amp;"
            case "<": marked += "&lt;"
            case ">": marked += "&gt;"
            case "\"": marked += "&quot;"
            default: marked.unicodeScalars.append(character)
            }
        }
        return SafeText.escaped(marked) { scalar in
            switch scalar {
            case "\n": "&#10;"
            case "\t": "&#9;"
            default: "\u{FFFD}"
            }
        }
    }

    /// A duration in milliseconds, rounded down.
    static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// A duration in seconds: `12.045`.
    static func seconds(_ duration: Duration) -> String {
        let milliseconds = max(0, milliseconds(duration))
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}
