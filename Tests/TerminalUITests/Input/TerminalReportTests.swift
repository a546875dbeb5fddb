import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct TerminalReportTests {
    private func decode(_ bytes: String, by count: Int = .max) -> (keys: [Key], reports: [TerminalReport]) {
        var decoder = InputDecoder()
        var keys: [Key] = []
        var rest = Array(bytes.utf8)[...]
        while !rest.isEmpty {
            keys += decoder.feed(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return (keys, decoder.takeReports())
    }

    private let cream = TerminalReport.background(ColorComponents(red: 0xFD, green: 0xF6, blue: 0xE3))

    @Test(arguments: [
        "\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{1B}\\", "\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{7}", "\u{1B}]11;rgb:fd/f6/e3\u{7}",
        "\u{1B}]11;rgba:fdfd/f6f6/e3e3/ffff\u{1B}\\", "\u{1B}]11;rgb:fde0/f6f0/e3f3\u{7}",
    ])
    func `the terminal's background is reported and types nothing, whole and cut into single bytes`(answer: String) {
        for count in [Int.max, 1] {
            let (keys, reports) = decode("a\(answer)\u{1B}[?62;22cb", by: count)
            #expect(keys == [.character("a"), .character("b")])
            #expect(reports == [cream, .deviceAttributes])
        }
    }

    @Test(arguments: ["f/f/f", "fff/fff/fff", "ffff/ffff/ffff"])
    func `each part may have one to four digits`(digits: String) {
        let (_, reports) = decode("\u{1B}]11;rgb:\(digits)\u{7}")
        #expect(reports == [.background(ColorComponents(red: 255, green: 255, blue: 255))])
    }

    @Test(arguments: [
        "\u{1B}]11;rgb:12345/0/0\u{7}", "\u{1B}]11;rgb:xx/00/00\u{7}", "\u{1B}]11;rgb:00/00\u{7}",
        "\u{1B}]11;#fff\u{7}",
        "\u{1B}]10;rgb:00/00/00\u{7}", "\u{1B}]11;rgb:-1/00/00\u{7}", "\u{1B}]11\u{7}", "\u{1B}]52;c;cmdiOi8v\u{1B}\\",
        "\u{1B}P11;rgb:00/00/00\u{1B}\\", "\u{1B}[>41;354;0c",
    ])
    func `what is no such answer is no report, and types nothing either`(answer: String) {
        let (keys, reports) = decode(answer + "x")
        #expect(keys == [.character("x")])
        #expect(reports == [])
    }

    @Test func `a report is told once`() {
        var decoder = InputDecoder()
        _ = decoder.feed(Array("\u{1B}[?6c".utf8))
        let (first, second) = (decoder.takeReports(), decoder.takeReports())
        #expect(first == [.deviceAttributes])
        #expect(second == [])
    }
}
