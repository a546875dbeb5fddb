import ConsoleKit
import TerminalUI

/// The rows at the bottom: notices, and the keys that do something now.
struct BottomLines {
    private let model: Model
    private let layout: ShellLayout

    init(_ model: Model, _ layout: ShellLayout) {
        (self.model, self.layout) = (model, layout)
    }

    /// An error, or the outcome of the last action; an error stays until it is dismissed.
    func drawNotice(on canvas: inout Canvas) {
        let glyphs = canvas.glyphs
        guard let notice = model.shell.notice, !layout.notice.isEmpty else { return }
        canvas.surface.fill(layout.notice)
        canvas.cover(layout.notice)
        let area = layout.notice.inset(left: 1, right: 1)
        let style: Style = notice.tone == .muted ? .text : notice.tone.style
        let room = max(20, Notice.room(width: canvas.surface.size.width))
        let text = StyledText(notice.mark(glyphs), style) + canvas.words(notice.text, style)
        let advice = notice.advice.map { canvas.words($0) } ?? StyledText()
        let joined = (advice.isEmpty ? text : text + canvas.words(" · ") + advice).wrapped(to: room)
        let lines = joined.count <= area.height ? joined : fit(text, advice, width: room, height: area.height, glyphs)
        let key = notice.tone == .bad ? canvas.key(ShellAction.back, "dismiss") : StyledText()
        for (line, row) in zip(lines, area.rows) {
            canvas.write(line, right: row.y == area.y ? key : StyledText(), in: row)
        }
    }

    /// What to do next is kept whole where it can be; what happened is cut.
    private func fit(_ text: StyledText, _ advice: StyledText, width: Int, height: Int, _ glyphs: Glyphs)
        -> [StyledText]
    {
        let last = advice.isEmpty ? [] : Array(advice.wrapped(to: width).prefix(max(0, height - 1)))
        var first = Array(text.wrapped(to: width).prefix(height - last.count))
        if let end = first.popLast() {
            let mark = StyledText(" \(glyphs.ellipsis)", .dim)
            first.append(end.truncated(to: width - mark.columns, ellipsis: "") + mark)
        }
        return first + last
    }

    /// The field that is typed into on the last row.
    private var prompt: Prompt? {
        if let dialog = model.shell.dialog { dialog.prompt } else { model.screens.current.prompt }
    }

    /// The keys that do something now, in the dialog that is open or on the screen; `nil` where a field has their row.
    func hints(_ glyphs: Glyphs) -> [[Hint]]? {
        prompt == nil ? model.shell.dialog.map { [$0.hints(in: model.scene, glyphs)] } ?? model.hints(glyphs) : nil
    }

    func draw(_ hints: [[Hint]], on canvas: inout Canvas) {
        canvas.writeHints(hints, in: layout.hints.inset(left: 1, right: 1))
    }

    /// The field that is typed into, in place of the hints.
    func drawPrompt(on canvas: inout Canvas) {
        guard let prompt else { return }
        canvas.clear(layout.hints)
        draw(prompt, on: &canvas, in: layout.hints.inset(left: 1, right: 1))
    }

    private func draw(_ prompt: Prompt, on canvas: inout Canvas, in row: Rect) {
        if let flaw = prompt.flaw {
            return canvas.write(canvas.words("\(canvas.glyphs.cross) \(flaw)", .danger), in: row)
        }
        let done = Hint(prompt.isMultiline ? .tab : .enter, prompt.verb, canvas.glyphs)
        let newLine = prompt.isMultiline ? [Hint(.enter, "new line", canvas.glyphs)] : []
        let ends = [done] + newLine + [ShellAction.back.hint(canvas.glyphs, prompt.cancel)]
        let keys = prompt.wayOut.map { [Hint($0, nil, canvas.glyphs)] } ?? ends
        guard let field = prompt.field else {
            let what = StyledText("\(prompt.title)  ", .accent)
            canvas.write(what, in: row)
            return canvas.writeHints(keys, in: row.inset(left: what.columns))
        }
        let width = Hint.columns(of: keys)
        let titleWidth = min(TextWidth.columns(of: prompt.title), row.width / 2)
        canvas.write(StyledText(prompt.title, .accent), in: row.split(left: titleWidth).left)
        let showsHints = row.width - titleWidth - width >= 16
        let gap = titleWidth == 1 ? 0 : 1
        let area = row.inset(left: titleWidth + gap, right: showsHints ? width + 2 : 0)
        field.draw(
            on: &canvas.surface, in: area, isFocused: true, placeholder: prompt.placeholder, glyphs: canvas.glyphs)
        if showsHints { canvas.writeHints(keys, in: row.inset(left: row.width - width)) }
    }
}
