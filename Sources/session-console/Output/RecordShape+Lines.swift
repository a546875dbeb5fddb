import Recordings

extension RecordShape {
    /// The shape as lines of a command's help, broken between members and between names.
    var lines: String {
        var lines: [String] = [""]
        var part = ""
        for character in "\(self) " {
            part.append(character)
            guard character == " " || character == "|" else { continue }
            if lines[lines.count - 1].count + part.count > Columns.width {
                lines.append(part)
            } else {
                lines[lines.count - 1] += part
            }
            part = ""
        }
        return lines.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 }.joined(separator: "\n")
    }
}
