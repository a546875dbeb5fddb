import ConsoleKit
import FoundationEssentials
import RequestFiles
import SessionCore

extension RequestsScreen {
    /// Keeps a document's call as a request that can be edited, with what was given and what is offered filled in.
    mutating func copySelectedCall(in scene: Scene) -> [PaneOutput] {
        guard let found = list.selected.flatMap(list.request),
            let operation = found.file.operation(of: found.request)
        else { return [] }
        var scope = scope.variables(for: found.file, in: list.folder(of: found.file), scene) {
            path throws(FileRefusal) in Array("< \(path)".utf8)
        }
        for parameter in operation.parameters {
            let name = parameter.variable
            let known = scope.isNameOfSecret(name) ? nil : scope.given[name] ?? parameter.offered
            // Nobody writes the part of a form again by hand.
            let isAsked = parameter.place == .file || operation.parameter(asked: name)?.isRequired == true
            scope.given[name] = known ?? (isAsked ? parameter.mark : "")
        }
        // It stays a placeholder where the session's own token does not go.
        scope.given["token"] = "{{token}}"
        do throws(Remark) {
            let resolved = try found.file.resolve(found.request, of: found.contents, in: scope)
            let text = operation.requestText(resolved, title: found.request.name)
            guard let file = try? RequestFile(Array(text.utf8)), file.requests.count == 1 else {
                return [.notice(Notice(.bad, "Not copied: the call can't be written as one request"))]
            }
            list.add(pasted: [file])
            focus = .request
            let keys = "\(FileRequestPane.Action.editPart.letter) edits it"
            return [.notice(Notice(.good, "A copy of the call, in memory only", advice: keys))]
        } catch {
            return [.notice(Notice(.bad, "Not copied: \(error.words)"))]
        }
    }
}

extension OpenAPIDocument.Operation {
    /// The resolved call as a request of a file; it asks for the parameters whose marks stand in it.
    fileprivate func requestText(_ resolved: ResolvedRequest, title: String) -> String {
        var url = resolved.url.absoluteString
        var fields = resolved.headers.map { "\($0.name): \($0.value)" }
        // The lines of a multipart body are written as the others.
        var body = resolved.body.map { String(decoding: $0, as: UTF8.self).replacing("\r\n", with: "\n") }
        var lines = ["### \(title)"]
        for parameter in parameters
        where ([url] + fields + [body ?? ""]).contains(where: { $0.contains(parameter.mark) }) {
            lines.append("# @prompt \(parameter.variable)")
            url = url.replacing(parameter.mark, with: "{{%\(parameter.variable)}}")
            fields = fields.map { $0.replacing(parameter.mark, with: "{{\(parameter.variable)}}") }
            body = body?.replacing(parameter.mark, with: "{{\(parameter.variable)}}")
        }
        lines.append("\(resolved.method) \(url)")
        lines += fields
        if resolved.carriesSession { lines.append("Authorization: Bearer {{token}}") }
        if let body { lines += ["", body] }
        return lines.joined(separator: "\n") + "\n"
    }
}
