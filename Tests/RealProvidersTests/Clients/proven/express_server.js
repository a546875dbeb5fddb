// A server by hand with Express and fetch: a session of each browser, one refresh for all its calls.
const express = require("express");
const { createHash, randomBytes } = require("node:crypto");

const { ISSUER, API, CLIENT_ID, REDIRECT_URI, SCOPE, PORT } = process.env;
const app = express(), sessions = new Map();
const random = () => randomBytes(32).toString("base64url");

async function tokens(session, form) {
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...form });
  const answer = await fetch(`${ISSUER}/token`, { method: "POST", body });
  if (!answer.ok) throw Object.assign(new Error("refused"), await answer.json().catch(() => ({})));
  const got = await answer.json();
  session.tokens = { ...session.tokens, ...got, end: Date.now() + (got.expires_in ?? 3600) * 1000 };
}

const refresh = (session) => session.renewal ??=
  tokens(session, { grant_type: "refresh_token", refresh_token: session.tokens.refresh_token })
    .finally(() => { session.renewal = undefined; });

const call = (session) =>
  fetch(`${API}/orders`, { headers: { Authorization: `Bearer ${session.tokens.access_token}` } });

function signIn(response) {
  const [id, state, verifier] = [random(), random(), random()];
  sessions.set(id, { state, verifier });
  const query = new URLSearchParams({
    response_type: "code", client_id: CLIENT_ID, redirect_uri: REDIRECT_URI, scope: SCOPE, state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"), code_challenge_method: "S256" });
  response.cookie("session", id, { httpOnly: true, sameSite: "lax" }).redirect(`${ISSUER}/authorize?${query}`);
}

const sessionOf = (request) => sessions.get(/session=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1]);

app.get("/callback", async (request, response) => {
  const session = sessionOf(request), { state, iss, code } = request.query;
  if (!session || session.state !== state || iss !== ISSUER) return response.status(400).end();
  try {
    await tokens(session, {
      grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, code_verifier: session.verifier });
  } catch {
    // No code is good twice.
    return signIn(response);
  }
  response.redirect("/orders");
});

app.get("/orders", async (request, response) => {
  const session = sessionOf(request);
  if (!session?.tokens) return signIn(response);
  try {
    if (Date.now() > session.tokens.end - 200) await refresh(session);
    let answer = await call(session);
    if (answer.status === 401) { await refresh(session); answer = await call(session); }
    response.status(answer.status).end();
  } catch (error) {
    if (error.error === "invalid_grant") return signIn(response);
    response.status(502).end();
  }
});

app.listen(Number(PORT), "127.0.0.1");
