import Scenarios
import TerminalUI

extension Flow {
    /// The flow as drawings for a page of HTML that has ``svgStyle``: a diagram of many rows is cut into sheets, which
    /// fit a printed page each.
    package var svg: [String] {
        let set = LaneSet(ofDocument: lanes)
        let drawing = FlowDrawing(set)
        let sheets = drawing.sheets(of: items().items)
        let names = set.lanes.map { Quoting.xml(SafeText.plain($0.title, glyphs: .unicode)) }.joined(separator: ", ")
        return sheets.enumerated().map { index, sheet in
            let part = sheets.count > 1 ? ", part \(index + 1) of \(sheets.count)" : ""
            return drawing.document(
                sheet, name: "flow-\(index + 1)", title: "Sequence diagram\(part)",
                description: "Messages between \(names): \(summary)")
        }
    }

    /// The rules for the drawings; the page says what the colours are.
    package static let svgStyle = """
        .flow { display: block; width: 100%; min-width: 56rem; height: auto; margin-bottom: 1rem; }
        .flow text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: var(--text); }
        .flow .lane rect, .flow .note rect { fill: var(--surface); stroke: var(--rule); }
        .flow .lane text { font-weight: bold; }
        .flow .label { paint-order: stroke; stroke: var(--page); stroke-width: 4px; }
        .flow .note .label { stroke: none; }
        .flow .life { stroke: var(--rule); }
        .flow .time, .flow .more { fill: var(--muted); }
        .flow .arrow, .flow .across { stroke: var(--text); fill: none; }
        .flow .head { fill: var(--text); }
        .flow .answer { stroke-dasharray: 5 3; }
        .flow .good .label { fill: var(--good); }
        .flow .warning .label { fill: var(--warning); font-weight: bold; }
        .flow .bad .label { fill: var(--bad); font-weight: bold; }
        .flow .warning .arrow { stroke: var(--warning); }
        .flow .bad .arrow, .flow .bad .across, .flow .bad rect { stroke: var(--bad); }
        .flow .warning .head { fill: var(--warning); }
        .flow .bad .head { fill: var(--bad); }
        """
}
