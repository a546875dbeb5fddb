import SessionCore
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct FormParametersTests {
    @Test func `invariant 39: + & = % and space survive form encoding`() {
        let value = "a+b&c=d%20e f/ü€😀\n\"'~"
        let form: FormParameters = ["password": value, "x y": "&x=y"]
        #expect(FormParameters(decoding: form.encoded) == form)
        #expect(FormParameters(decoding: form.query) == form)
        #expect(form.encoded.split(separator: "&").count == 2)
    }

    @Test func `invariant 39: names and values are encoded byte by byte as RFC 6749 Appendix B has it`() {
        // The example of RFC 6749 Appendix B: U+0020, U+0025, U+0026, U+002B, U+00A3, U+20AC.
        #expect(FormParameters.encode(" %&+£€") == "+%25%26%2B%C2%A3%E2%82%AC")
        #expect(FormParameters.encode("AZaz09*-._") == "AZaz09*-._")
        #expect(FormParameters.encode("~/:") == "%7E%2F%3A")
        #expect(FormParameters.encode("\u{1}") == "%01")
    }

    @Test func `in a query a space is %20, which every decoder reads`() {
        let parameters: FormParameters = ["scope": "openid offline_access"]
        #expect(parameters.query == "scope=openid%20offline_access")
        #expect(parameters.encoded == "scope=openid+offline_access")
    }

    @Test func `decoding tolerates what no encoder writes`() {
        let form = FormParameters(decoding: "a&&b=&c=1=2&d=%zz%4&%41=%c3%bc&e=%+1%-1")
        #expect(form.items.map(\.name) == ["a", "b", "c", "d", "A", "e"])
        #expect(form.items.map(\.value) == ["", "", "1=2", "%zz%4", "ü", "% 1%-1"])
    }

    @Test func `setting a parameter replaces all of its name and adding keeps them`() {
        var form: FormParameters = ["a": "1", "b": "2"]
        form.add("a", "3")
        #expect(form.repeatedName == "a")
        form["a"] = "4"
        #expect(form.encoded == "a=4&b=2")
        form["b"] = nil
        #expect(form.encoded == "a=4")
        #expect(form.repeatedName == nil)
    }

    @Test func `printing a form shows names only`() {
        let form: FormParameters = ["password": "s3cret"]
        var dumped = ""
        dump(form, to: &dumped)
        for text in ["\(form)", String(reflecting: form), dumped] { #expect(!text.contains("s3cret")) }
        #expect("\(form)".contains("password"))
    }
}
