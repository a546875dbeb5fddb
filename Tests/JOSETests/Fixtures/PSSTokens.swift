/// Tokens over `Payload` with PS256 by the key of RFC 7515 A.2, signed by OpenSSL's command
/// with salts of several lengths.
enum PSSTokens {
    /// As long as the hash: the only one that RFC 7518 §3.5 allows.
    static let salt32 = """
        eyJhbGciOiJQUzI1NiJ9.UGF5bG9hZA.E-Dl5EFOwSuuZVHbWnh6wZXCdnhTkWg5QHkD8HNQEU6Ep-_hhU41VvCJKZ5kqAthikH-\
        NSJw3lpmfkuoYloWliMwEgnuBs3fV-e9w4emPW0kddCKxfBRbahK2QbkNJzwBHYR6PzejcDNTYpAkjNIfMq0rjZ5KEU_CYlL1QpT\
        eaUt0SoPhkvCjlrdp-JDg-qgzXYnDseJwAEEIhlrRXXDFedbuVqdp_QMWoeR1HRuMovUpSvSr_Wl8I-J35MoiId0WOkYkzBChPil\
        sGq04u8MksmpifFe7gO4Wtl6pEvCcq3tbLnrvJaObQKwVrkt1O9QDLRi1dSKmTt-Q2JM7GwOdA
        """

    /// Too short.
    static let salt20 = """
        eyJhbGciOiJQUzI1NiJ9.UGF5bG9hZA.hjXBUVGW0iUfI0OQPR2oG-99EIesEJUPkk_98bXeUtZguG4XG6KVkajyemM9QD6tM_1S\
        k_0NheYySadeakYECrPY4zBbqBqdddyRfEc9BSmw86nuyGnKpgZT7tgj-nfSq-9UTTSzg-WPqEtZNn4pv2nEnFUFt_K5QNBhIlvl\
        PIXgSzs4z7jY0OVnBJo04tyJCSxpOGys-ezadF3pAXGSQ9esnLUHm48lkeYeSu6R6cNGDzb94fFup9hlg6iT3IcRdgCAR9K0V-Xb\
        1Lhg817WDubTmxV-_HcO3QKrhMb1xeuP7dZVg6JxMuCdXhFL0PltJF-jcPsITgGZVo41L-fl9A
        """

    /// As long as fits.
    static let salt222 = """
        eyJhbGciOiJQUzI1NiJ9.UGF5bG9hZA.hQP0JUdC3fg2N0hzk_ubx_vCE23Jpx8p5nEE09NV05DpzNZiVb-f8e6PdswEHepcte_i\
        e2l0at-LtuH5LRNR3pAa4aS_EqWfJ69TpT14pCLuQHlQl11OBPbppD4GuuumXQhRR4kdvDS9vjtL_jOGqaIXOSpPgJvxUVvQAMtu\
        iviezr-J2xWwVvoeXBRXGB3e4zC1yW8RVPEqdFpgtRTpzY07IEwJZZCXlYVw4Pflit4iIRjXhqQVhxgmX0FOPeUIVg0km6C7FbhX\
        89aACxAalfFQZlwX-N1MvPFQAOVixUCu2zVI62BuuUbqhBDcRr5A_ptXiF74ZlrVMSVWGvPkGg
        """
}
