/// HTML whose interpolated text is escaped, except another `Markup`.
struct Markup: Sendable, ExpressibleByStringInterpolation {
    let html: String

    init(stringLiteral value: String) {
        html = value
    }

    /// The text that was escaped into HTML without tags.
    static func text(of html: Substring) -> String {
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        return entities.reduce(String(html)) { $0.replacing($1.0, with: $1.1) }
    }

    init(stringInterpolation: Interpolation) {
        html = stringInterpolation.html
    }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var html = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            html.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) {
            html += literal
        }

        mutating func appendInterpolation(_ markup: Markup) {
            html += markup.html
        }

        mutating func appendInterpolation(_ text: String) {
            for scalar in text.unicodeScalars {
                switch scalar {
                case "&": html += "&amp;"
                case "<": html += "&lt;"
                case ">": html += "&gt;"
                case "\"": html += "&quot;"
                case "'": html += "&#39;"
                default: html.unicodeScalars.append(scalar)
                }
            }
        }
    }
}
