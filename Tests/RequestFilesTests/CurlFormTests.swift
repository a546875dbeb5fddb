import FoundationEssentials
import Testing

@testable import RequestFiles

/// What curl sends for `-F`.
@Suite(.timeLimit(.minutes(5))) struct CurlFormTests {
    private func sent(_ line: String) throws -> (method: String, boundary: String, body: String) {
        let file = try Reading.file(line)
        var scope = VariableScope()
        scope.given = ["who": "me"]
        scope.contents = { path throws(FileRefusal) in Array("<\(path)>\r\n".utf8) }
        let resolved = try file.resolve(file.requests[0], in: scope)
        let type = try #require(resolved.headers.first { $0.name.lowercased() == "content-type" }?.value)
        let mark = "multipart/form-data; boundary="
        #expect(type.hasPrefix(mark))
        return (resolved.method, String(type.dropFirst(mark.count)), try #require(resolved.text))
    }

    @Test func `fields and files become the parts of a form`() throws {
        let form = try sent("curl https://a.test -F name={{who}} -F 'photo=@a/b.png' --form-string 'at=@x;y'")
        #expect(form.method == "POST")
        #expect(
            form.body
                == """
                --B\r
                Content-Disposition: form-data; name="name"\r
                \r
                me\r
                --B\r
                Content-Disposition: form-data; name="photo"; filename="b.png"\r
                Content-Type: image/png\r
                \r
                <a/b.png>\r
                \r
                --B\r
                Content-Disposition: form-data; name="at"\r
                \r
                @x;y\r
                --B--\r

                """.replacing("--B", with: "--" + form.boundary))
    }

    @Test func `a part says its type and its file's name`() throws {
        let form = try sent(
            "curl https://a.test -F 'a={};type=application/json' -F 'b=@c.txt;filename=\"d;e.md\";type=text/x' -F "
                + "'f=<g'"
        )
        #expect(form.body.contains("name=\"a\"\r\nContent-Type: application/json\r\n\r\n{}\r\n"))
        #expect(form.body.contains("name=\"b\"; filename=\"d;e.md\"\r\nContent-Type: text/x\r\n\r\n<c.txt>"))
        #expect(form.body.contains("name=\"f\"\r\n\r\n<g>"))
    }

    @Test func `the boundary is the same for the same command, and another for another`() throws {
        let one = try sent("curl https://a.test -F a=1")
        #expect(try sent("curl https://a.test -F a=1").boundary == one.boundary)
        #expect(try sent("curl https://a.test -F a=2").boundary != one.boundary)
    }
}
