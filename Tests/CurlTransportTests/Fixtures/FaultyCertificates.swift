/// Certificates with one fault each, made for these tests alone, of an authority that no other program trusts.
enum FaultyCertificates {
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBzTCCAXOgAwIBAgIUMsOh5OnCqI4FdxlZyTDAszu7MdcwCgYIKoZIzj0EAwIw
        OzEeMBwGA1UECgwVc2Vzc2lvbi1jb25zb2xlIHRlc3RzMRkwFwYDVQQDDBBGYXVs
        dHkgYXV0aG9yaXR5MCAXDTI2MTEyMjA3MTU0NFoYDzIxMTkxMjI1MDcxNTQ0WjA7
        MR4wHAYDVQQKDBVzZXNzaW9uLWNvbnNvbGUgdGVzdHMxGTAXBgNVBAMMEEZhdWx0
        eSBhdXRob3JpdHkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQkVggUjan84kpa
        +rRX56tE+HZvE+DUQUYYerhNcQVEiYGAxXqUGAL8pM/tAqSEFZrCazZdWC7Vz9kg
        qQGIU8qio1MwUTAdBgNVHQ4EFgQULnQ9+QJAfrG3DmUkUyr+h7u9L/0wHwYDVR0j
        BBgwFoAULnQ9+QJAfrG3DmUkUyr+h7u9L/0wDwYDVR0TAQH/BAUwAwEB/zAKBggq
        hkjOPQQDAgNIADBFAiBrpx0XS7FNBYCwMkIC4iTWBbS0HqBTOA4l3TkvSahRuQIh
        APpuxKCYXi+RZf7XznLLXIZwbxpydi7SdKOAhm7BH1mo
        -----END CERTIFICATE-----
        """

    /// For `other.example`, valid until 2119.
    static let otherName = """
        -----BEGIN CERTIFICATE-----
        MIIB0zCCAXmgAwIBAgIULhFbQVJ9SDsUYMnvzwFGxkwZ0/owCgYIKoZIzj0EAwIw
        OzEeMBwGA1UECgwVc2Vzc2lvbi1jb25zb2xlIHRlc3RzMRkwFwYDVQQDDBBGYXVs
        dHkgYXV0aG9yaXR5MCAXDTI2MTEyMjA3MTU0NFoYDzIxMTkxMjI1MDcxNTQ0WjA4
        MR4wHAYDVQQKDBVzZXNzaW9uLWNvbnNvbGUgdGVzdHMxFjAUBgNVBAMMDUZhdWx0
        eSBzZXJ2ZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQguGihanR+hrdAGuIg
        OCYi/OpctSLDrjvfbjHmh9+Izb+MwlTkXtqVkJv3viUxBdxpmQ9+8nm4QHjpay4b
        aiQWo1wwWjAYBgNVHREEETAPgg1vdGhlci5leGFtcGxlMB0GA1UdDgQWBBQ/jI+J
        11bogQOdEeaQ96q1oR18FjAfBgNVHSMEGDAWgBQudD35AkB+sbcOZSRTKv6Hu70v
        /TAKBggqhkjOPQQDAgNIADBFAiAUPiHE2NeXTDvZWRLglKvhyE1f1+bxh8lCs8e5
        ozsgTgIhAMnHystr7sYy6La1cI/EHRf3pHf4sf5bOAyTd0LALVUw
        -----END CERTIFICATE-----
        """

    /// For `localhost` and 127.0.0.1; it was over before it began.
    static let expired = """
        -----BEGIN CERTIFICATE-----
        MIIB1DCCAXmgAwIBAgIULhFbQVJ9SDsUYMnvzwFGxkwZ0/swCgYIKoZIzj0EAwIw
        OzEeMBwGA1UECgwVc2Vzc2lvbi1jb25zb2xlIHRlc3RzMRkwFwYDVQQDDBBGYXVs
        dHkgYXV0aG9yaXR5MB4XDTI2MTEyMjA3MTU0NFoXDTI2MTEyMTA3MTU0NFowODEe
        MBwGA1UECgwVc2Vzc2lvbi1jb25zb2xlIHRlc3RzMRYwFAYDVQQDDA1GYXVsdHkg
        c2VydmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEILhooWp0foa3QBriIDgm
        IvzqXLUiw647324x5offiM2/jMJU5F7alZCb974lMQXcaZkPfvJ5uEB46WsuG2ok
        FqNeMFwwGgYDVR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMB0GA1UdDgQWBBQ/jI+J
        11bogQOdEeaQ96q1oR18FjAfBgNVHSMEGDAWgBQudD35AkB+sbcOZSRTKv6Hu70v
        /TAKBggqhkjOPQQDAgNJADBGAiEAnKQiM70jkk91qJtFwzPD5afcEZpYFLGAbfY8
        2L9je8QCIQCJLav2tk31TQEwCPl5BVL9Xy8vBnI5gKun6zeJNqPBnQ==
        -----END CERTIFICATE-----
        """

    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4b79mTbwuFeFxzvb
        a9ICyAUgwou04XmaIiZl4somm66hRANCAAQguGihanR+hrdAGuIgOCYi/OpctSLD
        rjvfbjHmh9+Izb+MwlTkXtqVkJv3viUxBdxpmQ9+8nm4QHjpay4baiQW
        -----END PRIVATE KEY-----
        """

    /// For `localhost` and 127.0.0.1, its own authority; it begins in 2099.
    static let early = """
        -----BEGIN CERTIFICATE-----
        MIIBfTCCASSgAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1ub3QgeWV0
        IHZhbGlkMCIYDzIwOTkwMTAxMDAwMDAwWhgPMjE5OTAxMDEwMDAwMDBaMBgxFjAU
        BgNVBAMMDW5vdCB5ZXQgdmFsaWQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQU
        Pz9zVuZe8/W/nyuWvyfQXFLBzcSfpCK5B+uL/axjAqor0Xgx/aLjH12CMkRImoPu
        n1Px1XfkNmh/biH7jLIUo1swWTAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3Qw
        DwYDVR0TAQH/BAUwAwEB/zALBgNVHQ8EBAMCAoQwHQYDVR0OBBYEFJ8M9R1ixq0B
        7VTE8sWQWWG86eX8MAoGCCqGSM49BAMCA0cAMEQCIHe+MjSBZHsL3+Dh4C0pqNLj
        qFiJobzt32u+x2kebpL+AiA/xxnd7ESe80cDV0M6QHxjIVy69VbdWcI7jzvd6Xpe
        oQ==
        -----END CERTIFICATE-----
        """

    static let earlyKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJf/dvWkIoR0cw6D8
        zq7LMhMaFCdJrrFEFFvBvxIWWQ6hRANCAAQUPz9zVuZe8/W/nyuWvyfQXFLBzcSf
        pCK5B+uL/axjAqor0Xgx/aLjH12CMkRImoPun1Px1XfkNmh/biH7jLIU
        -----END PRIVATE KEY-----
        """
}
