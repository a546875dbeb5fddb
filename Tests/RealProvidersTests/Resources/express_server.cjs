// The same parts as in flask_server.py, by Express: PORT.
const express = require("express");
const app = express();

app.use("/:part/notes", (request, answer, next) => {
  const part = request.params.part;
  if (part !== "closed") {
    answer.set("Access-Control-Allow-Origin", "*");
    answer.set("Access-Control-Allow-Headers", "authorization");
  }
  if (part === "open") answer.set("Access-Control-Expose-Headers", "WWW-Authenticate");
  next();
});
app.options("/:part/notes", (request, answer) => answer.sendStatus(204));
app.get("/:part/notes", (request, answer) => {
  const pointer = `http://${request.headers.host}/.well-known/oauth-protected-resource/${request.params.part}/notes`;
  answer.set("WWW-Authenticate", `Bearer resource_metadata="${pointer}"`).sendStatus(401);
});
app.get("/.well-known/oauth-protected-resource/:part/notes", (request, answer) => {
  const own = `http://${request.headers.host}`;
  answer.set("Access-Control-Allow-Origin", "*");
  answer.json({ resource: `${own}/${request.params.part}/notes`, authorization_servers: [own] });
});
app.listen(Number(process.argv[2]), "127.0.0.1");
