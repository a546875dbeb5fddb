import Testing

/// Descriptions of small APIs in both forms, each with what a way of writing YAML brings.
enum Documents {
    struct Pair: Sendable, CustomTestStringConvertible {
        let name: String
        let yaml: String
        let json: String
        let callCount: Int

        var testDescription: String { name }
    }

    static let all = [orders, garden, lending]

    /// Blocks, quotes, remarks and references.
    static let orders = Pair(
        name: "orders",
        yaml: """
            # A shop for tea.
            openapi: "3.0.3"
            info: {title: Tea, version: 1.0.0}
            servers:
              - url: https://tea.test/v1
            security:
              - login: [orders.read]
            paths:
              /orders:
                get:
                  operationId: listOrders
                  summary: All orders   # the newest first
                  parameters:
                    - $ref: '#/components/parameters/limit'
                  responses:
                    200:
                      description: A page of orders
                    default: {description: Something else}
                post:
                  security: [{login: [orders.write]}]
                  requestBody:
                    required: true
                    content:
                      application/json:
                        example: {item: Assam, grams: 100, wrapped: yes, note: ~}
            components:
              securitySchemes:
                login: {type: openIdConnect, openIdConnectUrl: "https://id.test"}
              parameters:
                limit:
                  name: limit
                  in: query
                  required: true
                  schema: {type: integer, minimum: 1, maximum: 1.0e2}

            """,
        json: #"""
            {"openapi": "3.0.3", "info": {"title": "Tea", "version": "1.0.0"},
            "servers": [{"url": "https://tea.test/v1"}],
            "security": [{"login": ["orders.read"]}], "paths": {"/orders": {
            "get": {"operationId": "listOrders", "summary": "All orders",
            "parameters": [{"$ref": "#/components/parameters/limit"}], "responses": {
            "200": {"description": "A page of orders"}, "default": {"description": "Something else"}}},
            "post": {"security": [{"login": ["orders.write"]}], "requestBody": {"required": true, "content":
            {"application/json": {"example": {"item": "Assam", "grams": 100, "wrapped": "yes", "note": null}}}}}}},
            "components": {"securitySchemes": {"login": {"type": "openIdConnect",
            "openIdConnectUrl": "https://id.test"}},
            "parameters": {"limit": {"name": "limit", "in": "query", "required": true,
            "schema": {"type": "integer", "minimum": 1, "maximum": 1.0e2}}}}}
            """#, callCount: 2)

    /// Sequences at the level of their key, texts over several lines, and paths with parameters.
    static let garden = Pair(
        name: "garden",
        yaml: """
            %YAML 1.2
            ---
            openapi: 3.1.0
            info:
              title: A garden
              description: |
                What grows here.

                  - beds
                  - trees
              version: '2026-11'
            servers:
            - url: 'https://{place}.garden.test'
              variables:
                place:
                  default: north
            tags: []
            paths:
              /beds/{bed}/plants:
                parameters:
                - name: bed
                  in: path
                  required: true
                  description: >-
                    the number of the bed,
                    from the gate
                  schema:
                    type: integer
                get:
                  operationId: plantsOfBed
                  parameters:
                  - {name: height, in: query, schema: {type: number, example: .5}}
                  - name: X-Season
                    in: header
                    required: true
                    schema: {type: string, enum: [spring, "autumn"]}
              "/beds/{bed}":
                delete:
                  summary: "Clear a bed: \\u00e9verything"
            webhooks:
              ? rain
              : post:
                  requestBody: {}
            ...

            """,
        json: #"""
            {"openapi": "3.1.0", "info": {"title": "A garden",
            "description": "What grows here.\n\n  - beds\n  - trees\n", "version": "2026-11"},
            "servers": [{"url": "https://{place}.garden.test", "variables": {"place": {"default": "north"}}}],
            "tags": [], "paths": {"/beds/{bed}/plants": {"parameters": [{"name": "bed", "in": "path",
            "required": true, "description": "the number of the bed, from the gate", "schema": {"type": "integer"}}],
            "get": {"operationId": "plantsOfBed", "parameters": [
            {"name": "height", "in": "query", "schema": {"type": "number", "example": 0.5}},
            {"name": "X-Season", "in": "header", "required": true,
            "schema": {"type": "string", "enum": ["spring", "autumn"]}}]}},
            "/beds/{bed}": {"delete": {"summary": "Clear a bed: \u00e9verything"}}},
            "webhooks": {"rain": {"post": {"requestBody": {}}}}}
            """#, callCount: 2)

    /// Anchors and aliases in the place of references.
    static let lending = Pair(
        name: "lending",
        yaml: """
            openapi: 3.0.0
            x-parts:
              page: &page {name: page, in: query, required: true, schema: &number {type: integer}}
              secured: &secured
                - oauth: &scopes [books.read, 'books.lend']
            paths:
              /books:
                get: {operationId: books, parameters: [*page], security: *secured}
              /readers:
                get:
                  operationId: readers
                  security: *secured
                  parameters:
                    - *page
                    - name: born
                      in: query
                      schema: *number
            components:
              securitySchemes:
                oauth: {type: oauth2, flows: {clientCredentials: {tokenUrl: /token, scopes: {}}}}
              x-all: *scopes

            """,
        json: #"""
            {"openapi": "3.0.0", "x-parts": {"page": {"name": "page", "in": "query", "required": true,
            "schema": {"type": "integer"}}, "secured": [{"oauth": ["books.read", "books.lend"]}]},
            "paths": {"/books": {"get": {"operationId": "books", "parameters": [{"name": "page", "in": "query",
            "required": true, "schema": {"type": "integer"}}], "security": [{"oauth": ["books.read", "books.lend"]}]}},
            "/readers": {"get": {"operationId": "readers", "security": [{"oauth": ["books.read", "books.lend"]}],
            "parameters": [{"name": "page", "in": "query", "required": true, "schema": {"type": "integer"}},
            {"name": "born", "in": "query", "schema": {"type": "integer"}}]}}},
            "components": {"securitySchemes": {"oauth": {"type": "oauth2", "flows": {"clientCredentials":
            {"tokenUrl": "/token", "scopes": {}}}}}, "x-all": ["books.read", "books.lend"]}}
            """#, callCount: 2)
}
