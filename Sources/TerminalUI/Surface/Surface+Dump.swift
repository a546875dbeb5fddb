extension Surface {
    /// The text of every row, for tests and for saving a screen; blanks at the end of rows are left out.
    package var lines: [String] {
        dump { $0.grapheme }
    }

    /// The role of every cell, as one character each; see ``StyleRole/mark``.
    ///
    /// Capitals have attributes of their own.
    package var styleLines: [String] {
        dump { cell in
            let mark = cell.style == .text ? " " : String(cell.style.role.mark)
            return cell.style.attributes.isEmpty ? mark : mark.uppercased()
        }
    }

    private func dump(_ text: (Cell) -> String) -> [String] {
        (0..<size.height).map { y in
            var line = row(y).map(text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}

extension StyleRole {
    /// The character that stands for the role in a style dump: `.` for text, then letters in the order of the cases.
    package var mark: Character {
        let marks: [Character] = Array(".abcdefghijklmnopqrstuvwxyz0123456789")
        return marks[Int(rawValue)]
    }
}
