// Plays a story with fetch: see README.md.
const { createHash, createPrivateKey, randomBytes, sign } = require("node:crypto");
const { spawnSync } = require("node:child_process");
const { join } = require("node:path");

const known = {};

function request(method, url, ...parts) {
  const target = new URL(url), headers = {}, form = new URLSearchParams();
  let body;
  for (let i = 0; i < parts.length; i += 3) {
    const [place, name, value] = parts.slice(i, i + 3);
    if (place === "query") target.searchParams.append(name, value);
    if (place === "header") headers[name] = value;
    if (place === "basic") headers.Authorization = `Basic ${Buffer.from(`${name}:${value}`).toString("base64")}`;
    if (place === "form") { form.append(name, value); body = form; }
    if (place === "body") { headers["Content-Type"] = name; body = value; }
  }
  return fetch(target, { method, headers, body, redirect: "manual" });
}

function run(program, words) {
  return spawnSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

const steps = {
  set(name, value) { known[name] = value; },
  random(name) { known[name] = randomBytes(32).toString("base64url"); },
  hash(name, text) { known[name] = createHash("sha256").update(text).digest("base64url"); },
  pause(milliseconds) { return new Promise((resolve) => setTimeout(resolve, Number(milliseconds))); },
  control(url, body) {
    if (run("curl", ["-sSf", "--noproxy", "*", "--json", body, url]).status !== 0) throw new Error(url);
  },
  browse(url, ...parts) {
    const target = new URL(url);
    for (let i = 0; i < parts.length; i += 3) target.searchParams.append(parts[i + 1], parts[i + 2]);
    const person = join(__dirname, "..", "person.py");
    const back = run(process.env.PYTHON, [person, target.href, "http://127.0.0.1:9/callback"]).stdout.trim();
    if (back) Object.assign(known, Object.fromEntries(new URL(back).searchParams));
  },
  async send(...words) {
    try {
      const answer = await request(...words);
      known.status = answer.status;
      known.dpop_nonce = answer.headers.get("DPoP-Nonce") ?? known.dpop_nonce;
      Object.assign(known, JSON.parse(await answer.text()));
    } catch { /* No answer, or none in JSON. */ }
  },
  async together(count, ...words) {
    const all = Array.from({ length: Number(count) }, async () => (await request(...words)).text());
    await Promise.allSettled(all);
  },
  async when(status, name, ...words) { if (`${known.status}` === status) await steps[name](...words); },
  sign(name, header, claims) {
    const jwk = JSON.parse(known.key), { d, ...shown } = jwk;
    const fields = { ...JSON.parse(header) };
    if ("jwk" in fields) fields.jwk = shown;
    const facts = { iat: Math.floor(Date.now() / 1000), jti: randomBytes(16).toString("hex"), ...JSON.parse(claims) };
    if ("exp" in facts) facts.exp = facts.iat + Number(facts.exp);
    const text = [fields, facts].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    const key = { key: createPrivateKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" };
    known[name] = `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
  },
};

(async () => {
  for (const [name, ...words] of JSON.parse(process.argv[2])) {
    await steps[name](...words.map((word) => word.replace(/\$(\w+)/g, (_, key) => known[key] ?? "")));
  }
})();
