import java.net.*;
import java.net.http.*;
import java.security.KeyStore;
import javax.net.ssl.*;

/** Gets each URL with both of Java's clients and prints the bodies, then the number of roots that Java trusts. */
public class Get {
    public static void main(String[] urls) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        for (String url : urls) {
            System.out.println(new String(URI.create(url).toURL().openStream().readAllBytes()));
            HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
            System.out.println(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init((KeyStore) null);
        System.out.println(((X509TrustManager) trust.getTrustManagers()[0]).getAcceptedIssuers().length + " roots");
    }
}
