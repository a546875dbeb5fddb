// A session is called with a request and answered with a response: who imports the one has the other.
@_exported public import SessionHTTP
