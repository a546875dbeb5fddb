import FoundationEssentials

/// A page as a browser without scripts has it: where it came from and what it says.
struct WebPage: Sendable {
    let url: URL
    let status: Int
    let html: String

    /// The forms of the page, in order.
    var forms: [WebForm] {
        Markup.elements("form", in: html).map { element in
            WebForm(
                method: element.attributes["method"]?.uppercased() ?? "GET",
                action: element.attributes["action"].flatMap { $0.isEmpty ? nil : $0 } ?? url.absoluteString,
                controls: Markup.tags(["input", "button"], in: element.content).map { tag in
                    WebForm.Control(
                        name: tag.attributes["name"] ?? "", value: tag.attributes["value"] ?? "",
                        kind: tag.attributes["type"]?.lowercased() ?? (tag.name == "button" ? "submit" : "text"),
                        isChecked: tag.attributes["checked"] != nil)
                })
        }
    }
}

/// A form with its controls as the page filled them in.
struct WebForm: Sendable {
    struct Control: Sendable {
        var name: String
        var value: String
        var kind: String
        var isChecked: Bool
    }

    var method: String
    var action: String
    var controls: [Control]

    /// The names and values that are sent when the button of that name and value is pressed; `nil` presses Enter.
    func submission(pressing button: (name: String, value: String)? = nil) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for control in controls where !control.name.isEmpty {
            switch control.kind {
            case "submit", "image", "button", "reset": continue
            case "checkbox", "radio":
                if control.isChecked { pairs.append((control.name, control.value.isEmpty ? "on" : control.value)) }
            default: pairs.append((control.name, control.value))
            }
        }
        if let button { pairs.append(button) }
        return pairs
    }
}
