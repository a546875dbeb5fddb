/// The parameters of all SGR sequences in a terminal's output.
func renditions(in output: String) -> [Int] {
    output.split(separator: "\u{1B}[").dropFirst().flatMap { sequence -> [Int] in
        let parameters = sequence.prefix { $0.isNumber || $0 == ";" }
        guard sequence.dropFirst(parameters.count).first == "m" else { return [] }
        return parameters.split(separator: ";").compactMap { Int($0) }
    }
}

func isColor(_ rendition: Int) -> Bool {
    (30...49).contains(rendition) || (90...107).contains(rendition)
}
