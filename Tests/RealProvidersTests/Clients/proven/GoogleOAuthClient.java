import com.google.api.client.auth.oauth2.*;
import com.google.api.client.http.*;
import com.google.api.client.http.javanet.NetHttpTransport;
import com.google.api.client.json.gson.GsonFactory;
import com.sun.net.httpserver.HttpServer;
import java.net.*;
import java.util.*;
import java.util.concurrent.*;

/** google-oauth-client's AuthorizationCodeFlow and Credential, as their documentation has it. */
class GoogleOAuthClient {
    public static void main(String[] arguments) throws Exception {
        Map<String, String> at = System.getenv();
        NetHttpTransport transport = new NetHttpTransport();
        AuthorizationCodeFlow flow = new AuthorizationCodeFlow.Builder(
            BearerToken.authorizationHeaderAccessMethod(), transport, GsonFactory.getDefaultInstance(),
            new GenericUrl(at.get("ISSUER") + "/token"),
            new ClientParametersAuthentication(at.get("CLIENT_ID"), null), at.get("CLIENT_ID"),
            at.get("ISSUER") + "/authorize")
            .setScopes(List.of(at.get("SCOPE").split(" "))).enablePKCE().build();
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(at.get("PORT"))), 0);
        server.createContext("/callback", exchange -> {
            answers.add(at.get("REDIRECT_URI") + "?" + exchange.getRequestURI().getRawQuery());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        String state = UUID.randomUUID().toString();
        System.out.println(flow.newAuthorizationUrl().setRedirectUri(at.get("REDIRECT_URI")).setState(state).build());
        AuthorizationCodeResponseUrl answer = new AuthorizationCodeResponseUrl(answers.take());
        if (!state.equals(answer.getState())) throw new IllegalStateException("the state is another");
        Credential credential = flow.createAndStoreCredential(
            flow.newTokenRequest(answer.getCode()).setRedirectUri(at.get("REDIRECT_URI")).execute(), "user");
        HttpRequestFactory requests = transport.createRequestFactory(credential);
        for (Scanner lines = new Scanner(System.in); lines.hasNextLine(); lines.nextLine()) {
            try {
                GenericUrl orders = new GenericUrl(at.get("API") + "/orders");
                System.out.println(requests.buildGetRequest(orders).execute().getStatusCode());
            } catch (Exception error) {
                System.out.println("failed: " + error.getClass().getSimpleName());
            }
        }
        System.exit(0);
    }
}
