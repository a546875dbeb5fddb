/// Texts from outside in the formats of results and reports.
package enum Quoting {
    /// A string of JSON, which is one of YAML too; controls and marks of direction are escaped.
    static func json(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where scalar.isForbiddenInScenarios:
                let code = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - code.count) + code
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Text of a line: a replacement character for each control and mark of direction.
    static func line(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            line.unicodeScalars.append(scalar == "\t" || scalar.isForbiddenInScenarios ? "\u{FFFD}" : scalar)
        }
        return line
    }

    /// Text or the value of an attribute in XML and HTML; what XML 1.0 can't hold is a replacement character.
    package static func xml(_ text: String) -> String {
        var value = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": value += "&amp;"
            case "<": value += "&lt;"
            case ">": value += "&gt;"
            case "\"": value += "&quot;"
            case "\n": value += "&#10;"
            case "\t": value += "&#9;"
            case "\u{FFFE}", "\u{FFFF}": value += "\u{FFFD}"
            case _ where scalar.isForbiddenInScenarios: value += "\u{FFFD}"
            default: value.unicodeScalars.append(scalar)
            }
        }
        return value
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
