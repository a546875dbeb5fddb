import java.io.FileInputStream;
import java.net.*;
import java.net.http.*;
import java.security.KeyStore;
import java.security.cert.*;
import javax.net.ssl.*;

/** Prints `TARGET yes` or `TARGET no` for each target, as both of Java's clients trust what a proxy shows for it. */
public class Check {
    public static void main(String[] arguments) throws Exception {
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        try (FileInputStream file = new FileInputStream(arguments[1])) {
            for (Certificate root : CertificateFactory.getInstance("X.509").generateCertificates(file))
                store.setCertificateEntry("root" + store.size(), root);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        InetSocketAddress address = new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0]));
        Proxy proxy = new Proxy(Proxy.Type.HTTP, address);
        HttpClient client = HttpClient.newBuilder().sslContext(context).proxy(new ProxySelector() {
            public java.util.List<Proxy> select(URI uri) { return java.util.List.of(proxy); }
            public void connectFailed(URI uri, SocketAddress at, java.io.IOException reason) {}
        }).build();
        for (int i = 2; i < arguments.length; i++) {
            URI uri = URI.create("https://" + arguments[i] + "/");
            String old, current;
            try {
                HttpsURLConnection connection = (HttpsURLConnection) uri.toURL().openConnection(proxy);
                connection.setSSLSocketFactory(context.getSocketFactory());
                old = connection.getResponseCode() == 200 ? "yes" : "?";
            } catch (SSLException refusal) {
                old = "no";
            }
            // Java 17's newer client fails on every IPv6 address: it makes a host name of it.
            if (arguments[i].startsWith("[")) {
                System.out.println(arguments[i] + " " + old);
                continue;
            }
            try {
                HttpRequest request = HttpRequest.newBuilder(uri).build();
                current = client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode() == 200 ? "yes" : "?";
            } catch (SSLException refusal) {
                current = "no";
            }
            System.out.println(arguments[i] + " " + (old.equals(current) ? old : old + "/" + current));
        }
    }
}
