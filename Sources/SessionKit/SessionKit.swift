// One import is enough for a session over libcurl.
@_exported public import CurlTransport
@_exported public import SessionCore
