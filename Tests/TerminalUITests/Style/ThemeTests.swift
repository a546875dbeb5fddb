import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct ThemeTests {
    @Test func `without colour no role has any, and every attribute stays`() {
        #expect(!Theme.monochrome.usesColor)
        for role in StyleRole.allCases {
            let plain = Theme.monochrome[Style(role)]
            #expect(plain.foreground == nil && plain.background == nil)
            #expect(plain.attributes == Theme.standard[Style(role)].attributes)
        }
    }

    @Test func `colours are readable on white and on black`() {
        // A code for cameras brings its own background.
        for role in StyleRole.allCases where role != .codeModules {
            let look = Theme.standard[Style(role)]
            #expect(look.background == nil)
            #expect(look.foreground.map { [.black, .white, .yellow].contains($0) } != true)
        }
    }

    @Test func `what must not be overlooked differs without colour too`() {
        let plain = Theme.monochrome[Style(.text)]
        let roles: [StyleRole] = [.danger, .selection, .badge, .symbol, .match, .title, .borderFocused, .barWarning]
        for role in roles { #expect(Theme.monochrome[Style(role)] != plain) }
    }

    @Test func `a style adds its attributes to those of its role`() {
        #expect(Theme.standard[Style(.danger, .underline)].attributes == [.bold, .underline])
    }

    @Test func `every role has a mark of its own in dumps`() {
        #expect(Set(StyleRole.allCases.map(\.mark)).count == StyleRole.allCases.count)
    }
}
