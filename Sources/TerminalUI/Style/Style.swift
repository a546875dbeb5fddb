/// A role, and attributes in addition to those that the theme gives the role.
package struct Style: Hashable, Sendable {
    package var role: StyleRole
    package var attributes: Attributes

    package init(_ role: StyleRole, _ attributes: Attributes = []) {
        self.role = role
        self.attributes = attributes
    }

    package func with(_ more: Attributes) -> Style {
        Style(role, attributes.union(more))
    }

    package static let text = Style(.text)
    package static let dim = Style(.dim)
    package static let title = Style(.title)
    package static let border = Style(.border)
    package static let borderFocused = Style(.borderFocused)
    package static let accent = Style(.accent)
    package static let success = Style(.success)
    package static let warning = Style(.warning)
    package static let danger = Style(.danger)
    package static let key = Style(.key)
    package static let selection = Style(.selection)
    package static let selectionUnfocused = Style(.selectionUnfocused)
    package static let badge = Style(.badge)
    package static let header = Style(.header)
    package static let card = Style(.card)
    package static let symbol = Style(.symbol)
    package static let match = Style(.match)
    package static let shade = Style(.shade)
}
