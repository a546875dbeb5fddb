import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct ProgressBarTests {
    @Test(arguments: [
        (0.0, "░░░░", "...."), (0.5, "██░░", "##.."), (1.0, "████", "####"), (0.28, "█▏░░", "#..."),
        (0.001, "▏░░░", "#..."), (0.999, "███▉", "###."), (-3.0, "░░░░", "...."), (7.0, "████", "####"),
        (.nan, "░░░░", "...."), (.infinity, "████", "####"),
    ])
    func `a bar is empty only at nothing and full only at all`(fraction: Double, unicode: String, ascii: String) {
        #expect(ProgressBar.text(fraction: fraction, columns: 4, glyphs: .unicode).text == unicode)
        #expect(ProgressBar.text(fraction: fraction, columns: 4, glyphs: .ascii).text == ascii)
    }

    @Test func `a bar always has its width and never shrinks as the fraction grows`() {
        for columns in 0...12 {
            var last = -1
            for step in 0...100 {
                let bar = ProgressBar.text(fraction: Double(step) / 100, columns: columns, glyphs: .unicode)
                #expect(bar.columns == columns)
                let full = bar.text.count { $0 == "█" }
                #expect(full >= last)
                last = full
            }
        }
    }

    @Test func `the full part has the role that it is given`() {
        let bar = ProgressBar.text(fraction: 0.5, columns: 2, role: .barWarning, glyphs: .unicode)
        #expect(bar.spans.map(\.style.role) == [.barWarning, .barEmpty])
    }
}
