/**
 * What people say in chat of software of any kind, and what docs may call it. Only words; `synonyms.ts` reads them.
 *
 * A line is `said, said > meant, meant`: each thing on the left may be called each thing on the right. `# ` is a heading.
 * - Words match by their stems: `deploy` is also `deploys` and `deploying`. Lower case, letters and digits; nothing else can match.
 * - Up to two other words may stand between the words of a phrase: `cut off` is also "cut the answer off".
 * - What is meant counts where a section has all of its words.
 * - Beside the word as asked, which weighs 1: another form of it 0.9 (`word-forms.ts`), what a saying means 0.8, another word
 *   of its group 0.4 (`word-groups.ts`).
 *
 * Where a line belongs: a form of a word that its stem does not find, in `word-forms.ts`; words that mean each other, in
 * `word-groups.ts`; else a saying. Of websites and their frameworks: `web-sayings.ts`. Of language models, agents and chats
 * with them: `model-sayings.ts`. Of any software: here. A thing is said on one line of the three; what the
 * other two files know of it counts as well.
 *
 * Leave out: phrases of stop words alone (`stop-words.ts`), but for the idioms that the test names; words with a
 * second meaning in other docs; wordings of a single question; names of languages and products, of which docs that say
 * nothing have no answer. Whatever most docs say makes a question look answered: no line is free.
 */
