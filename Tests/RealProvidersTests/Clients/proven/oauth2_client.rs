//! The crate oauth2's BasicClient, as its documentation has it, with an HTTP client of its own: one of std.
use oauth2::basic::{BasicClient, BasicTokenResponse};
use oauth2::http::{HeaderMap, Method, StatusCode};
use oauth2::url::{form_urlencoded, Url};
use oauth2::{
    AuthUrl, AuthorizationCode, ClientId, CsrfToken, HttpRequest, HttpResponse, PkceCodeChallenge, RedirectUrl,
    RefreshToken, RequestTokenError, Scope, TokenResponse, TokenUrl,
};
use std::io::{stdin, BufRead, BufReader, Error, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

fn at(name: &str) -> String {
    std::env::var(name).unwrap()
}

fn send(request: HttpRequest) -> Result<HttpResponse, Error> {
    let host = &request.url[oauth2::url::Position::BeforeHost..oauth2::url::Position::AfterPort];
    let mut stream = TcpStream::connect(host)?;
    write!(stream, "{} {} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n", request.method, request.url.path())?;
    for (name, value) in &request.headers {
        write!(stream, "{name}: {}\r\n", value.to_str().unwrap())?;
    }
    write!(stream, "Content-Length: {}\r\n\r\n", request.body.len())?;
    stream.write_all(&request.body)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let end = answer.windows(4).position(|part| part == b"\r\n\r\n").ok_or(ErrorKind::UnexpectedEof)?;
    let status = std::str::from_utf8(&answer[9..12]).ok().and_then(|text| text.parse().ok());
    Ok(HttpResponse {
        status_code: StatusCode::from_u16(status.unwrap_or(500)).unwrap(),
        headers: HeaderMap::new(),
        body: answer[end + 4..].to_vec(),
    })
}

/// What the browser brings back with this state.
fn answer(link: Url, state: CsrfToken) -> Result<String, Error> {
    let listener = TcpListener::bind(at("REDIRECT_URI").split('/').nth(2).unwrap())?;
    println!("{link}");
    loop {
        let (mut browser, _) = listener.accept()?;
        let mut line = String::new();
        BufReader::new(&browser).read_line(&mut line)?;
        write!(browser, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\nSigned in.")?;
        let query = line.split(' ').nth(1).and_then(|target| target.split('?').nth(1)).unwrap_or("");
        let find = |name: &str| form_urlencoded::parse(query.as_bytes()).find(|pair| pair.0 == name);
        let (code, is_ours) = (find("code"), find("state").map_or(false, |pair| pair.1 == *state.secret()));
        let is_issuer = find("iss").map_or(false, |pair| pair.1 == at("ISSUER"));
        match code {
            Some((_, code)) if is_ours && is_issuer => return Ok(code.into_owned()),
            _ if is_ours => return Err(ErrorKind::InvalidData.into()),
            _ => (),
        }
    }
}

struct Session {
    client: BasicClient,
    token: BasicTokenResponse,
    refresh_token: RefreshToken,
    end: Option<Instant>,
}

type Failure = Box<dyn std::error::Error>;

impl Session {
    fn sign_in(client: BasicClient) -> Result<Session, Failure> {
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (link, state) = client
            .authorize_url(CsrfToken::new_random)
            .add_scopes(at("SCOPE").split(' ').map(|scope| Scope::new(scope.into())))
            .set_pkce_challenge(challenge)
            .url();
        let code = AuthorizationCode::new(answer(link, state)?);
        let token = client.exchange_code(code).set_pkce_verifier(verifier).request(send)?;
        let refresh_token = token.refresh_token().ok_or("no refresh token")?.clone();
        let end = token.expires_in().map(|time| Instant::now() + time);
        Ok(Session { client, token, refresh_token, end })
    }

    fn refresh(&mut self) -> Result<(), Failure> {
        match self.client.exchange_refresh_token(&self.refresh_token).request(send) {
            Ok(token) => {
                self.refresh_token = token.refresh_token().unwrap_or(&self.refresh_token).clone();
                self.end = token.expires_in().map(|time| Instant::now() + time);
                self.token = token;
            }
            Err(RequestTokenError::ServerResponse(_)) => *self = Session::sign_in(self.client.clone())?,
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    fn get(&self) -> Result<StatusCode, Failure> {
        let mut headers = HeaderMap::new();
        headers.insert("Authorization", format!("Bearer {}", self.token.access_token().secret()).parse()?);
        let url = Url::parse(&(at("API") + "/orders"))?;
        Ok(send(HttpRequest { url, method: Method::GET, headers, body: vec![] })?.status_code)
    }

    fn call(&mut self) -> Result<StatusCode, Failure> {
        if self.end.map_or(false, |end| Instant::now() + Duration::from_millis(200) > end) {
            self.refresh()?;
        }
        match self.get()? {
            StatusCode::UNAUTHORIZED => self.refresh().and_then(|()| self.get()),
            status => Ok(status),
        }
    }
}

fn main() -> Result<(), Failure> {
    let (page, place) = (AuthUrl::new(at("ISSUER") + "/authorize")?, TokenUrl::new(at("ISSUER") + "/token")?);
    let client = BasicClient::new(ClientId::new(at("CLIENT_ID")), None, page, Some(place))
        .set_redirect_uri(RedirectUrl::new(at("REDIRECT_URI"))?);
    let mut session = Session::sign_in(client.clone()).or_else(|_| Session::sign_in(client))?;
    for _ in stdin().lines() {
        match session.call() {
            Ok(status) => println!("{status}"),
            Err(error) => println!("failed: {error}"),
        }
    }
    Ok(())
}
