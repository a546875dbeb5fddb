import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// nginx with TLS, HTTP/2 and a demand for client certificates, for as long as this lives.
final class Nginx: Sendable {
    static let isWanted = ProcessInfo.processInfo.environment["SESSION_CONSOLE_NGINX"] == "1"

    let url: URL
    let folder: TemporaryFolder
    /// nginx can't tell which port it got, so it gets one that nobody else gets.
    private let port: ReservedPort
    private let process: pid_t

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        let port = try ReservedPort()
        self.port = port
        let files = try [
            ("server.pem", Certificates.server), ("server.key", Certificates.serverKey),
            ("ca.pem", Certificates.authority),
        ].map { try folder.file($0, $1) }
        let configuration = """
            daemon off; pid nginx.pid; error_log error.log; worker_processes 1;
            events { worker_connections 256; }
            http {
                access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                server {
                    listen 127.0.0.1:\(port.number) ssl http2;
                    ssl_certificate \(files[0]); ssl_certificate_key \(files[1]);
                    ssl_protocols TLSv1.2 TLSv1.3; ssl_client_certificate \(files[2]); ssl_verify_client optional;
                    location / {
                        default_type text/plain; return 200 "$server_protocol $ssl_client_verify $request_uri";
                    }
                }
            }
            """
        let path = try folder.file("nginx.conf", configuration)
        let arguments = ["nginx", "-e", "error.log", "-p", folder.url.path, "-c", path]
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process = pid_t()
        let error = posix_spawnp(&process, "nginx", nil, nil, &pointers, environ)
        try #require(error == 0, "nginx could not be started")
        self.process = process
        url = try #require(URL(string: "https://localhost:\(port.number)/"))
    }

    deinit {
        kill(process, SIGTERM)
        var status: CInt = 0
        waitpid(process, &status, 0)
    }
}
