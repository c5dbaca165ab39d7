/**
 * What people say in chat, and what docs may call it. A line is `said, said > meant, meant`; a line with # is a heading.
 * Written for docs of web frameworks and of language models; what docs do not say of it costs nothing.
 */
export const sayings = `
# Speech, pictures, files
out loud, aloud, read aloud, talk back, spoken, say it > speech, text to speech, audio
dictate, dictation, voice memo, voice message, voice note, voice input, recording, whisper, spoken words > transcription, speech to text, audio
subtitles, captions > transcription, timestamps
drawing, artwork, illustration, dall e, midjourney, stable diffusion > image, image generation
look at a picture, describe an image, see images, screenshots > image, multimodal, file
clip, animation, sora, veo > video, video generation
google fonts, own font, custom font, typeface > font
resize, blurry, lazy load images, optimize images, picture sizes, thumbnails, webp > image, image optimization
images from another domain, remote image, external image, host not configured > remote patterns, image
send a file, drop a file, drag and drop, attach a file, add a pdf, upload a picture > attachment, file upload, files
several pictures, multiple pictures, more than one image, variations > image, number
change an image, edit a picture, edit an image, inpaint, background of an image, from another image, image to image > image editing, image
accent, male voice, female voice, which voice, sounds like > voice, speech
what was said, who said what, meeting, podcast, call recording, interview, convert audio, audio file, audio to text, speech into text, voice to text > transcription, transcribe, audio
text to audio, text into audio, sound file, audio version, read it to me, reads the text, listen to > speech, generate speech
translate, interpreter, foreign language > translation
big files, large files, send once, upload once, reuse the file > file uploads, upload, provider reference
image when shared, when shared on, shared on twitter, shared on facebook, whatsapp preview, social media, share card > open graph image, metadata
youtube, embed a video, play a video, self hosted video, video player > video
fonts flash, font loading, text jumps, ttf, woff, fonts folder, woff2, otf, corporate font, brand font, corporate typeface > font, local font
rounded, responsive image, fill the container, image fills, width and height, unknown size, image layout > image, sizes, fill
image is slow, big images, compress images, image quality, image formats, avif > image, optimization, quality
not allowed host, hostname is not, invalid src, image domain, images from s3, images from a cdn, cdn images > remote patterns, image, hostname
pictures arrive, when images load, images load, pictures load > image, layout shift, placeholder
cloudfront, imgix, cloudinary, unsplash, supabase storage, firebase storage > image, remote patterns, loader
took a photo, user photo, photo of, photos of, look at a photo > image, file, multimodal
podcast, episodes, voicemail, lecture > transcription, audio
logo, poster, avatar, paint, draw a > image generation, image
on the fly image, image with text, image from text on the fly, generated share image, dynamic share image, text on an image > image response, open graph image
hide until loaded, fout, fouc, unstyled content > flash, font, css
attach a pdf, ask about a pdf, send a document, chat about a file > file, pdf, attachments
image url or base64, base64, data url, send a buffer, binary > image, file, data
video input, youtube link, analyze video > video, file
image in chat, upload in chat, paste an image, attach in chat > attachments, files, chat
short clips, clips from text, make a film, animate a picture > video generation
sent again on each, uploaded again, upload again, send it again, sends the whole file > file upload, provider reference, upload
hero picture, hero image, loads too late, largest element, above the fold > priority, preload, image, lcp
get the text out of, read a scan, ocr, receipt, receipts, invoices, business card > extract, structured, image
webcam, camera > image, realtime
crop, transparent background, several sizes > image, size
variable font, several weights, font weight, font weights > font, weight
self host fonts, gdpr fonts, without google request > font, self hosted
pixelated, image too big, wrong size downloaded, serves huge image > image, sizes, quality
gif, animated gif, animated image > image, unoptimized
background image, css background > image, fill
image blurry placeholder, blur up, low quality placeholder > placeholder, blur, image
share picture, share pictures, share image, sharing image, social card > open graph image
avatar upload, profile picture > upload, image, form
import an image, local image, image file in the repo > image, local, static import

# Sign-in and security
who is logged in, logged in user, current user, signed in, log in, login page, sign up, register, password, user accounts > authentication, session, user
keep out, only admins, members only, private page, protect, protected, guard, not allowed, must be logged in, gate > authorization, authentication, protect, permission
social login, google login, github login, single sign on, sso, nextauth, auth0, clerk > authentication, oauth, provider
hide my key, leak, leaks, leaking, expose, exposed, keep secret, api key safe > security, secret, environment variables, server, sensitive
where do i put my key, set my key, key not found, missing key, no key, api key > api key, environment variable, provider, authentication
hackers, attack, attacker, malicious, evil, untrusted > security, injection, sanitize, validate
read cookies, set a cookie, stay logged in > cookies, session
cross domain, other domain, different domain, blocked by cors > cors, headers, origin
bring your own key, own api key, users own key, key per user, byok, key at runtime > api key, provider, custom
links from users, user supplied url, internal network, localhost urls, metadata endpoint, ssrf > secure, url, fetching, security
secret in bundle, key in bundle, shown in browser, visible in browser, visible to users, see my key, end up in the browser, sent to the browser > sensitive, security, server only, environment variables
inline scripts, script blocked, refused to execute > content security policy, nonce
google sign in, remember the user, keep the user logged in, stays logged in, who made the request, user in api, user in route handler > session, authentication, cookies
check if logged in, check login, before showing the page, only logged in, hide pages, restrict access, block users, admin only, admins > authentication, authorization, protect
who they are, who is it, who the user is, who is asking > session, authentication, user
have an account, with an account, members, paying users, subscribers > authentication, session, authorization
shows up in the js, visible in the js, in the source, in view source, view source > security, environment variables, server only
security audit, pen test, pentest, security scan, security headers, harden, hardening > security, content security policy, headers
another website, another site, other site, other website, other origin, gets rejected by the browser, rejected by the browser, allow another domain, allow other origins, cross origin request, cors error > cors, headers
my boss, legal, gdpr, privacy, personal data > privacy, security, redact
who can see, who may, who is allowed, allowed to see, role based, roles > authorization, permission, access
behind basic auth, password protect, simple password > authentication, proxy
csrf, forged requests, someone else calls my action, is an action public, call my action directly > security, server actions, data security
wrong user sees, leaks between users, see other users data, someone elses data > security, private, cache
auth in the chat route, protect the chat endpoint, who may chat > authentication, route, chat
invalid api key, wrong key, key rejected, 401 from provider > api key, api call error, authentication
by accident, accidentally, prevent leaking, never reach, must never get to > taint, sensitive, security
where is my data stored, is data sent to, who gets my data > privacy, telemetry, data
pdf viewer, iframe, embed another site > iframe, headers, security
prevent embedding, clickjacking, x frame options > headers, security
session expires, refresh the token, renew the session, logout button, sign the user out, token in cookie, store the token, where to store the token, save jwt > session, cookies, authentication
hash passwords, store passwords, logged out people, guests, anonymous users, not logged in > authentication, session
user in server component, current user on server > authentication, session, data access
role check in page, admin page > authorization, forbidden
magic link, passkey, two factor, otp > authentication
same url different, different page at the same url, depending on login > conditional, parallel routes, authentication
email verification, reset password, forgot password > authentication, email
invite, share with others, collaborators > authorization, user
security hole, vulnerability, cve, patched > security, upgrade, version
is the key valid, test my key, check the key > api key, authentication, provider
logged in but still sees, sees the login page, flash of login > authentication, hydration, session
private files, protect downloads, protected files > authorization, route handlers

# Tests
unit test, test it, test my, without calling the api, in tests, in ci, test without paying, without spending, no real calls, without real api, offline tests, deterministic tests, fake answers, fake responses, canned responses, dummy model, assert that, in jest, in vitest, in mocha, write a test, write tests, test for > testing, mock
fake the, pretend, stub out > mock, testing
only one test, single test, one file only, just one > filter, only
skip a test, ignore a test > skip, todo
clean up, after each, before each, tear down, reset between > setup, teardown, hooks, cleanup
fake time, current time, freeze time, wait for time, sleep > fake timers, timers, date
click a button, user clicks, in a real browser, headless > browser, browser mode, interaction
sometimes fails, randomly fails, works sometimes, fails sometimes > flaky, retry, race
compare to file, expected output file > snapshot
missing lines, percentage covered, how much is tested > coverage
changed files, only changed > changed, related, filter
reports, junit, html report > reporter
test async, async components > testing, end to end
click through, clicks through, simulate a user, drive a browser, browser tests, ui tests > end to end, testing, playwright
test the agent, test my agent, check quality, regression test for prompts > testing, evaluation

# Models, prompts and what they answer
cut off, cuts off, truncated, incomplete, half way, halfway, unfinished, mid sentence, middle of a sentence, ends early > length, limit, max tokens, timeout, finish reason, abort
how much does it cost, price, pricing, expensive, bill, money, spend, charged, dollars > usage, tokens, cost, pricing
save money, cheaper, cheap, reduce cost > cost, cache, batch, usage
how many tokens, count tokens, token counter, token count, consumption > usage, token usage
overnight, later, in bulk, thousands, huge amount, mass > batch, bulk
made up, makes things up, wrong answers, makes up, lies, invented > hallucination, grounding
always answers the same, same answer, identical answers, repeatable > seed, temperature, deterministic, cache
more creative, creative, random > temperature
be polite, tone, persona, act as, behave like, character, role play > system prompt, instructions, prompt
which model, best model, compare models, model names > models, providers
switch model, swap model, other model, different provider, change provider, another provider, without changing code > provider, model, registry, gateway
own model, self hosted, run locally, offline, on my machine, own server, lm studio, vllm, llama.cpp > custom provider, openai compatible, local, base url
find similar, similar texts, similarity, closest, nearest, related > embedding, similarity, vector, cosine
search by meaning, own data, own documents, my docs, my files, my pdfs, company data, knowledge base, chat with pdf, chat with documents, answer from documents > rag, retrieval, embedding
fill in a form, extract, pull out, get fields, scrape > structured, extraction, schema, output
always json, valid json, json back, return json, json mode, json output, typed object, typed result, parse the answer, get an object, fixed format, fixed shape, predefined format, strict format, shape of the answer, specific fields, only these fields, exact format, machine readable, guaranteed format, without parsing, typed data, parse the reply > structured, object, schema, output
not valid, malformed, broken json, invalid json, bad json, wrong format, does not match, not matching, garbage > validation, parse, repair, schema, invalid
pick one, one of, yes or no, sort into, tag, tags, sentiment, spam or not > enum, choice, classification, classify
rich snippets, structured data > json ld
force it, force the model, must use, has to use, always use, required to call, never use, not use any > tool choice, required
different prompt, system prompt per, change the prompt, inject into the prompt, add to the prompt, prepend > instructions, system, prompt, prepare
think harder, think longer, thinking budget, chain of thought, thinks too long, thought process, thinking tokens, how hard it thinks, inner monologue, what it is thinking > reasoning, effort, thinking
order search results, best match first, sort results, most relevant, relevance, better search results > rerank, reranking, relevance
harmful, nsfw, swearing, offensive, inappropriate, refuses to answer, refused to answer, blocked by the provider > moderation, content filter, refusal, guardrails
dropdown of models, user picks the model, choose the model, let users choose, select a model, model by name, model as string > provider registry, model, registry
messages in the wrong format, convert the messages, message format, format of messages, different message types > convert, messages, model message
many requests at half price, half price, non urgent, not urgent, discount, nightly, night, tomorrow > batch
what did it cost, how expensive, spent, cost per > usage, tokens, cost
score, grade, judge, rate the answer, quality check, check its own, critique, improve its own > evaluator, evaluation, optimizer, decision
context provider, react context, redux, zustand, global state, state manager, share state between, share data between components > context, provider, client component
server folder, everything needed, copy only needed, minimal server > standalone, output
circle symbol, symbols in build output, lambda symbol, build summary, what do the symbols > build output, building
vendor, vendors, supplier > provider
alike, how close, how similar, duplicates of, resemble > similarity
handbook, manual, faq, wiki, company docs, knowledge, notion, intranet pages > rag, knowledge, retrieval, embedding
alternatives, options are there, what is available, list of supported, supported list, who supports, which support > supported, providers, capabilities
star ratings, ratings, recipe, recipes, product info for google, rich results, event info > json ld, structured data
wall of text, wall of json, json text, actual object, real object, js object, object with the fields, object with fields > structured, object, schema
how much they consume, consume, consumed, consumes, used up, meter, metering, invoice > usage, tokens
around it, fences, code fences, backticks, markdown around > extract, json, markdown
pick between, pick from, one out of, multiple choice, yes no, true or false, true false, only a b > choice, enum, decision, classification
less random, more random, more predictable, predictable, consistent answers, always different > temperature, seed
how long may it think, think less, less thinking, thinks a lot > reasoning, effort
custom fetch, own fetch, change the http client, add headers to every request to the provider, log the http calls, proxy the provider > custom provider, fetch, headers, provider options
special setting, vendor specific, provider only setting, parameter that only one provider has, not in the common api > provider options, provider specific
more context window, 1 million tokens, how long may the prompt be > model, context, limit
stop words, end the answer at, stop at a word > stop sequences, settings
top p, top k, penalty, penalties, repetition penalty, sampling > settings, temperature
maximum length of the answer, answers too long, shorter answers, limit the answer length > max output tokens, settings
probabilities, logprobs, confidence, how sure > logprobs, provider options, score
text and tools, mix text and objects, object and tools, tools plus json, json plus tools > structured output, tool calling
nested objects, list of objects, array of objects, optional fields, field descriptions > schema, array, object
without zod, other schema library, valibot, yup, arktype, typebox, plain json schema > json schema, schema, valibot
unknown shape, any json, free form json, no schema > json, no schema, output
examples for a tool, few shot, example inputs, better tool descriptions > examples, tool, prompt engineering
webhook when done, finished later, poll for result, check the status, is it done yet > status, batch, poll, webhook
cancel the job, stop the job > cancel, batch
order of results, results in order, match results > results, batch, order
closest documents, best chunk, top results, vector search, pgvector, pinecone > embedding, similarity, retrieval
split text, split documents, chunk size > chunk, embedding, split
size of the vector, dimensions > embedding, dimensions, provider options
many texts, list of texts, thousand texts, array of strings > embed many, embedding, batch
model refused, i cannot help with that, sorry i cant > refusal, content filter
model not found, no such model, wrong model id, model does not exist > no such model, model, provider
into a language, reply in german, answers in english, wrong language, answer language > instructions, system prompt
must not be empty, cannot be empty, is required error, invalid prompt > invalid, prompt, error
could not parse, failed to parse, cannot parse, parse failed, unexpected token, unexpected end of json > parse, json, error
knows todays date, knows the date, current time in prompt > context, tool, prompt
two models, several models, many models, models side by side > registry, model, provider
cheap and fast, small model, big model, smart model > model, alias, provider
own embedding, store vectors, save vectors, where to store vectors > embedding, vector, database
compare texts, compare two, compare sentences, same meaning > similarity, embedding, cosine
give samples, give examples, with examples, show examples, sample inputs > examples, few shot, prompt
gets confused, does not understand my tool, misunderstands, picks the wrong > prompt engineering, description, tool
one shot, single prompt, no chat, not a chat, without history, single question > completion, generate text
paying for the same, same instructions, same long text, long static prompt > prompt caching, cache control, caching
rename a field, different field names, map fields > transform, convert, schema
date in json, dates as strings, date type > schema, date, transform
union, discriminated union, either or > schema, union
very long text, whole book, big document, 500 pages > chunk, context, embedding, token
answer quality, better answers, improve answers, poor answers, bad answers > prompt engineering, evaluation
keeps saying, repeats the same sentence > penalty, settings, prompt
two different models in one app, model per user, model per request > model, dynamic, provider
ask several models, compare answers, vote, best of > parallel, workflow, evaluation
hide tool calls, dont show tools, hide reasoning, dont show thinking > reasoning, tool, ui, send

# Tools and agents
in the background, long running, takes minutes, takes hours, run later, fire and forget > background, queue, job, workflow, durable, async, after
survive a restart, survives restarts, survive a crash, server restarts, crash recovery > durable, resume, workflow, persist
endless loop, infinite loop, keeps calling, over and over, never stops, loop forever > loop, stop condition, maximum, limit, steps
rounds, iterations > steps, maximum, loop
look up, google it, web search, search the internet, internet access, browse the web > search, tool, web search
call an api, external api, call my function, call my api, third party api, fetch the weather, access my database, talk to my database, query my database, talk to the db > tool, tools, tool calling
ask before, asks before, permission, before it runs, human in the loop, let the user decide, user has to confirm, double check, sign off, are you sure > approval, confirmation, human in the loop
one after the other, one after another, in a row, in order, step by step, chain, chained > sequential, workflow, chain, steps
hand over, hand off, delegates, delegate, team of, several agents, many agents, specialist > subagent, multi agent, orchestrator, handoff, routing
claude code, cursor, copilot, codex > coding agent, ai agent, agent
run a command, run code, execute code, shell, bash, python code > sandbox, execute, command, code
do things, take actions, perform actions, call code, run my code, run my function, trigger a function, execute my function, live data, real time data, up to date information, look something up > tool, tool calling
wrong arguments, bad arguments, wrong parameters, invalid arguments, broken arguments, hallucinated tool, unknown tool, tool that does not exist > invalid, tool input, repair, no such tool
after a tool, after the tool, after tool call, stops after, no text after, no answer after, silent after > steps, multi step, stop condition, tool result
plug in, tool server, external tools, third party tools, remote tools, tools from a server, ready made tools > mcp, model context protocol, tools
helper agents, split the work, smaller agents, agent calls another, agent inside, agent in agent, boss agent, worker agents > subagent, delegate, orchestrator
rules about who, policy, company rules, allowed to run, dangerous actions, risky, destructive, delete files > approval, policy, permission
too many tools, hundreds of tools, lots of tools, huge tool list > tool search, active tools, dynamic tools
only some tools, subset of tools, limit tools, hide tools, enable tools, disable tools, tools per step > active tools, filter
chain of prompts, output of one, feed the result, then use the result, pipeline of, first this then that > sequential, chain, workflow
detect mobile, mobile or desktop, which browser, device type > user agent
keep alive, connection reuse, sockets, open sockets, reuse connections, connections stay open > keep alive, http agent
plans, planner, does the planning, divides the work, others do the work, workers > orchestrator, subagent, workflow
takes hours, hours long, runs for hours, 3 hours, runs for days, days long, multi day > durable, workflow, long running
books, orders, sends money, dangerous, sensitive action, human to click, human click, person confirms, manually allow, ask me first, human in between > approval, human in the loop
tool like cursor, ai assistant for coding, ai editor, agents.md, llms.txt, docs for ai > coding agents, ai agents
schema at runtime, tools at runtime, tools from the database, user defined tools > dynamic tool, schema
progress of a tool, intermediate results, tool takes long, streaming tool, tool status, preliminary > tool, preliminary, streaming, status
tool throws, tool fails, error in a tool, exception in execute, tool crashed > tool error, error handling
tools in parallel, several tools at once, parallel calls > parallel, tool calling
tool without execute, handle tool myself, no execute function > client side tool, tool call
share tools, tool in separate file, tool library, publish a tool > tool, package, types
log in to mcp, mcp auth, oauth for mcp > mcp, authentication, oauth
mcp over stdio, local mcp, mcp server on my machine > mcp, stdio, transport
mcp resources, mcp prompts, mcp elicitation, server asks user > mcp, resources, prompts, elicitation
reuse an agent, one agent for several routes, define the agent once, same agent in > agent, class, reuse
agent settings per request, change the agent per user, user tier, depending on the user > call options, agent, dynamic
change tools per step, change the model per step, modify between steps, between the steps, before each step, second step, first step, third step, last step, only for one step > prepare step, steps
stop when done, stop when it has the answer, when finished calling, custom stop, own stop rule, stop on a budget > stop condition, loop
final answer tool, force final answer, last step must > stop condition, tool choice, structured output
save each step, checkpoint, resume an agent, restart an agent > durable, workflow, resume
talk to claude code, drive claude code, run coding agents from, codex from my app, agent harness > harness
run code safely, isolated, docker for code, vm > sandbox
skills, reusable instructions > skills
custom loading text, thinking message, show tool is running, show which tool > tool, status, parts, ui
prompt explodes, prompt too big, prompt is huge, too much in the prompt, context explodes > tool search, context, prune
sleep between, sleeps, pause for hours, wait a day, pause and continue, wakes up later > durable, workflow, sleep
from inside a tool, from within a tool, inside the tool, while the tool runs, tool sends > data parts, writer, tool
teach cursor, tell my ai editor, ai editor, coding assistant, tell copilot > coding agents, ai agents, mcp
user is a bot, is it a bot, crawler visits, googlebot > user agent, bots
has no result, must have a result, without a result, result is missing > tool result, missing
talk to the db, sql from text, natural language to sql, question to sql > tool, database, structured
company guidelines, house rules, our conventions, style guide > skills, instructions
subscription plan, premium users, free users, paying customers, per plan > call options, dynamic, configuration
runtime errors to the agent, agent see errors, agent read logs > mcp, coding agents
read a website, scrape a page, fetch a page, summarize a url > url, fetch, tool
send a whatsapp, send sms, twilio > tool, message, api
calendar, book a meeting, schedule a meeting > tool, calendar
stock price, exchange rate > tool, data
let the model call itself, recursive, agent loop > loop, agent, steps
what tools were called, list tool calls, inspect tool results > tool calls, tool results, steps
first answer then tool, text before tool > tool call, stream, parts

# Chats
microphone, mic, phone call, voice chat, voice assistant, talk to it > realtime, voice, audio, speech
word by word, letter by letter, token by token, character by character, bit by bit, piece by piece, as it types, typing effect, typewriter, while it is generating, as it arrives, little by little > stream, streaming
smooth, smoother, choppy, jumpy, jerky, bursts > smooth, chunk, streaming
all at once, in one go, one big chunk, only at the end, everything at the end > stream, streaming, buffering, chunk
remember, remembers, forgets, forgot, recall, previous messages, earlier messages, across sessions, between sessions, long term > memory, history, persist, context, messages
after a refresh, page refresh, on reload, page reload, refresh the page, reload the page, survive, come back later, close the tab, closes the tab, reopen > persistence, persist, restore, resume, save
gone, disappears, disappear, vanishes, vanish, lost, wiped, resets > persist, missing, remove, state
keep, keeps, remain, hold on to > persist, preserve, store
conversation history, chat history, old chats, past conversations, previous chats, load messages > persistence, messages, history
user leaves, closes the browser, closes the page, navigates away, disconnects, connection drops, lost connection, lost the connection, goes offline, bad network, flaky network > disconnect, abort, resume, reconnect
who pays, bill users > usage, billing, metadata
out of memory, heap out of memory, eats memory, memory leak, too much ram > memory usage, memory
title tag, page title, tab title, meta description, share image, preview image, link preview > metadata, open graph
live updates, instantly, other users see > realtime, websocket, subscription
slack bot, discord bot, telegram, whatsapp, teams > chat, bot, messaging
charts, cards, widgets, show a component, instead of text, buttons in chat > generative ui, component, tool, render
enter key, type a message, text box, input field > input, form, chat
extra info, extra data, additional data, pass data, send along, more fields, custom fields, attach data > metadata, body, custom data, context
chat bubbles, messages list, chat window, chat page, chat app, chat interface > chatbot, chat, ui, messages
edit a message, change my message, delete a message, resend, ask again, redo > regenerate, edit, messages
long chat, long conversation, history too long, context too long, run out of context > prune, context, compaction, trim, messages
several chats, many conversations, switch chat > chat, id, persistence
custom backend, python backend, other backend, fastapi, django, laravel, own protocol > stream protocol, backend, transport, custom
websockets instead, instead of http, own connection > transport, websocket
send the token, authorization header, send headers > headers, custom, request, transport
first words, first token, before the first, starts slowly, waits for the whole, whole answer > streaming, delay, buffering, latency
half finished, fields appear, partially filled, partial object, as the fields come in, row by row, item by item, one item at a time > partial, object, stream, array
time of the message, timestamp, timestamps, which model answered, when it was sent, time it took, how long it took > metadata, message metadata
extra data, additional information, side channel, status line, notifications in the stream, custom events, progress events, send more than text > data parts, custom data, streaming data
reconnect, picks up where, pick up where, continue where, carry on, after losing connection, in the middle of an answer, phone goes to sleep > resume, resumable, reconnect
live conversation, talk with it, speak with, voice bot, phone bot, voice mode, two way audio, interrupt while speaking > realtime, voice
bot for slack, bot for discord, messenger bot, workspace, slack workspace, teams channel, discord channel > chat platforms, slack, discord
memory of the agent, learns, facts about the user, personal, preferences, knows me > memory, persistent
validate stored, stored messages, load from db, loaded from the database, restore messages, old messages > validate, messages, persistence, load
python, go backend, ruby, java, php, rust > backend, protocol, api
something while waiting, show something while, while data loads, while loading, until data arrives, slow part, slow query, rest of the page, rest first, page waits, whole page waits, blocks the page, blocks rendering > streaming, suspense, loading ui
browser tab, tab name, tab icon, icon in the tab, app icon, home screen icon > metadata, title, icon, favicon
limit memory, node memory, kubernetes memory, container memory, memory grows, leaks memory, ram usage > memory usage
who is online, chat app, multiplayer, collaborative > realtime, websocket
bubble, bubbles > message
grows too large, gets too big, gets longer and longer, keeps growing, grows, overflows > limit, prune, context, memory
holds up, hold up, blocks everything, delays everything, makes everything wait > streaming, suspense, blocking
comes back empty, comes back, return later, next day, tomorrow, next week, still there > persistence, resume, save, storage
looks like typing, like someone is typing, types it out > smooth, streaming
one block, one piece, in one block, arrives as one, complete text at the end > buffering, streaming, proxied
weather card, cards instead, plain words, instead of words, show a chart, show a map, custom component in the answer > generative ui, component, tool
format must it speak, what must it send, what does the server need to send, wire format, on the network > protocol, stream protocol, format
in the middle, halfway through, mid stream, mid answer, while answering > stream, abort, resume
keeps crashing, crashes after a while, after some time > memory, error, timeout
weird characters, strange characters, strange text, weird text, gibberish, odd numbers > protocol, format, encoding, strange
profiling, profile, trace the build, why is build slow > profiling, trace, memory, performance
is it streaming, does it support streaming, non streaming model, fake the streaming > simulate streaming, streaming
first message from the bot, greeting, welcome message, initial messages, preset messages > initial messages, chat, messages
clear the chat, new chat, start over, reset the chat, delete all messages > set messages, chat, messages
send a message from code, programmatically send, send without input, button that sends > send message, chat
disable input, while the bot answers, while it answers, is typing, typing indicator > status, loading, chat
two chats, share the chat state, same chat in two components, several components > chat, shared, id, state
load chat from server, open an old chat, initial chat from db > persistence, load, messages
send only the last message, dont send all messages, send less, big payload, request gets bigger > last message, transport, persistence
save when the user leaves, save although disconnected, stored even if > consume stream, persistence, disconnect
types of messages, custom message type, type my messages, typed messages > ui message, types
voice in the browser, ephemeral token, webrtc > realtime, token
push a value, push values, update a value on the client, number to the client, live counter, live value > stream, streamable value
cannot stream, cant stream, does not stream, doesnt stream, no streaming support, only full answers > simulate streaming, non streaming
see the same answer, second device, other tab, another tab, two tabs, several tabs, multi tab > resume, stream, id
stream closed, stream ends early, stream never closes, never closes, never ends, hangs open, stays open > stream, close, unclosed
no text appears, nothing appears, empty message first, bubble is empty > streaming, status, delay
proxy buffers, buffered by, nginx buffers, behind cloudflare it > buffering, proxied, streaming
own wording for, custom text for > custom, message
transcribe live, live captions, while someone speaks > stream, transcription, realtime
speak as it generates, speak while, sentence by sentence voice > stream, speech
run in slack, answer in slack, mention the bot > chat platforms, slack
whole talk, the talk, the discussion, dialog, dialogue > chat, conversation, messages
in postgres, in mysql, in mongodb, in sqlite, in redis, in supabase, in firebase > persistence, database, store
opens the page again, comes back to the page, visits again, next visit, returns to the site > persistence, load, resume, session
retry button, try again button, button to retry, resend button > regenerate, error handling, reset
before the text starts, before the answer starts, ahead of the text > data parts, streaming data, write
every part of the stream, each part, all parts of the stream, raw stream, stream events > full stream, stream parts
stream from an endpoint, stream a response, send events from an endpoint > streaming, route handlers
title from data, title from the database, title from api > generate metadata, dynamic metadata
default title, title when missing > metadata, default, title
url of the current page, full url, current domain, base url of site, absolute url > url, headers, metadata base
plain text protocol, text only stream, simple text stream > text stream protocol
old messages in the database, stored in the old format, convert stored, migrate the database > migrate, data, persisted, messages
parts of a message, what are parts, message parts, content array > ui message, parts
azure slow, slow on azure, chunks on azure > slow, stream, azure
request id, trace id, correlation id > headers, telemetry, metadata
where is it stored, where are they stored, stored where > storage, persistence, cache

# Data and caches
write to the database, save to db, save to the database, store in db, update the db, insert > mutation, persist, save, database
get data, load data, read data, pull data, show data from > data fetching, fetch, query
old data, stale, outdated, not updating, does not update, doesnt update, wont update, still shows, shows old, out of date, new data > revalidate, cache, invalidate, stale
every hour, every minute, every few minutes, once a day > revalidate, cron, interval, cache lifetime
refresh data, reload data, refetch, load again > revalidate, refresh, refetch
several instances, two servers, many pods, replicas, horizontally > multiple instances, cache, self hosting, scaling
same long prompt, pay twice, same prompt again, repeated prompt, identical questions, same question twice, asked before, same thing all day, ask the same, asked the same, identical prompts, pay each time, pay again > caching, cache
list is not updated, list not updated, after saving, after save, after submit, after a mutation, after creating, after deleting, after an update, after editing > revalidate, refresh, mutation
how long cached, how long is it cached, cache for an hour, cache duration, cache time, lifetime, ttl, keep for > cache life, revalidate, expiration
only one entry, one product, single item, specific data, part of the cache, mark cached data, group of > cache tag, tag, revalidate
redis, shared cache, cache between, cache store, where is the cache stored, cache on disk > cache handler, remote cache
per user cache, cache for one user, user specific cache, private data cached > private cache, private
requested twice, fetched twice, same request twice, fetches twice, duplicate requests, called twice > deduplication, memoization
graphql, apollo, trpc > api, data fetching, route handlers
price changed, previous value, previous number, old number, old price, old value, old version of the page, keeps showing, still showing, old content, old text > revalidate, cache, stale
expensive query, heavy query, slow query, expensive call > cache
etag, etags, 304, not modified > etag, cache
router cache, client cache, back button shows old, goes back and sees old > client cache, stale times, router cache
props from the server, load data before page, data before the page renders, server fetch per request > data fetching, server side rendering
show who liked, comments section, todo list, crud > mutation, server actions, form
one shared database connection, too many connections, connection pool, prisma too many clients > database, connection, development
no cache detected, build from scratch each time, ci build, builds in ci, github action build > build cache, continuous integration
recompiles everything, compiles again, warm start, restart is slow, first compile > file system cache, cache, development
cms webhook, webhook fires, when something is published, after publish, publish event > revalidate, on demand, webhook
isnt cached anymore, not cached anymore, cached by default, caching default changed > caching, default, upgrade
old values are sent, sends old, stale values, outdated values, always the first value, value does not update > stale, body
cache a function, cache function result, memoize a function, cache a component, cache part of a page > cache, directive, function
when is it cached, what is cached, which things are cached, understand caching > caching, overview
clear the cache, purge, purge the cache, bust the cache, empty the cache, invalidate all > revalidate, invalidate, cache
show old while, serve old while, stale while revalidate, refresh in background > stale, revalidate
cache tags, by tag, tagged, all pages with > cache tag, revalidate
cookie in cached, user data in cached, headers in cached > private, cache, runtime
every 5 seconds, every few seconds, each second, keep asking the server, auto refresh > polling, interval, client side data fetching
row should vanish, remove it at once, hide it immediately, delete immediately > optimistic, mutation
import data, import csv, seed the database > import, database
costs explode, surprise bill, huge bill, bill went up > usage, cost, limit, cache
disk full, disk space, cache folder huge > cache, file system
how long may an old page, serve stale, max stale > expire time, stale, revalidate
nothing cached, cache never used, cache is not hit, cache hit > caching, cache, debugging
cache too long, cached forever, never updates, never refreshed > revalidate, cache life
cache in dev, caching in development > development, cache, hmr
proxy for requests, request through proxy, http proxy > fetch, proxy, custom provider
load more when scrolling, endless scrolling, feed of posts > pagination, infinite scroll, data fetching
old cache after deploy, cache survives deploy, cache between deployments > cache, deployment, build id

# Pages, routes and rendering
in several languages, other languages, german, french, spanish, languages > internationalization, translation, locale
show progress, progress bar, percentage, how far, status updates, still working > progress, status, loading
is loading, loading indicator, wait animation, please wait, placeholder > loading, loading ui, fallback, suspense, status
decide which, send to the right, depending on the question > router, routing, classification
between pages, across pages, on every page, all pages, everywhere > layout, shared, global, provider
menu, navbar, nav bar, sidebar, footer, header bar > layout, navigation, link
highlight, current page, active > active, pathname, navigation
go back, back button, previous page > router, navigation, history, back
jump to, scroll to > scroll, anchor, hash
change the url, without reload, address bar, url bar > navigation, router, history, shallow
old urls, moved page, send to another page, send the user, take the user to, forward to, lead to, leads to, should go to, point to, points to, moved to, send others, send them to, kick out, bounce, turned away > redirect
pretty url, nice url, slug, slugs, ids in the url, url with id, url parameters > dynamic route, params, segment
catch everything, anything else, wildcard, any path > catch all, wildcard, route
read the url, get the url, current url, which page, current path, current route > pathname, url, router, params
query string, question mark, get parameter, url query, after the ? > search params, query
post request, send data, submit a form, save a form, form data > form, action, mutation, post, body
always fresh, every request, per request, each request, not cached, no cache, always up to date > dynamic, revalidate, no store, dynamic rendering
static site, plain html, only html, no server, without a server, without node, s3, github pages, html files > static export, static
flash, flashes, flicker, flickering, blink, jump > flash, hydration, layout shift
mismatch, does not match server, text content does not match, differ between server and client > hydration
only in the browser, browser only, only on the client, client only, no ssr, disable ssr > client component, ssr, lazy loading, dynamic import
only on the server, server only, never reach the browser > server component, server only
only when needed, on demand, when visible, later load > lazy loading, dynamic import
external script, script tag, google analytics, tag manager, gtm, third party script, embed script, widget script, load a script, run script before, external js, chat widget, jquery, ads > script, third party
pictures folder, static files, assets, pdfs, public files > public folder, static assets
google results, google index, search results, rank higher, crawlers, bots > seo, sitemap, robots, metadata
dark theme, light theme > theme, css
tailwindcss, bootstrap, utility classes > tailwind, css
styled components, emotion > css in js
global styles, css not loading, styles missing > css, global
different per, depending on, based on, conditionally > dynamic, conditional
own ui, own design, custom ui, my own components, look and feel > custom, ui, component, headless
without changing the url, without affecting the url, not in the url, parentheses, round brackets, folder in brackets > route groups
square brackets, brackets in, dynamic url, variable in the url, id from the url, part of the url, value from the path, username in url > dynamic routes, params, segments
modal with own url, popup with url, photo in a modal, open in a modal, url for a modal, keep the list behind, instagram > intercepting routes, parallel routes, modal
two things in one page, independent sections, separately loaded, different parts of the page, several panels, dashboard with > parallel routes, slots, layout
keeps state, loses state, lose state, state is lost, typed text is lost, text i typed, inputs reset, scroll position, keep scroll, jumps to top > preserve state, scroll, state, activity
remounts, remount, runs again on navigation, effect on every navigation, reset on navigation, not resetting > template, layout, remount
header and footer, same header, wrap all pages, shared across pages, shell around, frame around > layout, root layout
html tag, body tag, html lang, lang attribute > root layout, layout
own api, rest api, json endpoint, api endpoint, create an endpoint, http endpoint, backend endpoint, build an api > route handlers, api routes, endpoint
calls my app, incoming webhook, receive events, stripe events, external service calls > webhook, route handlers
disable the button, button while, double submit, submitted twice, click twice, double click, sending state, while submitting, while saving > pending, form, submit
check the form, form fields, form errors, field errors, wrong input, empty fields, required field, validate input > form validation, validation, form
without rebuild, without rebuilding, without redeploy, without deploying, without a new build, rebuild one page, rebuild only, content changes, editor publishes, when the cms, cms changes > incremental static regeneration, revalidate, on demand
hide from google, not indexed, noindex, keep bots out, block bots, block crawlers, ai crawlers > robots, metadata
zoom, theme color, viewport, mobile zoom > viewport
feed, rss > route handlers, feed
fade, animate, animation, animations, page transition, slide between, smooth transition > view transitions, animation
loads links, loaded in advance, on hover, too many requests in network tab, preloads, prefetches everything, load before click, stop preloading > prefetch, prefetching, link
unsaved changes, warn before leaving, before leaving, leave the page, block navigation, confirm leaving > navigation, block
progress at the top, top loading bar, nprogress, spinner on click, feedback on click, click feels dead, nothing until > link status, loading, pending
slow navigation, navigation is slow, slow to switch, takes a second to open, clicking a link is slow, pages open slowly > navigation, prefetch, loading, instant
syntax highlight, code highlight, front matter, table of contents, custom elements in markdown, replace h1 > mdx, markdown, components
localstorage, local storage, window object, document object, browser api, useeffect, usestate, onclick, event handlers > client component, browser, use client
where does it run, runs on the server or, server or client, server or browser, executed where > server components, client components, environment
convert to client, make it interactive, interactive, interactivity > client component, use client, interactive
pass functions, functions cannot be passed, pass a function, plain objects, only plain objects, class instances, pass data to client > serializable, props, client component
old router, pages folder, pages directory, old pages > pages router, migration
new router, app folder, app directory > app router, migration
html only, no js, javascript disabled, without javascript > progressive enhancement, static export
upload to s3, ftp, apache, plain hosting, shared hosting, any web server, bucket, object storage, file host > static export
run at build time, built once, at build, during build, generated at build, all posts, all products, thousands of pages, known paths, list of pages to generate > static generation, prerender, static params
page is static, why static, became static, why dynamic, became dynamic, make it dynamic, opt out of static, force dynamic, always run > dynamic rendering, static rendering, dynamic
only part of the page, partly static, mostly static, static and dynamic, one dynamic part, dynamic hole > partial prerendering, suspense, cache components
date at build, random value, math random, new date, current time in > dynamic, prerender, hydration
two languages, language in the url, detect language, language switch, localized, in english or german, which language, language of the visitor, user language, language of the browser, version for each language, english version, german version > internationalization, locale
refresh without reloading, reload only data, rerender server, update server component > refresh, router
sass variables, scss files, less files > sass, css
scoped styles, class names, local styles, css conflict, order of css, styles order > css modules, css
style not applied, classes not working, styles are missing, styles dont work > css, tailwind
counter, click handler, nothing on click, click does nothing > client component, interactivity, event
gallery, on top of the, over the list, over the page, overlay with link > modal, intercepting routes, parallel routes
same bar, top bar, bar at top, bar on top, same frame > layout
any user, where john is, where x is, any id, any name, each user has a page, profile pages, page per user, page per product > dynamic routes, params
after the question mark, behind the question mark, things after the ? > search params, query string
stays active, stays clickable, still clickable, submits twice > pending, disabled, form
gray boxes, grey boxes, skeletons, shimmer, shimmer boxes > loading, skeleton, fallback
arent the same, not the same on, differs on server, different on server, server html, differs between > hydration, mismatch
chart library, charts library, map library, leaflet, rich text editor, needs window, uses window > lazy loading, dynamic import, client component, browser
only after the page, after page is ready, after everything else, not block the page, load last > lazy loading, script, strategy
underline, bold the current, mark the current, selected menu item, selected tab > active, pathname, link
navigate from inside, go to another page from code, change page in code, in code go to, programmatically, programatically, from a function > router, navigate, push, redirect
wait for, waits for, waiting for > await, pending, loading
css in the html, inline the css, inline styles, critical css > inline css, css
css files split, css in one file, merge css files > css chunking, css
file ending, file endings, file extension, other extension, dot page dot tsx > page extensions, extension
forward api calls, proxy to my backend, proxy api, backend on another port, show another site under, map url, mask the url, url stays the same > rewrites, proxy
typos in links, broken links, wrong href, link to a page that does not exist, check links > typed routes, statically typed links
all my urls to google, list of urls, tell google about, thousands of urls, pages for search engines, urls for search engines, all pages for google > sitemap
app version, wrapper for all pages, wrap every page, run on every page > custom app, layout
html document, change the html tag, custom html > custom document, root layout
data at build time, fetch at build, load at build > static generation, static props
fallback true, fallback blocking, unknown paths, paths not known, new pages after build > static paths, fallback, dynamic params
maintenance mode, maintenance page, under construction, http to https, www to non www, lower case urls > redirect, proxy
download button, download a file, serve a file, pdf download, generate a pdf, return a file, csv download > route handlers, response, stream
read form values, form values, fields of the form, formdata, upload from a form > form data, form
search box, search field, search as you type, filter in the url, filters in url, sort in url > search params, form
page 2, next page of results, paged list, infinite list, load more posts, next page button > pagination, search params
multi step, wizard, stepper > form, multistep
remember form values, form cleared, form resets, clear the form, reset the form > form, reset, state
several forms, two buttons in form, two submit buttons > form, action
time zone, timezones, date differs, local time > hydration, date
cookies only allowed, cannot set cookies, cookies can only be > cookies, server actions, route handlers
only works when, only async, must be async, await params, params is a promise, params should be awaited, sync access > async, params, promise, upgrade
headers and cookies are async, dynamic apis > async request, dynamic api, upgrade
uncached data, outside of suspense, was accessed outside, wrap in suspense, should be wrapped in a suspense > suspense, prerender, cache components
usesearchparams suspense, bailout, deopted, entire page client side > suspense, search params, client rendering
can i nest, put server component inside client, server inside client, client inside server, children prop > composition, server component, client component, children
different layout, other layout, no layout for login, login without navbar, skip the layout, layout for admin, hide the sidebar on, different header on, no header on, page without > layout, route groups
pick the root, home page, landing page, start page, index page, first page > page, index, route
lint on save, biome, format on save, prettier > eslint, linting, format
amp, jquery plugin, web components > script, component
dark mode flicker, theme flashes, flash of light, wrong theme first > flash, hydration, theme
print styles, css variables, postcss plugin, autoprefixer > postcss, css
cheaper model first, easy questions to cheap model, pick the model automatically, right model for the question > routing, model, router
images from tools, tool returns a picture, tool returns an image, screenshot tool > multi modal, tool result
scroll to bottom, auto scroll > scroll, chat
next to the input, next to the field, beside the input, below the field, under the field > form validation, error
live on our domain, part of our domain, under our domain, below our domain > multi zones, rewrites, base path
typed content, typed text, forgets what i typed, lose what i typed, entered text > preserve state, activity, state
swallows redirect, redirect in try, try catch redirect, catch block, inside try catch > redirect, rethrow, catch
type safe links, wrong link, link to missing page > typed routes
generate at request time, pdf on the fly, file on the fly, create a file for download, return html, return xml, return plain text, non json response > route handlers, response
first page load, only first load, initial load > initial, loading, performance
nested layout, layout in layout, layout inside > layout, nested
two layouts, more than one layout, several layouts > multiple root layouts, route groups
get data in layout, user in layout, params in layout, query in layout, pathname in layout > layout, params, pathname
shared between server and, same value on server and client > server component, client component
long list of links, hundreds of links, many links on page > prefetch, link
external link, link to another site, open in new tab, new tab > link, target
anchor in page, hash link, jump to section > link, hash, scroll
disable scroll, dont scroll, without scrolling > scroll, link
replace instead of push, no history entry, skip history > replace, router, link
listen to route changes, when the route changes, route change event, on navigation > pathname, router, events, navigation
active while loading, link is loading, which link was clicked > link status, pending
url changes but page, page does not rerender, not rerendering on url > search params, dynamic, navigation
database at build, build needs database, no database during build > prerender, dynamic, connection
build fails on page, error occurred prerendering, prerender error, export encountered > prerender, error, build
takes forever to build, thousands of pages build, build too long > static generation, build, incremental
load css later, unused css, purge css > css, optimization
import css from package, css from node modules, third party css > css, global, external
css only on one page, css per component > css modules
dark flash, logo flash, wrong content for a moment, shows for a split second > flash, hydration
too many redirects, redirect loop, endless redirect > redirect, proxy, loop
redirect after login, back to where they came from, after sign in > redirect, authentication
redirect based on, redirect depending, redirect if > redirect, proxy, conditional
redirect in client, redirect on click > redirect, router
popular ones, most visited, only some pages, some of the pages, the rest on demand, rest on first visit > static params, incremental static regeneration, on demand
different per page, different for each page, for each product, per product, for each post > dynamic, params, metadata
brand name in title, suffix, title suffix, site name in title > title template, metadata
white blink, white flicker, bright flash > flash, theme
wrong time, wrong date, hours off > timezone, date, locale
numbers formatted, currency, number format > locale, internationalization
sort by, order by, newest first > sort, order, search params
checkbox, dropdown, select box, radio buttons > form, input
copy to clipboard, share link > client component, browser
open a new window, popup window > link, window
hot keys, keyboard shortcut, shortcuts > keyboard, event, client component
drag, draggable, sortable list > client component, interactive
countdown, timer on page, clock > client component, interval
mobile layout, small screens, responsive > css, viewport, responsive
code in answers, highlight code > markdown, code block
tables in answers > markdown, table
faster css, rust css > lightning css
params in a client, route params on the client, id in client component > use params
status page, health endpoint, ping endpoint > route handlers, health
search form, get form, form that navigates, form with get > form component, search params
read the body, request body, parse the body, raw body, body of the request > route handlers, request, body
server only sometimes, works after refresh, first click fails > navigation, cache, hydration
shared header but different, change layout per page, layout depends on > layout, nested, template
language switcher, switch language, change language > internationalization, locale, routing
menu with links, link component, anchor tag instead > link, navigation
protect api, protect an endpoint, secure my api, auth for api > route handlers, authentication, authorization
per route settings, per page settings, options per route > route segment config
time limit per route, longer timeout for a route, timeout for one page > max duration, route segment config
runs on the server, execute on the server, code on the server, server side code > server components, server functions, server
runs in the browser, execute in the browser, code in the browser > client components, client
pass data between pages, data from one page to another, send data to the next page > search params, state, navigation
url without extension, clean urls, remove html from > rewrites, trailing slash, routes
change html lang, html attributes, body class > root layout
css from a cdn, external stylesheet, link stylesheet > css, external
component library, ui library, shadcn, mui, chakra, ant design > css in js, client component, third party
form library, react hook form, zod validation > form, validation, schema
toast after, success message, show saved, confirmation message > form, state, mutation
go to another page after, after success go to, after submit go to, after saving go to > redirect, mutation
image upload, save uploaded, uploaded files, where do uploads go > upload, file, form data
too many rerenders, infinite render, render loop > client component, effect, error
two buttons, like and dislike, vote > form, action, mutation
search engine does not see, seo friendly, crawlable > seo, metadata, rendering
static export fails, not supported with export, cannot use with export > static export, unsupported

# Building, deploying and running
watch costs, track usage, monitor, dashboards, datadog, grafana, langfuse, sentry, new relic > telemetry, observability, monitoring, instrumentation
put online, go live, ship, publish, launch, upload to server > deploy, deployment, production
own server, vps, digital ocean, own machine, bare metal, without vercel, on premise > self hosting, deploy, docker, node server
before release, before going live, ready for production, checklist, before launch, pre launch, launch checklist, things to check, ready to ship, ready to launch, final check > production checklist, production
small image, smaller image, image size, slim > docker, output, standalone
big bundle, bundle too big, bundle size, js size, what makes it big, heavy > bundle analyzer, bundle, package bundling, lazy loading
slow build, build takes, builds are slow, compile slow, slow compile > build performance, turbopack, cache, memory
first load, time to first byte, page speed, lighthouse, web vitals, core web vitals, lcp, cls, layout shift > performance, web vitals, optimization
not defined, is not defined, undefined on server, window, document > client, browser, server, environment
ignore errors, dont fail, not fail the build, despite errors > ignore, build errors
is it safe, is it stable, production ready, ready for production, maintained > stable, experimental, production, versioning
run once, on start, at startup, when the server starts, on boot, before start > instrumentation, startup, initialization, register, setup
before every request, before each request, every call, intercept, in front of > middleware, proxy, interceptor
staging, preview, several environments > environment, preview, draft
mount under, sub path, subfolder, under a path > base path, prefix
behind nginx, behind a proxy, load balancer, behind cloudflare > proxy, reverse proxy, headers
open port, other port, change port, address in use, eaddrinuse, change the port, another port, port 3000, start on port > port, cli
https locally, local https, self signed > https, certificate, cli
run express, existing server, own node server, inside express > custom server, express
command line tool, in the terminal, console app > cli, terminal, node
without the model seeing, secretly, hidden from, keep from the model > context, runtime, private
run faster, speed up, too slow, takes ages, slow, sluggish > performance, optimize, parallel, improve
works locally, works on my machine, only in production, only when deployed, on the server it > deploy, production, troubleshooting, environment
print, printing, console log, logs > logging, console
environment specific, per environment, dot env, env file > environment variables, mode
laggy, lags, lagging, ui freezes, browser gets slow, browser freezes, too many renders, rerenders, re renders, renders too often, maximum update depth > throttle, render, performance
trace, tracing, spans, follow a request, see each step, timeline > telemetry, tracing, opentelemetry
undefined in browser, undefined in the browser, undefined on the client, not available in the browser, available in the browser, env is undefined > public, environment variables, client
at runtime, without baking, change env after build, docker env, same image > runtime, environment variables
which package is big, what is in the bundle, see what is in, too much javascript, js payload, reduce javascript, less javascript, ship less > bundle analyzer, package bundling, lazy loading, server components
package in typescript, untranspiled, esm only, esm package, shared package, local package, packages folder, unexpected token export, isnt compiled, not compiled, not transpiled, shared code, code shared, sibling package > transpile packages, monorepo
native module, native package, binary module, node addon, package breaks when bundled, dont bundle, not bundle, exclude from bundle, must stay as it is, should not be bundled, fails after bundling, breaks after bundling, leave the package alone > external packages, bundling
import svg, svg files, svg as component, custom loader, yaml files, load other files > webpack, loader, turbopack
faster compile, rust, new bundler, replace webpack > turbopack, compiler, swc
smaller responses, gzip, brotli > compress, compression
old browsers, ie11, internet explorer, old safari, old phones > supported browsers, polyfill, browser support
after a deploy, after deploying, new deployment, old tabs, old version still, users on old version, chunkloaderror, chunk load error, loading chunk failed, failed to load chunk > version skew, deployment id, deployment
from my phone, other device, another device, local network, ngrok, tunnel, lan > allowed dev origins, hostname, dev server
different in dev, only in dev, dev mode only, not in dev > development, production
before the page is shown, before rendering, check before render, look at the request, on each request, for every route, runs before > proxy, middleware
only for some routes, some paths, exclude paths, except static files, skip for > matcher, proxy, middleware
call the server from, server function, run server code from a button, form without api, rpc > server actions, server functions
report errors, error tracking, crash reports, bug tracking, collect errors > instrumentation, error, monitoring
laptop, closes, close the window, shut > disconnect, close, client
boot, boots, booting, launches, spins up > start, startup, instrumentation, initialization
launch, launching, rollout, roll out, release it > production, deploy
container, containers, image is 1gb, docker compose > docker, standalone, self hosting
linux box, ubuntu, debian, droplet, hetzner, ec2, server of ours, company server, intranet > self hosting, deploy, node server
hook up, plug into, connect to, integrate, integrate with, wire up > connect, integration, client
deploys, each deploy, every deploy, between deploys, redeploy > deployment
push a new build, new release, new build, open tab, open tabs, missing js, js file errors, missing files, file errors > version skew, deployment, deployment id
megabytes, kilobytes, mb of js, too many bytes, large download, imports make > bundle, bundle size, bundle analyzer
laptop gets hot, fan, fans, cpu at 100, machine gets hot, ages, sluggish editor, editor slow > performance, local development, memory
staging and live, live and test, test and live, different settings for > environment variables, environment
site under, app under, hosted under, lives under, under a folder, under a subpath, not at the root > base path
sluggish, janky, stutters, stutter, hangs the ui > throttle, performance, render
without the llm knowing, llm must not see, model must not see, not visible to the model, behind the models back > context, runtime
fetch from the browser, from the browser, in the browser > client, browser
in the terminal, terminal app, shell app > terminal, cli
express server, fastify, koa, hono, nest > node, server, express, backend
firewall, corporate proxy, company proxy, behind a firewall > proxy, fetch, network
too slow to start, slow first request, first request is slow, wakes up, cold start > cold start, performance, serverless
output folder, build folder, build directory, dist folder, other folder than, where the build goes, build output goes > build directory, dist dir
git hash, commit hash as, version of the build, same build on all servers, build id > build id, generate build
log noise, noisy logs, too many logs, log fetch, which requests are made, see outgoing requests, requests in the terminal > logging
barrel file, barrel files, icon library, many icons, lucide, material ui, big icon package, lodash > optimize package imports, package bundling
usememo, usecallback, memo automatically, automatic memoization > react compiler
disable telemetry, collects data, phones home, anonymous data > telemetry
fs not available, no fs, node apis, which runtime, node or edge, cloudflare workers, in a worker, edge function, bun, deno > runtime, edge
set cookie in middleware, read cookies in middleware > middleware, proxy, cookies, response
remove console logs, drop console, strip console > compiler, remove console
send logs, ship logs, error reporting service, bugsnag, rollbar > instrumentation, monitoring
keep the server warm, scale to zero > serverless, deployment
deploy to kubernetes, pods, helm, load balanced, more than one instance, multiple servers > self hosting, multiple instances, cache
vendor lock in, without lock in, not on vercel, other host, other hosting, netlify, cloudflare pages, aws amplify, firebase hosting, render, railway, fly.io > deploy, platforms, adapter
ab testing, a b testing, split traffic, canary release > experiments, proxy, cookies, feature flags
rate limiting by country, geo block, block a country, country of the visitor > geolocation, proxy, headers
pass extra arguments, extra arguments to action, id to action, more than the form data > bind, arguments, server actions
large list, thousands of rows, virtual list > performance, pagination
where is the config file, config in typescript, config as esm, config per phase > config, configuration
run two dev servers, dev with https, certificate > dev server, https, cli
keep old browsers, transpile for old, babel > browser support, babel, compiler
close the connection, when to close, leak connections > close, client
use outside next, without next, express backend, node http, fastify backend, hono backend, nest backend > node, server, http
types are deep, type instantiation, excessively deep, typescript slow, vscode slow > typescript performance, zod
on the way out, add to every response, every response, each response > headers, response, proxy
before react starts, before hydration, before the app starts, early in the browser > instrumentation, client, script
node apis missing, missing on edge, not supported in edge, works in node but not > edge runtime, supported
which option, option for, is there an option, is there a setting, config for, flag for, switch for > option, configuration, setting
who called what, audit, audit log, compliance > logging, telemetry, lifecycle
static file from server, read a json file, read file on server, local json > filesystem, read, server
several environments build, build once deploy, same build different > runtime, environment variables, docker
deploy without downtime, zero downtime, rolling update > deployment, version skew
logs in production, see logs, structured logs > logging, instrumentation
alert me, notify me on errors > monitoring, instrumentation, error
how many visitors, track clicks, track events, user tracking, matomo, plausible, posthog > analytics, instrumentation client
verify a token in middleware, auth in middleware, check session in middleware > proxy, middleware, authentication
how often each, count how often, count calls, call count, number of calls > callback, telemetry, metrics
hit on every save, called on every save, on each save, every time i save, on hot reload > hmr, cache, development
which element, what causes, who is to blame, cause of bad > attribution, web vitals
extra request, fewer requests, less requests > inline, bundle
through the proxy, via the proxy, proxied upload > proxy, body size
protected from csrf, forged, same origin > server actions, allowed origins, security
all defaults, skip the questions, without the prompts, non interactive, unattended > cli, create, default
load test, stress test, how many users, handle traffic, high traffic > performance, scaling, rate limit
slow on vercel, slow in production, fast locally slow > performance, production, region, cache
works in chrome not safari, safari only, firefox only > browser support, polyfill
build works but, works in dev but, dev works, only fails in build > build, production, prerender
ci fails, pipeline fails, fails in github actions > continuous integration, build, testing
any type, everything is any, loses types, type is unknown > types, infer, typescript
dev and build at the same time, build while dev, dev while building, folder conflict > build directory, dist dir, isolated
bake in, inlined at build, value at build time > environment variables, build time
pnpm, yarn, npm install, package manager > installation, package manager
which pages are slow, find slow pages, slow route > performance, instrumentation, web vitals
keep a secret on the server, secret on the server, without exposing, dont expose, never expose > server only, security, environment variables
two versions of the page, different version for, show different content > proxy, rewrites, dynamic
env file not read, env not loaded, env not working, wrong env > environment variables, load order
change config without restart, restart after config, config change not picked up > config, development
import alias not working, cannot resolve @, path not found > path alias, absolute imports, typescript
request took, response time, slow api, slow endpoint > performance, caching, streaming

# When something goes wrong
give up, gives up, takes too long, takes forever, hangs, hanging, hang forever, waits forever, never responds, never returns, no response, stuck > timeout, abort, cancel
try again, tries again, again and again, temporary error, keeps trying > retry, retries
press stop, presses stop, hit stop, hits stop, stop button, stop generating, cancel button, stop the answer > stop, abort, cancel
spam, spamming, abuse, too many requests, flood, ddos, hammering, hammers, hammer, hammered, scripts against, bots use my > rate limit, rate limiting
per user, per ip, each user > rate limit, session, user
backup model, second model, model is down, provider is down, outage > fallback, failover, gateway, routing
show an error, error message, friendly error, nice error, oops, toast > error handling, error, error boundary
goes blank, white screen, blank page, blank screen, empty page, nothing shows, nothing is shown, shows nothing, nothing happens, does nothing, no output > error, troubleshooting, empty, render
crash, crashes, blows up, explodes, dies, kills > error, exception, crash
swallow, swallowed, silent, silently, unhandled rejection, unhandled promise, crashes the server, process exits > error handling, unhandled
what happened, what goes on, see what is sent, raw request, inspect requests, look inside, what it sends, see the prompt > debug, logging, telemetry, devtools, request, inspect
something went wrong, error page, own error page > error, error boundary, 500
rate limited, got 429, quota exceeded > rate limit, retry, error
504, gateway timeout, function timeout, killed after, 10 seconds, 60 seconds, stops after 10, cut on vercel, execution limit > timeout, max duration, duration
look at the raw, see the http, see the request, see requests, actual request, what gets sent, exact prompt > request, debug, devtools, body
service is down, overloaded, 503, 529, 502, temporarily unavailable, unreliable > retry, fallback, error handling
catch errors, all errors, uncaught, unexpected errors, recover from an error, try again button, reset the error > error handling, error boundary
dies, died, dead, kill, gets killed, falls over, breaks, broke, breaking, falls apart > error, crash, failure
burns, burn, drains my, eat my credits, eats > usage, limit, rate limit
friendly page, friendly message, nice message, pretty error, instead of a crash, ugly error > error handling, error message, error boundary
throws, code throws, exception thrown, bombs > error, exception
returns 500, 500 sometimes, 5xx, server errors > retry, error handling, error
step through, stepping, set a breakpoint, pause the code, attach a debugger > debug, debugging
no words after, then nothing, and then nothing, just stops, simply stops, stays silent, goes quiet, goes silent > no response, stop, empty
really sent, actually sent, what goes over the wire, on the wire, http traffic > request, debug, inspect, devtools
sometimes empty, is empty, comes empty, returns empty, empty string, empty answer, blank answer > empty, no content, error
custom 500, own 500 page > custom error, 500
in the console, in the network tab, chrome devtools, react devtools > debugging, devtools
timeout for a tool, cancel a tool, abort a tool, tool never ends > abort signal, tool, timeout
bad request from provider, 400 from provider, provider rejects, status code of the error > api call error, error
all retries failed, after three attempts, after 3 attempts, keeps failing > retry error, retries
error is hidden, generic error, real error, actual error message, see the real error, masked error, an error occurred > error, on error, error message
jest fails, jest cannot find, cannot find module, cannot resolve, module not found > troubleshooting, module, import
dev tools for ai, inspect runs, local viewer, debug panel > devtools, debug
where can i see, where do i see, how to view > view, inspect, debug
list of errors, error classes, error types, catch a specific error, which error, check the error type, instanceof > error, instance, error types
not a function, is not a function, is not iterable > error, version, import
where did it go, where is it gone, does not exist anymore, cannot find it anymore > renamed, deprecated, migration, upgrade
loses the connection to, cannot reach, connection refused, econnrefused > network, error, retry
race condition, out of order, wrong order, arrives late > order, race, concurrent, abort
flat config, lint command removed, linter removed > eslint, upgrade
stop from the server, cancel on the server, abort on the server > abort signal, stop, server
error codes, http status of error, distinguish errors > error, api call error, status
timeouts per request, request timeout, read timeout > timeout, abort, settings
server crashed in production, app crashed, production error without details, digest, error digest > error handling, production
blank error page, application error, client side exception > error boundary, error handling, client
warning in console, console warning, console error > troubleshooting, error, debug

# Anything else
too long, too big, too large, exceeds > limit, maximum, size, truncate
only allow, limit to, at most, no more than > limit, maximum, restrict
bullet points, rewrite, shorter version, tldr, summarize, sum up > summary, summarization
suggest, suggestions, auto complete, autocomplete, type ahead, typeahead, ghost text > completion, suggestion
side by side, next to each other > parallel, split, columns
at the same time, simultaneously, at once, all together > parallel, concurrent
share code, reuse, in one place, dry > shared, reuse, module
page not found, 404 page, missing page > not found, 404
visitor country, location of user, where the user is > geolocation, headers, ip
ip address, who is calling, visitor ip > headers, ip, request
set headers, response headers, request headers > headers
change status, status code > response, status
cookie banner, consent > cookies
mark down, markdown pages, blog posts from files, articles, posts as files, md files, content folder, text files > mdx, markdown
short imports, dot dot slash, relative imports, import alias, at sign > absolute imports, path alias, paths
ts errors, type errors, red squiggles, type check > typescript, type checking
ide support, intellisense, autocompletion > typescript, typed, editor
install on, system requirements, node version, which node > installation, requirements
new project, create a project, scaffold, from scratch, bootstrap, hello world, first app, begin with > installation, getting started, quickstart, create
first steps, where to start, newbie, beginner, new to > getting started, introduction, quickstart, overview
explain, meaning > overview, introduction, concepts
what for, why use, benefits, advantages, reasons > why, overview, introduction
difference between, which one, when to use, better, or should i, versus > comparison, choosing, overview
moving from, switch from, port from, replace my, convert my > migration, migrating
newest version, latest version, new version, update to, upgrade to, bump > upgrade, migration, version
no longer, does not exist anymore, used to work, worked before, was renamed, renamed, removed, gone in, replaced by, equivalent of, equivalent, replacement, replaces > migration, upgrade, deprecated, breaking changes
after updating, after the update, after upgrading > upgrade, migration, breaking changes
still supported, end of life, lts > support policy, deprecated, version
after every, afterwards, after the response, when it is done, when finished, once done, on completion > callback, on finish, after, event
same for all, for all calls, by default, everywhere the same > default, global, settings, middleware
feature flag, toggles, rollout, ab test, a b test > feature flags, experiments
drafts, unpublished, cms preview, see unpublished, before it goes live, before publishing, not yet published, see an article before, look at unpublished > draft mode, preview
headless cms, contentful, sanity, wordpress > cms, content, draft
shop, store front, e commerce, ecommerce, paywall > payment, commerce
several sites, many domains, customers with own domain, white label > multi tenant, domains
send mail, emails > email
push message, notify users > notification
phone app, mobile app, app store, ios app, android app > expo, react native, mobile
current date, what day > date, context
rename, change the name, nickname > alias, custom, rename
wrap, extend, hook into, tweak > middleware, wrap, custom, extend, plugin
write my own, make my own, build my own, roll my own, implement my own > custom, create, extend
typesafe, type safe, types for, infer types, typed > typescript, type, infer
how many cores, threads, processes, cpu > workers, parallelism, pool
read a file, files on disk, file system > file, filesystem, path
which wins, precedence, load order, takes priority, overrides > order, priority, precedence
where do i put, where should i put, where does it go, folder layout, organize, structure > project structure, folder, conventions
name of file, special files, file names, which files are special, reserved names, magic files > file conventions
credits, quota, insufficient > usage, limit, billing
bug report, report a bug, contribute, pull request > contributing, community
ask for help, stuck, discord server, support > support, community, help
wrap the model, around every call, every model call, before every call, change what is sent, post process, post processing > middleware, wrap
show sources, show where it came from, footnotes, list of links > sources, citations
message ids, ids differ, id changes, duplicate ids, unique id, generate ids > id, generate id, unique identifier
square, landscape, portrait, aspect ratio, resolution, wide > size, aspect ratio
command line chat, in my terminal, console chat, text interface > terminal ui, terminal, tui
is called when, gets called, never fires, event when, notified when, know when, run something after, do something after > callback, event, lifecycle
unsupported, not supported, does not support, cannot do > unsupported, support, compatibility
slow backend, slower than, consumer, too fast for, overflow > backpressure, buffer
which page renders, compile time types, autocompletion of types, cannot find name, cannot find namespace, missing types, typescript cannot, ts cannot, ts does not know, share types, types between client and server, end to end types > typescript, types
one folder per, folders and files, where files go, folder names, file naming, file structure, src directory > project structure, file conventions, folder
three dots, unlimited depth, nested paths, any number of, deeply nested > catch all, segments
right away, before the server, feels instant, immediately show, instantly update, like button, turn red, immediately and save, save in the background, show it before, pretend it worked, at once disappear, disappear immediately, shown immediately > optimistic
413, entity too large, body too large, payload too large, upload limit, bigger than 1mb, request too large, file too large > body size limit, size limit
effect twice, renders twice, mounts twice, runs twice, logs twice, double render, fires twice, mounted twice, twice on mount, double fetch in dev > strict mode
hide the framework, powered by, x powered by > powered by header
slash at the end, slash at end, ends with a slash, ending slash > trailing slash
readable stack traces, minified errors, real line numbers, original source > source maps
icon in the corner, little icon, bottom corner, dev overlay, corner badge, black circle > dev indicators
install to home screen, add to home screen, installable, like an app, works offline, offline mode, no internet > progressive web app, offline, manifest, service worker
several apps, split the app, different teams, micro frontend, microfrontends, two apps one domain, two teams, several teams, own repo, separate repo, different repos, different apps, one website from > multi zones, micro frontends
subdomain per, site per customer, each customer, own subdomain > multi tenant, subdomain
create react app, cra, plain react, vite app > migrating, migrate
automatic rewrite of code, automatic upgrade, script to upgrade, update my code automatically > codemod, upgrade
lower case, case sensitive, capital letters > case
long task, after sending the response, dont wait, without waiting, do later, analytics after, audit entry, write a log entry after, after i answered, after answering, already answered, after i responded, emails after signup, send after response > after, background
send to 404, show 404, trigger 404, item does not exist, record not found, isnt in the db, not in the db, not in the database, no such record, deleted post, unknown id > not found
no access page, not allowed page, access denied, permission denied > forbidden, unauthorized
measure, how fast, speed of my site, real users, page views, visitors, count visits > analytics, web vitals
visitor, visitors, customer, customers, client user, end user, people using > user
shrink, slim down, smaller, reduce the size, lose weight, huge, giant, gigantic, bloated > size, reduce, optimize
get rid of, gets rid of, throw away, throw out, drop, strip, cut out, leave out > remove, prune, disable, exclude
hand to, hand it to, hand the, give access to, pass along, pass it > pass, context, props
handle to, connection object, instance of > connection, context
swap, swaps, switching, exchange > change, switch, replace
sell to companies, many companies, each company, per company, per customer, customers have their own, clients have their own > multi tenant, tenant
pages dir, one page at a time, bit by bit move, gradually, incremental adoption, incrementally > migration, incremental
what breaks, will it break, newest major, next major, major version, new major > upgrade, breaking changes, migration
from our cdn, from a cdn, our cdn, assets from another domain > asset prefix, cdn
ahead of time, in advance, before i click, beforehand, eagerly > prefetch, preload
repeats itself, repeating, same thing twice, shows twice, appears twice, twice in the list, doubled messages > duplicate, repeated
repeat them, repeating them, repeat myself, on every call, in every call, for each call > default, middleware, settings
how do i know, notice when, tell when, detect when, find out when, find out if, find out whether > event, callback, status, detect
turns off, shut off, get rid of the warning, silence, silence warnings, mute > disable, warnings, turn off
stop showing, remove the > hide, disable
does it cost, free, paid, license fee > pricing, license, billing
all of my, everything in > list, all
out of the box, built in, comes with, included > built in, support
without a framework, no framework, plain node, vanilla, pure node > node, standalone, http
two at once, more than one at a time, several at once > parallel, concurrent, multiple
undefined, is null, null > undefined, missing
file type, mime type, content type > media type, content type
keeps asking, asks twice > repeated, duplicate
edits reset, state lost on edit, loses state on edit, full reload on edit, page reloads on every change, change not visible in browser, changes not showing, have to restart dev > fast refresh, local development
screen readers, blind users, keyboard users, accessible > accessibility
google maps, google map > third party
sigterm, shut down cleanly, stop the server cleanly, finish requests > graceful shutdown, shutdown
which files may be, can i put other files, colocate, components next to pages, keep components with page, private folder, underscore folder > colocation, project structure, private folders
jsconfig, tsconfig, path mapping, import with @ > paths, typescript, absolute imports
finish reason, why did it stop, reason it stopped > finish reason, result
several answers, n answers, more than one answer, candidates > multiple, generations
types of tools, type of tool call, typed tool results, type inference for tools > typescript, infer, types
summarize old messages, compress the history, compress conversation > prune, compaction, context, prepare step
see every step, after each step, log each step, tokens per step > on step, lifecycle, callbacks
suggest follow up, follow up questions, next questions, quick replies > suggestion, data, generative
markdown in chat, render markdown, format the answer, code blocks in answer, emoji, markdown symbols, stars in text, asterisks, latex, math, formulas > markdown, render
expo app, mobile chat > expo, react native
version of a package does not match, peer dependency, incompatible packages, two versions > unsupported version, version, upgrade
two times, called two times, runs two times, fires two times, executed twice, effects run twice > strict mode, double
always use the same, same size every time, same option every time, without passing it each time, preset, presets > default settings, middleware, wrap
roles, which roles, user role, assistant role, developer message > role, system, user, assistant
loses wifi, no wifi, connection is lost, network is down, when offline, no network > offline
hard reload, hard refresh, f5, browser refresh > reload, default
reacts immediately, instant feedback, feels fast, snappy, no waiting > optimistic, transition, instant
ignored since, ignored after, stopped working after, not picked up anymore > upgrade, renamed, deprecated
gives me a promise, returns a promise, is now a promise, now async, became async > async, promise, upgrade
what is passed, which props, which arguments, what arguments, gets passed > props, parameters
without javascript enabled, works without js > progressive enhancement
how is it different from, what sets it apart, compared with, in comparison > difference, comparison, versus
which hook, hook for, is there a hook > hook, use
which function, function for, is there a function, is there a helper, helper for > function, helper, api reference
event fired, event is sent, which events > event, callback, lifecycle
same user twice, message twice, answer twice, reply twice, reply two times, duplicated answer > duplicate, repeated, id
type is not assignable, not assignable, types do not match, type mismatch, argument of type > typescript, type, assignable
headers not sent, cookies not sent, credentials not sent, headers are missing > headers, credentials, request options
takes seconds before, seconds before, pause before, delay at the start > delay, status, latency
pass a list, give it a list, list as input > array, input
credits left, balance, remaining > usage, limit
measure page speed, web vitals report, send metrics > web vitals, analytics
dev server blocked, blocked cross origin request in dev > allowed dev origins
stays blank, is blank, remains empty, stays empty > empty, delay, no response
meet other, other developers, where to get help, get support, get help, ask the maintainers > community, support, discussions
put right in, directly in the html, into the html > inline
starts over, restart from the beginning, begins again > reset, restart
export to excel, export data, export csv > export, download, file
who wrote this, license, commercial use > license, open source
too many open, connection limit, max connections > connection, limit, pool
far away, latency from europe, closest region, region > region, edge, latency
headers too long, header size, link header > headers, maximum, length
import from a url, import over http, import from cdn > url imports
kept in memory, recompile when i switch, recompiles when switching, pages are disposed > on demand, development
pipe to response, write to response, node response > pipe, response, node
file in the answer, model returns a file, generated files > files, generated, result
limit concurrency, too many parallel, max parallel > parallel, maximum, concurrency
cron job, run every night, run daily, recurring task > cron, schedule
queue, background job, worker process > background, queue, after
package not found, install a package, missing dependency > installation, dependency
slow first click, navigation slow in dev, dev pages compile > development, compile, prefetch
how big can, how large can, how many can, size limit, maximum size > limit, maximum, size
turn into a, convert into, transform into > convert, transform
work together with, combine with, use together, both together > integration, combine
step by step guide, complete example, full example, sample project > example, tutorial, getting started
in one file, minimal example, smallest example > example, quickstart
cheapest way, simplest way, best practice, best practices, recommended way > recommendations, best practices, guide
`;
