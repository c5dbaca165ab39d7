/**
 * Words of software that developers use for each other. A line is a group. General words only: what a project calls its own
 * things is for its docs to say.
 */
export const wordGroups = `
auth, authentication, authorization, login, sign in, session
logout, log out, sign out
env, environment
env, environment variable, dotenv
var, vars, variable
config, configuration, settings, options
prop, props, property
param, params, parameter
arg, args, argument
db, database, sql
repo, repository
js, javascript
ts, tsc, typescript
dir, directory, folder
regex, regexp, regular expression, pattern
pic, picture, photo, img, image, png, jpg, jpeg, screenshot
clip, movie, mp4, video
audio, mp3, wav, sound, voice
csv, spreadsheet
msg, message
fn, func, function
err, error, exception, failure
delete, remove, clear, erase, wipe
upgrade, migrate, migration
cancel, abort, stop, interrupt, kill, halt
truncate, shorten, trim, prune
merge, combine, join, concatenate
save, store, persist, persistence
throttle, rate limit, ratelimit, quota
tts, text to speech, speech
stt, speech to text, transcription
setup, set up, install, installation, get started, getting started
begin, start, started, quickstart
log, logging, logger
mock, fake, stub, spy
test, testing, unit test
deploy, deployment, production, hosting, host
prod, production
dev, development
local, localhost, locally
disable, turn off, switch off, opt out, skip
enable, turn on, switch on, opt in
twice, duplicate, repeated, double
limit, maximum, max, cap
several, multiple, many
change, modify, update, edit
customize, custom, own
choose, pick, select
run, execute, execution
slow, performance, latency
fast, faster, speed, performance
memory, heap, ram
browser, client, frontend, client side
server, backend, server side
proxy, nginx, reverse proxy, cloudflare
docker, container, dockerfile
approve, approval, confirm, confirmation
permission, access control, authorization, role
resume, continue, reconnect
vector, embedding
hide, redact, mask
parallel, concurrent, concurrency, simultaneous, at once, at the same time
sequential, serial, one after another, in order
terminal, cli, command line, shell
thinking, reasoning, thoughts
label, category, classify, classification
citation, cite, source, reference
difference, versus, vs, comparison, compare
url, endpoint, address, uri
forbid, restrict, block, prevent
doc, document
i18n, internationalization, locale, language, translation, multi language
l10n, localization
a11y, accessibility, screen reader
k8s, kubernetes
404, not found, missing page
401, unauthorized, unauthenticated
403, forbidden
429, too many requests, rate limit
500, internal server error
timeout, timed out, time out, deadline
popup, modal, dialog, overlay
spinner, loading, skeleton, loading state
jwt, bearer
async, asynchronous, await, promise
sync, synchronous
auto, automatic, automatically
dependency, package, library, module
cron, schedule, scheduled, periodic
callback, hook, event handler, listener
websocket, ws, socket
sse, server sent events, event stream
ssr, server side rendering
ssg, static generation, static site generation, prerender
csr, client side rendering
isr, incremental static regeneration
spa, single page
pwa, progressive web
otel, opentelemetry, tracing, observability, telemetry
stdout, output, console
ci, pipeline, continuous integration, github actions
e2e, end to end
hang, stuck, freeze, never finishes
lazy, dynamic, on demand
size, small, smaller, large, big
monorepo, workspace, turborepo, nx, lerna
bundle, bundler, webpack, build output
css, style, styling, stylesheet
sass, scss, less
font, typeface
icon, favicon
header, headers
cookie, cookies
form, input, submit
upload, attachment, attach, file
download, export
import, require
redirect, forward
rewrite, proxy
route, path, url
router, routing, navigation
link, anchor, href
layout, template
component, widget
state, store
cache, caching, cached, memoize
revalidate, refresh, invalidate
fetch, request, get
query string, search params, query params, query parameter, url parameter
body, payload
json, object, structured
schema, shape
array, list
enum, choice
number, integer
date, time
table, grid
page, screen, view
button, click
scroll, scrolling
dark mode, theme
mobile, android, ios, react native, expo
desktop, electron
windows, powershell
editor, vscode, ide
lint, eslint, linter
format, prettier, formatter
debug, debugger, debugging, inspect, troubleshoot, breakpoint
trace, tracing, stack trace
metric, metrics, analytics, statistics, monitoring
alert, warning, warn
coverage, covered
assert, assertion, expect
snapshot, golden
flaky, unstable, intermittent
suite, describe
fixture, setup
watch, hot reload, hmr, fast refresh, live reload
compile, transpile, build
minify, minification, compress, terser
polyfill, browser support, legacy browser
source map, sourcemap
tree shaking, dead code
chunk, code splitting, split
webhook, callback url
stripe, payment, checkout
email, mail, smtp
seo, search engine, meta tags, metadata
sitemap, robots
open graph, og image, social preview, twitter card
analytics, tracking
cdn, edge
edge, worker
serverless, lambda, function
aws, azure, gcp, cloud
vercel, netlify, hosting
ssl, https, tls, certificate
cors, cross origin
csrf, xss, security
csp, content security policy
secret, api key, credential, key
encrypt, encryption, sign
hash, checksum
uuid, id, identifier
random, nonce
llm, language model, model
gpt, openai, chatgpt
claude, anthropic
gemini, google
llama, ollama, local model, self hosted model
agent, assistant, bot, chatbot
tool, function calling, tool call
prompt, instruction, system message, system prompt
completion, generation, response, answer, output, reply
conversation, chat, thread, history
memory, remember, context
rag, retrieval, knowledge base, semantic search
rerank, reranking, relevance
chunk, part, piece, delta
hallucinate, make up, invent
temperature, randomness, creativity, deterministic
seed, deterministic, reproducible
price, cost, billing, spend
token, usage, token count, token usage
context window, too long, max tokens, length limit
vision, multimodal, image input
pdf, document, file
guardrail, moderation, safety, content filter
jailbreak, prompt injection
evaluate, evaluation, eval, benchmark
finetune, fine tuning, fine tune
batch, bulk, many at once
queue, job, background, worker, task
retry, attempt, try again
backoff, retry, delay
fallback, backup, failover
circuit, breaker
load balance, replica, cluster
scale, scaling, load
transaction, commit, rollback
orm, prisma, drizzle
seed, fixture
relation, foreign key, join
pagination, infinite scroll, load more, cursor
sort, order
filter, where
search, find, lookup
plugin, extension, addon
middleware, interceptor
decorator, annotation
generic, type parameter
infer, inference
cast, convert, transform
encode, serialize, stringify
decode, deserialize, parse
escape, sanitize
validate, validation, check, verify
required, mandatory
optional, nullable
default, fallback
nested, recursive
flatten, spread
clone, copy
immutable, readonly
global, globally, everywhere
shared, reuse, common
scope, context
version, release
deprecated, removed, obsolete, legacy
experimental, unstable, beta, preview, canary
stable, production ready
changelog, release notes, what changed, breaking change
compatible, compatibility, support
license, open source
example, sample, demo, starter, boilerplate, template
tutorial, guide, walkthrough, quickstart
cheat sheet, reference
glossary, terminology
port, host
subdomain, domain
tenant, multi tenant, organization
user, account, profile
notification, push
realtime, real time, live
poll, polling, interval
stream, streaming
pipe, piping
buffer, buffering
flush, drain
signal, abort signal
health, healthcheck, liveness
graceful, shutdown
`;
