/// Certificates made for these tests alone, valid until 2120; no other program trusts their authority.
enum Certificates {
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBpTCCAUugAwIBAgIBATAKBggqhkjOPQQDAjA5MR4wHAYDVQQKDBVzZXNzaW9u
        LWNvbnNvbGUgdGVzdHMxFzAVBgNVBAMMDlRlc3QgYXV0aG9yaXR5MCAXDTIwMDEw
        MTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjA5MR4wHAYDVQQKDBVzZXNzaW9uLWNv
        bnNvbGUgdGVzdHMxFzAVBgNVBAMMDlRlc3QgYXV0aG9yaXR5MFkwEwYHKoZIzj0C
        AQYIKoZIzj0DAQcDQgAERh48FzC6beceLwVdCdEzk3+RL1+udia8MX0b3IT9fupO
        ijgxVAkxoWJeuZ8yI8FTMRDYGxXQ9ozh+lrOg53L46NCMEAwDwYDVR0TAQH/BAUw
        AwEB/zAOBgNVHQ8BAf8EBAMCAgQwHQYDVR0OBBYEFP45DNirZKsqosvHy3LDEa2t
        3EtQMAoGCCqGSM49BAMCA0gAMEUCIDdVRXYEBAqI9SC3bdTMZBfT5waWM8UpDUQ5
        ywQDuD8JAiEA7GfglkT8axc/cXXwxZZr13Nxu2+qDatj2SPWv7n8GqE=
        -----END CERTIFICATE-----
        """

    /// For `localhost`, 127.0.0.1 and ::1.
    static let server = """
        -----BEGIN CERTIFICATE-----
        MIIB+DCCAZ2gAwIBAgIBAjAKBggqhkjOPQQDAjA5MR4wHAYDVQQKDBVzZXNzaW9u
        LWNvbnNvbGUgdGVzdHMxFzAVBgNVBAMMDlRlc3QgYXV0aG9yaXR5MCAXDTIwMDEw
        MTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjA2MR4wHAYDVQQKDBVzZXNzaW9uLWNv
        bnNvbGUgdGVzdHMxFDASBgNVBAMMC1Rlc3Qgc2VydmVyMFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAE1iik0N8bauVLya+WNQOIyf7qXSmoyeuaOW8YUzZ1DnKwddBr
        PHFbrhiuEa2FOVk6//KONBvHMrvP+AAq8fKzOqOBljCBkzAsBgNVHREEJTAjggls
        b2NhbGhvc3SHBH8AAAGHEAAAAAAAAAAAAAAAAAAAAAEwDgYDVR0PAQH/BAQDAgeA
        MBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0GA1UdDgQWBBSza19o5zePu5gYGB5z+wO/
        nmiykzAfBgNVHSMEGDAWgBT+OQzYq2SrKqLLx8tywxGtrdxLUDAKBggqhkjOPQQD
        AgNJADBGAiEAl8gd7Adt/rFgFUQYSdLOQaNeWWeltYHlBvtyKGgTnssCIQCioH/F
        QRnRhZP+a8trUNSglSg47PVwzRaeVo+7psm5qg==
        -----END CERTIFICATE-----
        """

    static let serverKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgIjUL1r/R0kfE7FNG
        RPY9mhk/f4iM9rNyBQlaSy4/nfahRANCAATWKKTQ3xtq5UvJr5Y1A4jJ/updKajJ
        65o5bxhTNnUOcrB10Gs8cVuuGK4RrYU5WTr/8o40G8cyu8/4ACrx8rM6
        -----END PRIVATE KEY-----
        """

    /// The SHA-256 of the server's public key.
    static let serverPin = "sha256//LceJnO67gLtgVwP7mfP4WO48plS1bB7o7xjvL4pOXpA="

    static let client = """
        -----BEGIN CERTIFICATE-----
        MIIBxzCCAW2gAwIBAgIBAzAKBggqhkjOPQQDAjA5MR4wHAYDVQQKDBVzZXNzaW9u
        LWNvbnNvbGUgdGVzdHMxFzAVBgNVBAMMDlRlc3QgYXV0aG9yaXR5MCAXDTIwMDEw
        MTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjA2MR4wHAYDVQQKDBVzZXNzaW9uLWNv
        bnNvbGUgdGVzdHMxFDASBgNVBAMMC1Rlc3QgY2xpZW50MFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAEpIfcx7R7GeHbWjbsqSS3lTdjqDvHdZIUWYDKF8NusmxpVo5z
        hFVpaboohtFT692cIc/NXvSHIFz8tA2XMBakxKNnMGUwDgYDVR0PAQH/BAQDAgeA
        MBMGA1UdJQQMMAoGCCsGAQUFBwMCMB0GA1UdDgQWBBQeJOcQA4enzZFc7IkCUT2R
        nD8w3TAfBgNVHSMEGDAWgBT+OQzYq2SrKqLLx8tywxGtrdxLUDAKBggqhkjOPQQD
        AgNIADBFAiEA+6fbb7/By+gC2C5nGgONYGNFPUEQxl5mX5r69BZq6ngCIDMC8iIm
        8O2ZdeAHtcPk11AbWK68p+LnFARGZjRianLB
        -----END CERTIFICATE-----
        """

    static let clientKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgt28vCWSGApwYEMxG
        vbzrVZ+LHIeQxPTlQcNzvxUQ7mOhRANCAASkh9zHtHsZ4dtaNuypJLeVN2OoO8d1
        khRZgMoXw26ybGlWjnOEVWlpuiiG0VPr3Zwhz81e9IcgXPy0DZcwFqTE
        -----END PRIVATE KEY-----
        """
}
