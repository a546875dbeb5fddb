import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(5))) struct ThemeTests {
    private static let painted: [(Theme, Double)] = [(.dark, 4.5), (.light, 4.5), (.highContrast, 7)]

    @Test(arguments: painted)
    func `every role is readable on its background, with any attributes`(theme: Theme, least: Double) throws {
        for role in StyleRole.allCases {
            for added: Attributes in [[], .bold, .dim, .underline, .reverse, .italic, [.bold, .reverse]] {
                let look = theme[Style(role, added)]
                let ink = try #require(look.foreground?.components, "\(role)")
                let ground = try #require(look.background?.components, "\(role)")
                #expect(ink.contrast(with: ground) >= least, "\(role)")
                // How pale that makes a colour is not known here.
                #expect(!look.attributes.contains(.dim), "\(role)")
            }
        }
    }

    @Test(arguments: painted.map(\.0))
    func `roles that stand beside each other differ in colour`(theme: Theme) {
        for group: [StyleRole] in [
            [.text, .dim, .accent, .success, .warning, .danger], [.border, .borderFocused, .scrollbar],
            [.jsonName, .jsonString, .jsonNumber, .jsonLiteral], [.barFull, .barCaution, .barWarning, .barEmpty],
            [.selection, .selectionUnfocused, .match, .badge], [.text, .shade],
        ] {
            #expect(Set(group.map { theme[Style($0)].withoutAttributes }).count == group.count, "\(group)")
        }
    }

    @Test func `statement 30: the terminal's own colours are readable on white, black and Solarized`() {
        for role in StyleRole.allCases where role != .codeModules {
            for added: Attributes in [[], .bold] {
                let look = Theme.terminal[Style(role, added)]
                #expect(look.background == nil)
                guard let color = look.foreground else { continue }
                // On Solarized bright colours are greys, one of them the background's; bold asks for them.
                #expect([TerminalColor.red, .green, .magenta, .cyan].contains(color), "\(role)")
                #expect(!look.attributes.contains(.bold), "\(role)")
            }
        }
        let dimmed = StyleRole.allCases.filter { Theme.terminal[Style($0)].attributes.contains(.dim) }
        #expect(dimmed == [.shade])
    }

    @Test func `statement 30: without colour no role has any, and what must not be overlooked differs all the same`() {
        for role in StyleRole.allCases {
            let look = Theme.monochrome[Style(role)]
            #expect(look.foreground == nil && look.background == nil)
        }
        let plain = Theme.monochrome[Style(.text)]
        let roles: [StyleRole] = [.danger, .selection, .badge, .symbol, .match, .title, .borderFocused, .barWarning]
        for role in roles { #expect(Theme.monochrome[Style(role)] != plain) }
        #expect(Theme.monochrome[Style(.danger, .underline)].attributes == [.bold, .underline])
    }

    @Test func `a theme is shown as far as the terminal has the colours for it`() {
        #expect(Theme(.dark, for: .palette) == .dark)
        #expect(Theme(.light, for: .palette) == .light)
        #expect(Theme(.highContrast, for: .palette) == .highContrast)
        #expect(Theme(.terminal, for: .palette) == .terminal)
        #expect(Theme(.light, for: .basic) == .terminal)
        #expect(Theme(.highContrast, for: .basic) == .monochrome)
        for name in Theme.Name.allCases { #expect(Theme(name, for: .none) == .monochrome) }
    }

    @Test func `a theme is asked for by name, or as the one that fits`() {
        let names = ["auto", "dark", "light", "high-contrast", "terminal"]
        #expect(Theme.Choice.allCases.map(\.rawValue) == names)
        #expect(names.compactMap(Theme.Choice.init) == Theme.Choice.allCases)
        #expect(Theme.Choice(rawValue: "blue") == nil)
        #expect(Theme.Choice.fitting.name(fitting: .light) == .light)
        #expect(Theme.Choice.named(.dark).name(fitting: .light) == .dark)
    }

    @Test func `every role has a mark of its own in dumps`() {
        #expect(Set(StyleRole.allCases.map(\.mark)).count == StyleRole.allCases.count)
    }
}

extension Appearance {
    fileprivate var withoutAttributes: Appearance { Appearance(foreground, on: background) }
}
