import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct LinkTests {
    private static let address = "https://id.example.com/device"

    private func surface(_ lines: String..., linking rects: [(Rect, String)] = []) -> Surface {
        var surface = Surface(size: Size(width: 20, height: lines.count))
        for (line, row) in zip(lines, surface.bounds.rows) { surface.write(line, at: row.origin) }
        for (rect, address) in rects { surface.link(rect, to: address) }
        return surface
    }

    private func written(_ links: [LinkRun]) -> [String] {
        links.map { link in
            "\(link.run.origin.x),\(link.run.origin.y) \(link.run.cells.map(\.grapheme).joined()) "
                + "\(link.address ?? "-")"
        }
    }

    private func links(from old: Surface, to new: Surface) -> [String] {
        written(TerminalUI.links(in: diff(old: old, new: new), old: old, new: new))
    }

    @Test func `cells lead where their rectangle does, until they are written over`() {
        var surface = surface("open 漢字 here", linking: [(Rect(x: 5, y: 0, width: 4, height: 1), Self.address)])
        let led = surface.row(0).map { surface.link(of: $0) }
        #expect(led[5..<9].allSatisfy { $0 == Self.address })
        #expect((led[..<5] + led[9...]).allSatisfy { $0 == nil })
        surface.recolor(surface.bounds, .selection)
        #expect(surface.link(of: surface[Point(x: 6, y: 0)]) == Self.address)
        surface.write("x", at: Point(x: 8, y: 0))
        #expect(surface.row(0).map { surface.link(of: $0) != nil }[5..<9] == [true, true, false, false])
    }

    @Test(arguments: [
        "javascript:alert(1)", "file:///etc/passwd", "", "https://x/\u{7}", "https://x/\u{1B}\\", "https://x y",
        "https://x/\u{9C}", "https://x/漢", "https://x/" + String(repeating: "a", count: 2100),
    ])
    func `statement 23: what is no web address, or could end its sequence, leads nowhere`(address: String) {
        let surface = surface("text", linking: [(Rect(x: 0, y: 0, width: 4, height: 1), address)])
        #expect(surface.row(0).allSatisfy { surface.link(of: $0) == nil })
    }

    @Test func `a picture brings its links where it is copied to`() {
        let part = surface("text", linking: [(Rect(x: 1, y: 0, width: 2, height: 1), Self.address)])
        var whole = surface("", "", linking: [(Rect(x: 0, y: 0, width: 1, height: 1), "http://other.example")])
        whole.blit(part, at: Point(x: 3, y: 1))
        #expect(whole.row(1).map { whole.link(of: $0) }[3..<7] == [nil, Self.address, Self.address, nil])
        #expect(whole.link(of: whole[.zero]) == "http://other.example")
    }

    @Test func `a changed row has all its links sent again, other rows none`() {
        let rects = [
            (Rect(x: 5, y: 0, width: 3, height: 1), Self.address), (Rect(x: 9, y: 0, width: 2, height: 1), "http://b"),
            (Rect(x: 0, y: 1, width: 2, height: 1), "http://c"),
        ]
        let old = surface("open one or two", "at rest", linking: rects)
        let new = surface("Open one or two", "at rest", linking: rects)
        #expect(links(from: old, to: new) == ["5,0 one \(Self.address)", "9,0 or http://b"])
        #expect(links(from: new, to: new) == [])
        #expect(links(from: Surface(size: .zero), to: new).count == 3)
    }

    @Test func `text that stays when its link goes is sent without it, and the other way round`() {
        let plain = surface("open one")
        let linked = surface("open one", linking: [(Rect(x: 5, y: 0, width: 3, height: 1), Self.address)])
        let other = surface("open one", linking: [(Rect(x: 5, y: 0, width: 3, height: 1), "http://b")])
        #expect(links(from: plain, to: linked) == ["5,0 one \(Self.address)"])
        #expect(links(from: linked, to: plain) == ["5,0 one -"])
        #expect(links(from: linked, to: other) == ["5,0 one http://b"])
    }
}