export const sayings = `
# Sign-in and security
who is logged in, logged in user, current user, signed in, log in, login page, sign up, register, password, user accounts > authentication, session, user
keep out, only admins, members only, private page, protect, guard, not allowed, must be logged in, gate > authorization, authentication, protect, permission
social login, google login, github login, single sign on, sso > authentication, oauth, provider
hide my key, leak, expose, keep secret, api key safe > security, secret, environment variables, server, sensitive
where do i put my key, set my key, key not found, missing key, no key, api key > api key, environment variable, provider, authentication
hackers, attack, malicious, evil, untrusted > security, injection, sanitize, validate
links from users, user supplied url, internal network, localhost urls, metadata endpoint, ssrf > secure, url, fetching
check if logged in, check login, before showing the page, only logged in, hide pages, restrict access, block users, admin only, admins > authentication, authorization, protect
who the user is > session, authentication, user
have an account, with an account, members, paying users, subscribers > authentication, session, authorization
security audit, pen test, pentest, security scan, security headers, harden > security, content security policy, headers
legal, gdpr, privacy, personal data > privacy, security, redact
who may, who is allowed, allowed to see, role based, roles > authorization, permission, access
behind basic auth, password protect, simple password > authentication, proxy
wrong user sees, leaks between users, see other users data, someone elses data > security, private, cache
where is my data stored, is data sent to, who gets my data > privacy, telemetry, data
session expires, refresh the token, renew the session, logout button, sign the user out, token in cookie, store the token, where to store the token, save jwt > session, cookies, authentication
hash passwords, store passwords, logged out people, guests, anonymous users, not logged in > authentication, session
magic link, passkey, two factor, otp > authentication
email verification, reset password, forgot password > authentication, email
invite, share with others > authorization, user
security hole, vulnerability, cve, patched > security, upgrade, version

# Tests
unit test, test it, test my, without calling the api, in tests, in ci, test without paying, without spending, no real calls, without real api, offline tests, deterministic tests, fake answers, fake responses, canned responses, dummy model, assert that, write a test, write tests, test for > testing, mock
fake the, pretend, stub out > mock, testing
only one test, single test, one file only > filter
skip a test, ignore a test > skip, todo
clean up, after each, before each, tear down, reset between > setup, teardown, hooks, cleanup
fake time, freeze time, wait for time, sleep > fake timers, timers, date
sometimes fails, randomly fails, works sometimes, fails sometimes > flaky, retry, race
compare to file, expected output file > snapshot
missing lines, percentage covered, how much is tested > coverage
changed files, only changed > changed, related, filter
reports, junit, html report > reporter

# Data
write to the database, save to db, save to the database, store in db, update the db, insert > mutation, persist, save, database
import data, import csv, seed the database > import, database

# Building, deploying and running
keep alive, connection reuse, sockets, open sockets, reuse connections, connections stay open > keep alive, http agent
keep, remain, hold on to > persist, preserve, store
out of memory, heap out of memory, eats memory, memory leak, too much ram > memory usage, memory
limit memory, node memory, container memory, memory grows, leaks memory, ram usage > memory usage
keeps crashing, crashes after a while, after some time > memory, error, timeout
profiling, trace the build, why is build slow > profiling, trace, memory, performance
own wording for, custom text for > custom, message
request id, trace id, correlation id > headers, telemetry, metadata
where is it stored, where are they stored, stored where > storage, persistence, cache
watch costs, track usage, monitor, dashboards > telemetry, observability, monitoring, instrumentation
put online, go live, ship, publish, launch, upload to server > deploy, deployment, production
own server, vps, own machine, bare metal, on premise > self hosting, deploy, docker, node server
before release, before going live, ready for production, checklist, before launch, pre launch, launch checklist, things to check, ready to ship, ready to launch, final check > production checklist, production
small image, smaller image, image size, slim > docker, output, standalone
is it stable, production ready, maintained > stable, experimental, production, versioning
staging, preview, several environments > environment, preview, draft
command line tool, in the terminal, console app > cli, terminal, node
run faster, speed up, too slow, takes ages, slow, sluggish > performance, optimize, parallel, improve
works locally, works on my machine, only in production, only when deployed, on the server it > deploy, production, troubleshooting, environment
print, console log, logs > logging, console
environment specific, per environment, dot env, env file > environment variables, mode
trace, spans, follow a request, see each step, timeline > telemetry, tracing, opentelemetry
different in dev, only in dev, dev mode only, not in dev > development, production
report errors, error tracking, crash reports, bug tracking, collect errors > instrumentation, error, monitoring
boot, spins up > start, startup, instrumentation, initialization
roll out, release it > production, deploy
container, docker compose > docker, standalone, self hosting
linux box, server of ours, company server, intranet > self hosting, deploy, node server
hook up, plug into, connect to, integrate, integrate with, wire up > connect, integration, client
deploys, each deploy, every deploy, between deploys, redeploy > deployment
staging and live, live and test, test and live, different settings for > environment variables, environment
terminal app, shell app > terminal, cli
firewall, corporate proxy, company proxy, behind a firewall > proxy, fetch, network
send logs, ship logs, error reporting service > instrumentation, monitoring
deploy to kubernetes, pods, helm, more than one instance, multiple servers > self hosting, multiple instances, cache
close the connection, when to close, leak connections > close, client
add to every response, every response, each response > headers, response, proxy
which option, option for, is there an option, is there a setting, config for, flag for, switch for > option, configuration, setting
logs in production, see logs, structured logs > logging, instrumentation
alert me, notify me on errors > monitoring, instrumentation, error
all defaults, skip the questions, without the prompts, non interactive, unattended > cli, create, default
load test, stress test, how many users, handle traffic, high traffic > performance, scaling, rate limit
ci fails, pipeline fails, fails in github actions > continuous integration, build, testing
any type, loses types, type is unknown > types, infer, typescript
npm install, package manager > installation, package manager
env file not read, env not loaded, env not working, wrong env > environment variables, load order
change config without restart, restart after config, config change not picked up > config, development
request took, response time, slow api, slow endpoint > performance, caching, streaming

# When something goes wrong
not valid, malformed, broken json, invalid json, bad json, wrong format, does not match, not matching, garbage > validation, parse, repair, schema, invalid
could not parse, failed to parse, cannot parse, parse failed, unexpected token, unexpected end of json > parse, json, error
give up, takes too long, takes forever, hangs, hang forever, waits forever, never responds, never returns, no response, stuck > timeout, abort, cancel
try again, tries again, again and again, temporary error, keeps trying > retry
spam, abuse, too many requests, flood, ddos, hammering, scripts against > rate limit
per user, per ip, each user > rate limit, session, user
show an error, error message, friendly error, nice error, oops, toast > error handling, error, error boundary
goes blank, white screen, blank page, blank screen, empty page, nothing shows, nothing is shown, shows nothing, nothing happens, does nothing, no output > error, troubleshooting, empty, render
crash, blows up, explodes > error, exception, crash
swallow, silent, unhandled rejection, unhandled promise, crashes the server, process exits > error handling, unhandled
what happened, what goes on, see what is sent, raw request, inspect requests, look inside, what it sends, see the prompt > debug, logging, telemetry, devtools, request, inspect
something went wrong, error page, own error page > error, error boundary, 500
rate limited, got 429, quota exceeded > rate limit, retry, error
504, gateway timeout, function timeout, killed after, 10 seconds, 60 seconds, stops after 10, cut on vercel, execution limit > timeout, max duration, duration
look at the raw, see the http, see the request, see requests, actual request, what gets sent, exact prompt > request, debug, devtools, body
service is down, overloaded, 503, 529, 502, temporarily unavailable, unreliable > retry, fallback, error handling
catch errors, all errors, uncaught, unexpected errors, recover from an error, reset the error > error handling, error boundary
dies, dead, kill, gets killed, falls over, breaks, falls apart > error, crash, failure
friendly page, friendly message, nice message, pretty error, instead of a crash, ugly error > error handling, error message, error boundary
throws, code throws, exception thrown, bombs > error, exception
returns 500, 500 sometimes, 5xx, server errors > retry, error handling, error
step through, stepping, set a breakpoint, pause the code, attach a debugger > debug
really sent, actually sent, what goes over the wire, on the wire, http traffic > request, debug, inspect, devtools
in the console, in the network tab, chrome devtools, react devtools > debugging, devtools
error is hidden, generic error, real error, actual error message, see the real error, masked error, an error occurred > error, on error, error message
cannot find module, cannot resolve, module not found > troubleshooting, module, import
how to view > view, inspect, debug
list of errors, error classes, error types, catch a specific error, which error, check the error type, instanceof > error, instance, error types
not a function, is not a function, is not iterable > error, version, import
where is it gone, cannot find it anymore > renamed, deprecated, migration, upgrade
loses the connection to, cannot reach, connection refused, econnrefused > network, error, retry
race condition, out of order, wrong order, arrives late > order, race, concurrent, abort
timeouts per request, request timeout, read timeout > timeout, abort, settings
server crashed in production, app crashed, production error without details, digest, error digest > error handling, production
warning in console, console warning, console error > troubleshooting, error, debug

# Starting out, moving on and getting things done
in several languages, other languages, german, french, spanish, languages > internationalization, translation, locale
order by, newest first > order, search params
hot keys, keyboard shortcut, shortcuts > keyboard, event, client component
too long, too big, too large, exceeds > limit, maximum, size, truncate
only allow, limit to, at most, no more than > limit, maximum, restrict
side by side, next to each other > parallel, split, columns
at the same time, simultaneously, at once > parallel, concurrent
share code, reuse, in one place > shared, reuse, module
ts errors, type errors, red squiggles, type check > typescript, type checking
ide support, intellisense > typescript, typed, editor
install on, system requirements, node version, which node > installation, requirements
new project, create a project, scaffold, from scratch, bootstrap, hello world, first app, begin with > installation, getting started, quickstart, create
first steps, where to start, newbie, new to > getting started, introduction, quickstart, overview
explain, meaning > overview, introduction, concepts
benefits, advantages, reasons > overview, introduction
difference between, versus > comparison
moving from, switch from, port from, replace my, convert my > migration
newest version, latest version, new version, update to, upgrade to, bump > upgrade, migration, version
no longer, does not exist anymore, worked before, was renamed, removed, gone in, replaced by, equivalent of, equivalent, replacement > migration, upgrade, deprecated, breaking changes
after updating, after the update, after upgrading > upgrade, migration, breaking changes
still supported, end of life, lts > support policy, deprecated, version
after every, after the response, when it is done, when finished, once done, on completion > callback, on finish, after, event
for all calls, by default, everywhere the same > default, global, settings, middleware
feature flag, toggles, rollout > feature flags, experiments
send mail, emails > email
push message, notify users > notification
current date, what day > date, context
rename, change the name, nickname > alias, custom, rename
wrap, extend, hook into, tweak > middleware, wrap, custom, extend, plugin
write my own, make my own, build my own, roll my own, implement my own > custom, create, extend
typesafe, type safe, types for, infer types, typed > typescript, type, infer
how many cores, threads, processes, cpu > workers, parallelism, pool
read a file, files on disk, file system > file, filesystem, path
which wins, precedence, load order, takes priority, overrides > order, priority, precedence
bug report, report a bug, contribute, pull request > contributing, community
is called when, gets called, never fires, event when, notified when, run something after, do something after > callback, event, lifecycle
unsupported, not supported, does not support > unsupported, support, compatibility
which page renders, compile time types, autocompletion of types, cannot find name, cannot find namespace, missing types, typescript cannot, ts cannot, ts does not know, share types, types between client and server, end to end types > typescript, types
automatic rewrite of code, automatic upgrade, script to upgrade, update my code automatically > codemod, upgrade
lower case, case sensitive, capital letters > case
customer, client user, end user, people using > user
shrink, slim down, smaller, reduce the size, lose weight, huge, giant, gigantic, bloated > size, reduce, optimize
get rid of, throw away, throw out, drop, strip, cut out, leave out > remove, prune, disable, exclude
hand to, hand it to, hand the, give access to, pass along, pass it > pass, context, props
swap, switching, exchange > change, switch, replace
what breaks, will it break, newest major, next major, major version, new major > upgrade, breaking changes, migration
repeat myself, on every call, in every call, for each call > default, middleware, settings
notice when, detect when, find out when, find out if, find out whether > event, callback, status, detect
turns off, shut off, get rid of the warning, silence, silence warnings, mute > disable, warnings, turn off
stop showing, remove the > hide, disable
does it cost, paid, license fee > pricing, license, billing
out of the box, built in, included > built in, support
without a framework, no framework, plain node, vanilla, pure node > node, standalone, http
two at once, more than one at a time, several at once > parallel, concurrent, multiple
file type, mime type, content type > media type, content type
keeps asking, asks twice > repeated, duplicate
screen readers, blind users, keyboard users, accessible > accessibility
sigterm, shut down cleanly, stop the server cleanly, finish requests > graceful shutdown, shutdown
version of a package does not match, peer dependency, incompatible packages, two versions > unsupported version, version, upgrade
loses wifi, no wifi, connection is lost, network is down, when offline, no network > offline
ignored since, ignored after, stopped working after, not picked up anymore > upgrade, renamed, deprecated
what is passed, which props, which arguments, what arguments, gets passed > props, parameters
how is it different from, what sets it apart, compared with, in comparison > difference, comparison, versus
which function, function for, is there a function, is there a helper, helper for > function, helper, api reference
event fired, event is sent, which events > event, callback, lifecycle
type is not assignable, not assignable, types do not match, type mismatch, argument of type > typescript, type, assignable
takes seconds before, seconds before, pause before, delay at the start > delay, status, latency
pass a list, give it a list, list as input > array, input
stays blank, is blank, remains empty, stays empty > empty, delay, no response
meet other, other developers, get support, ask the maintainers > community, support, discussions
restart from the beginning, begins again > reset, restart
export to excel, export data, export csv > export, download, file
who wrote this, license, commercial use > license, open source
too many open, connection limit, max connections > connection, limit, pool
limit concurrency, too many parallel, max parallel > parallel, maximum, concurrency
cron job, run every night, run daily, recurring task > cron, schedule
queue, background job, worker process > background, queue, after
package not found, install a package, missing dependency > installation, dependency
how big can, how large can, size limit, maximum size > limit, maximum, size
turn into a, convert into, transform into > convert, transform
combine with, both together > integration, combine
step by step guide, complete example, full example, sample project > example, tutorial, getting started
in one file, minimal example, smallest example > example, quickstart
cheapest way, simplest way, best practice > recommendations, best practices, guide
`;
