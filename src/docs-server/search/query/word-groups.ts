/**
 * Words of software that developers use for each other. A line is a group; a word stands in one, for the meaning that most
 * docs have of it. General words only: what a project calls its own things is for its docs to say. `sayings.ts` says how
 * lines match and which file to choose.
 */
export const wordGroups = `
auth, authentication, login, sign in, session
logout, log out, sign out
env, environment, environment variable, dotenv
var, variable
config, configuration, settings, options
prop, property
param, parameter
arg, argument
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
upgrade, migrate
cancel, abort, stop, interrupt, kill, halt
truncate, shorten, trim, prune
merge, combine, join, concatenate
save, store, persist
tts, text to speech, speech
stt, speech to text, transcription
setup, set up, install, get started
begin, start, quickstart
log, logger
mock, fake, stub, spy
test, unit test
deploy, prod, production, hosting
dev, development
local, localhost
disable, turn off, switch off, opt out, skip
enable, turn on, switch on, opt in
twice, duplicate, repeated, double
limit, maximum, max, cap
several, multiple
change, modify, update, edit
customize, own
choose, pick, select
run, execute
slow, fast, faster, speed, performance, latency
memory, heap, ram
browser, client, frontend, client side
server, backend, server side
proxy, nginx
docker, container, dockerfile
approve, confirm
permission, access control, authorization, role
resume, continue, reconnect
vector, embedding
hide, redact, mask
parallel, concurrent, simultaneous, at once, at the same time
sequential, one after another, in order
terminal, cli, command line, shell
thinking, reasoning, thoughts
label, category, classify, classification
citation, cite, source
difference, versus, vs, comparison, compare
url, uri, address, endpoint, route, path
forbid, restrict, block, prevent
i18n, internationalization, l10n, language, translation, multi language
a11y, accessibility, screen reader
k8s, kubernetes
404, not found, missing page
401, unauthorized, unauthenticated
403, forbidden
429, too many requests, throttle, rate limit, ratelimit, quota
500, internal server error
timeout, timed out, deadline
popup, modal, dialog, overlay
spinner, loading, skeleton
jwt, bearer
async, asynchronous, await, promise
sync, synchronous
auto, automatic
dependency, package, library, module
cron, schedule, periodic
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
stdout, console
ci, pipeline, continuous integration
e2e, end to end
hang, stuck, freeze, never finishes
lazy, dynamic, on demand
size, small, smaller, large, big
monorepo, workspace
bundle, bundler, build output
css, style, stylesheet
sass, scss
font, typeface
icon, favicon
form, input, submit
upload, attachment, file
download, export
import, require
redirect, forward
router, navigation
link, anchor, href
component, widget
cache, memoize
revalidate, refresh, invalidate
fetch, request
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
dark mode, theme
mobile, android, ios
lint, linter
format, formatter
debug, debugger, inspect, troubleshoot, breakpoint
metric, analytics, statistics, monitoring, tracking
alert, warning
coverage, covered
assert, expect
snapshot, golden
flaky, unstable, intermittent
suite, describe
watch, hot reload, hmr, fast refresh, live reload
compile, transpile, build
minify, minification, compress
polyfill, browser support, legacy browser
source map, sourcemap
tree shaking, dead code
code splitting, split
webhook, callback url
payment, checkout
email, mail, smtp
seo, search engine, meta tags, metadata
sitemap, robots
open graph, og image, social preview, twitter card
cdn, edge
serverless, lambda
ssl, https, tls, certificate
cors, cross origin
csp, content security policy
secret, api key, credential, key
hash, checksum
uuid, id, identifier
llm, language model, model
local model, self hosted model
agent, assistant, bot, chatbot
tool, function calling, tool call
prompt, instruction, system message, system prompt
completion, generation, response, answer, output, reply
conversation, chat, thread, history
rag, retrieval, knowledge base, semantic search
rerank, relevance
chunk, part, piece, delta
hallucinate, invent
temperature, randomness, creativity
seed, deterministic, reproducible
price, cost, billing, spend
token, usage, token count, token usage
context window, too long, max tokens, length limit
vision, multimodal, image input
pdf, document, doc
guardrail, moderation, safety, content filter
jailbreak, prompt injection
evaluate, eval, benchmark
finetune, fine tuning
batch, bulk, many at once
queue, job, background, worker, task
retry, attempt, backoff
fallback, backup, failover
load balance, replica, cluster
transaction, commit, rollback
relation, foreign key
pagination, infinite scroll, load more, cursor
search, find, lookup
plugin, extension, addon
middleware, interceptor
decorator, annotation
cast, convert, transform
encode, serialize, stringify
decode, deserialize, parse
escape, sanitize
validate, check, verify
nested, recursive
flatten, spread
clone, copy
immutable, readonly
global, everywhere
shared, reuse, common
scope, context
version, release
deprecated, obsolete, legacy
experimental, beta, preview, canary
stable, production ready
changelog, release notes, what changed, breaking change
compatible, support
license, open source
example, sample, demo, starter, boilerplate, template
tutorial, guide, walkthrough
cheat sheet, reference
glossary, terminology
subdomain, domain
tenant, multi tenant, organization
user, account, profile
notification, push
realtime, real time, live
poll, interval
flush, drain
signal, abort signal
health, healthcheck
graceful, shutdown
`;
