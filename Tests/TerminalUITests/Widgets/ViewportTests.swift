import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct ViewportTests {
    @Test func `scrolling stays within the text`() {
        var viewport = Viewport()
        viewport.layOut(count: 30, height: 10)
        let isMotion = viewport.handle(.up)
        #expect(isMotion)
        #expect(viewport.visible == 0..<10)
        _ = viewport.handle(.pageDown)
        #expect(viewport.visible == 9..<19)
        _ = viewport.handle(.end)
        #expect(viewport.visible == 20..<30)
        _ = viewport.handle(.down)
        #expect(viewport.visible == 20..<30)
    }

    @Test func `scrolling sideways is undone by going to the start`() {
        var viewport = Viewport()
        viewport.layOut(count: 3, height: 10)
        _ = viewport.handle(.right)
        _ = viewport.handle(.character("l"))
        #expect(viewport.left == 16)
        _ = viewport.handle(.left)
        #expect(viewport.left == 8)
        _ = viewport.handle(.home)
        #expect(viewport.left == 0)
    }

    @Test func `a row is brought into sight with the least movement`() {
        var viewport = Viewport()
        viewport.layOut(count: 30, height: 10)
        viewport.reveal(12)
        #expect(viewport.visible == 3..<13)
        viewport.reveal(5)
        #expect(viewport.visible == 3..<13)
        viewport.reveal(1)
        #expect(viewport.visible == 1..<11)
    }

    @Test func `a shorter text pulls the window back`() {
        var viewport = Viewport()
        viewport.layOut(count: 30, height: 10)
        _ = viewport.handle(.end)
        viewport.layOut(count: 12, height: 10)
        #expect(viewport.visible == 2..<12)
        let isMotion = viewport.handle(.enter)
        #expect(!isMotion)
    }
}
