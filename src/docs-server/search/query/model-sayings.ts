/**
 * What people say of language models, of agents and of chats with them, and what docs may call it. `sayings.ts` says how
 * lines match. Only words.
 */
export const modelSayings = `
# Speech, pictures, files
out loud, aloud, read aloud, spoken > speech, text to speech, audio
dictate, voice memo, voice message, voice note, voice input, recording, spoken words > transcription, speech to text, audio
subtitles, captions > transcription, timestamps
drawing, artwork, illustration > image, image generation
look at a picture, describe an image, see images, screenshots > image, multimodal, file
clip, animation > video, video generation
send a file, drop a file, drag and drop, attach a file, add a pdf, upload a picture > attachment, file upload, files
several pictures, multiple pictures, more than one image, variations > image, number
change an image, edit a picture, edit an image, inpaint, background of an image, from another image, image to image > image editing, image
accent, male voice, female voice, which voice, sounds like > voice, speech
meeting, podcast, call recording, interview, convert audio, audio file, audio to text, speech into text, voice to text > transcription, transcribe, audio
text to audio, text into audio, sound file, audio version, read it to me, reads the text, listen to > speech, generate speech
translate, interpreter, foreign language > translation
big files, large files, send once, upload once, reuse the file > file uploads, upload, provider reference
took a photo, user photo, photo of, look at a photo > image, file, multimodal
episodes, voicemail, lecture > transcription, audio
paint, draw a > image generation, image
attach a pdf, ask about a pdf, send a document, chat about a file > file, pdf, attachments
image url or base64, base64, data url, send a buffer, binary > image, file, data
video input, youtube link, analyze video > video, file
image in chat, upload in chat, paste an image, attach in chat > attachments, files, chat
short clips, clips from text, make a film, animate a picture > video generation
sent again on each, uploaded again, send it again, sends the whole file > file upload, provider reference, upload
get the text out of, read a scan, ocr, receipt, invoices, business card > extract, structured, image
webcam, camera > image, realtime
crop, transparent background, several sizes > image, size

# Keys and sign-in
bring your own key, own api key, users own key, key per user, byok, key at runtime > api key, provider, custom
auth in the chat route, protect the chat endpoint, who may chat > authentication, route, chat
invalid api key, wrong key, key rejected, 401 from provider > api key, api call error, authentication
is the key valid, test my key, check the key > api key, authentication, provider

# Tests
test the agent, test my agent, check quality, regression test for prompts > testing, evaluation

# Models, prompts and what they answer
cut off, truncated, incomplete, half way, halfway, unfinished, mid sentence, middle of a sentence, ends early > length, limit, max tokens, timeout, finish reason, abort
how much does it cost, price, expensive, bill, money, spend, charged, dollars > usage, tokens, cost, pricing
save money, cheaper, cheap, reduce cost > cost, cache, batch, usage
how many tokens, count tokens, token counter, token count, consumption > usage, token usage
overnight, in bulk > batch, bulk
made up, makes things up, wrong answers, makes up, lies, invented > hallucination, grounding
always answers the same, same answer, identical answers, repeatable > seed, temperature, deterministic, cache
more creative, creative, random > temperature
be polite, tone, persona, act as, behave like, character, role play > system prompt, instructions, prompt
which model, best model, compare models, model names > models, providers
switch model, swap model, other model, different provider, change provider, another provider, without changing code > provider, model, registry, gateway
own model, self hosted, run locally, on my machine > custom provider, openai compatible, local, base url
find similar, similar texts, similarity, closest, nearest > embedding, similarity, vector, cosine
search by meaning, own data, own documents, my files, my pdfs, company data, knowledge base, chat with pdf, chat with documents, answer from documents > rag, retrieval, embedding
fill in a form, extract, pull out, get fields, scrape > structured, extraction, schema, output
always json, valid json, json back, return json, json mode, json output, typed object, typed result, parse the answer, get an object, fixed format, fixed shape, predefined format, strict format, shape of the answer, specific fields, only these fields, exact format, machine readable, guaranteed format, without parsing, typed data, parse the reply > structured, object, schema, output
pick one, yes or no, tags, sentiment, spam or not > enum, choice, classification, classify
force it, force the model, required to call, never use, not use any > tool choice, required
different prompt, system prompt per, change the prompt, inject into the prompt, add to the prompt, prepend > instructions, system, prompt, prepare
think harder, think longer, thinking budget, chain of thought, thinks too long, thought process, thinking tokens, how hard it thinks, inner monologue, what it is thinking > reasoning, effort, thinking
order search results, best match first, sort results, most relevant, relevance, better search results > rerank, relevance
harmful, nsfw, swearing, offensive, inappropriate, refuses to answer, blocked by the provider > moderation, content filter, refusal, guardrails
dropdown of models, user picks the model, choose the model, let users choose, select a model, model by name, model as string > provider registry, model, registry
messages in the wrong format, convert the messages, message format, format of messages, different message types > convert, messages, model message
many requests at half price, half price, non urgent, not urgent, discount > batch
what did it cost, how expensive, spent, cost per > usage, tokens, cost
score, grade, judge, rate the answer, quality check, check its own, critique, improve its own > evaluator, optimizer, decision
vendor, supplier > provider
alike, how close, how similar, duplicates of, resemble > similarity
handbook, manual, faq, wiki, company docs, knowledge, intranet pages > rag, knowledge, retrieval, embedding
alternatives, options are there, what is available, list of supported, supported list, who supports, which support > supported, providers, capabilities
json text, actual object, real object, js object, object with the fields, object with fields > structured, object, schema
how much they consume, consume, meter > usage, tokens
fences, code fences, backticks, markdown around > extract, json, markdown
pick between, pick from, multiple choice, true or false, true false, only a b > choice, enum, decision, classification
less random, more random, more predictable, predictable, consistent answers, always different > temperature, seed
how long may it think, think less, less thinking, thinks a lot > reasoning, effort
custom fetch, own fetch, change the http client, add headers to every request to the provider, log the http calls, proxy the provider > custom provider, fetch, headers, provider options
special setting, vendor specific, provider only setting, parameter that only one provider has, not in the common api > provider options, provider specific
more context window, 1 million tokens, how long may the prompt be > model, context, limit
stop words, end the answer at, stop at a word > stop sequences, settings
top p, top k, penalty, repetition penalty, sampling > settings, temperature
maximum length of the answer, answers too long, shorter answers, limit the answer length > max output tokens, settings
probabilities, logprobs, confidence > logprobs, provider options, score
text and tools, mix text and objects, object and tools, tools plus json, json plus tools > structured output, tool calling
nested objects, list of objects, array of objects, optional fields, field descriptions > schema, array, object
without zod, other schema library, plain json schema > json schema, schema
unknown shape, any json, free form json, no schema > json, no schema, output
examples for a tool, few shot, example inputs, better tool descriptions > examples, tool, prompt engineering
webhook when done, finished later, poll for result, check the status, is it done yet > status, batch, poll, webhook
cancel the job, stop the job > cancel, batch
order of results, results in order, match results > results, batch, order
closest documents, best chunk, top results, vector search > embedding, similarity, retrieval
split text, split documents, chunk size > chunk, embedding, split
size of the vector, dimensions > embedding, dimensions, provider options
many texts, list of texts, thousand texts, array of strings > embed many, embedding, batch
model refused > refusal, content filter
model not found, no such model, wrong model id, model does not exist > no such model, model, provider
into a language, reply in german, answers in english, wrong language, answer language > instructions, system prompt
must not be empty, cannot be empty, is required error, invalid prompt > invalid, prompt, error
knows todays date, knows the date, current time in prompt > context, tool, prompt
two models, several models, many models, models side by side > registry, model, provider
cheap and fast, small model, big model, smart model > model, alias, provider
own embedding, store vectors, save vectors, where to store vectors > embedding, vector, database
compare texts, compare two, compare sentences, same meaning > similarity, embedding, cosine
give samples, give examples, with examples, show examples, sample inputs > examples, few shot, prompt
does not understand my tool, misunderstands, picks the wrong > prompt engineering, description, tool
one shot, single prompt, no chat, not a chat, without history, single question > completion, generate text
paying for the same, same instructions, same long text, long static prompt > prompt caching, cache control, caching
rename a field, different field names, map fields > transform, convert, schema
date in json, dates as strings, date type > schema, date, transform
union, discriminated union > schema, union
very long text, whole book, big document, 500 pages > chunk, context, embedding, token
answer quality, better answers, improve answers, poor answers, bad answers > prompt engineering, evaluation
keeps saying, repeats the same sentence > penalty, settings, prompt
two different models in one app, model per user, model per request > model, dynamic, provider
ask several models, compare answers > parallel, workflow, evaluation
hide tool calls, dont show tools, hide reasoning, dont show thinking > reasoning, tool, ui, send
same long prompt, pay twice, same prompt again, repeated prompt, identical questions, same question twice, same thing all day, identical prompts, pay each time, pay again > caching
old values are sent, sends old, stale values, outdated values, always the first value, value does not update > stale, body
costs explode, surprise bill, huge bill, bill went up > usage, cost, limit, cache
proxy for requests, request through proxy, http proxy > fetch, proxy, custom provider
decide which, send to the right, depending on the question > router, routing, classification
cheaper model first, easy questions to cheap model, pick the model automatically, right model for the question > routing, model, router
images from tools, tool returns a picture, tool returns an image, screenshot tool > multi modal, tool result
scroll to bottom, auto scroll > scroll, chat
code in answers, highlight code > markdown, code block
tables in answers > markdown, table

# Tools and agents
in the background, long running, takes minutes, takes hours, run later, fire and forget > background, queue, job, workflow, durable, async, after
survive a restart, survives restarts, survive a crash, server restarts, crash recovery > durable, resume, workflow, persist
endless loop, infinite loop, keeps calling, over and over, never stops, loop forever > loop, stop condition, maximum, limit, steps
rounds, iterations > steps, maximum, loop
look up, google it, web search, search the internet, internet access, browse the web > search, tool, web search
call an api, external api, call my function, call my api, third party api, fetch the weather, access my database, talk to my database, query my database, talk to the db > tool, tool calling
ask before, permission, before it runs, human in the loop, let the user decide, user has to confirm, double check, sign off > approval, confirmation, human in the loop
one after the other, one after another, in a row, in order, step by step, chain > sequential, workflow, chain, steps
hand over, hand off, delegates, team of, several agents, many agents, specialist > subagent, multi agent, orchestrator, handoff, routing
run a command, run code, execute code, shell > sandbox, execute, command, code
take actions, perform actions, call code, run my code, run my function, trigger a function, execute my function, live data, real time data, up to date information, look something up > tool, tool calling
wrong arguments, bad arguments, wrong parameters, invalid arguments, broken arguments, hallucinated tool, unknown tool, tool that does not exist > invalid, tool input, repair, no such tool
after a tool, after the tool, after tool call, stops after, no text after, no answer after, silent after > steps, multi step, stop condition, tool result
plug in, tool server, external tools, third party tools, remote tools, tools from a server, ready made tools > mcp, model context protocol, tools
helper agents, split the work, smaller agents, agent calls another, agent inside, agent in agent, boss agent, worker agents > subagent, delegate, orchestrator
rules about who, company rules, allowed to run, dangerous actions, risky, destructive, delete files > approval, policy, permission
too many tools, hundreds of tools, lots of tools, huge tool list > tool search, active tools, dynamic tools
only some tools, subset of tools, limit tools, hide tools, enable tools, disable tools, tools per step > active tools, filter
chain of prompts, output of one, feed the result, then use the result, pipeline of, first this then that > sequential, chain, workflow
planner, divides the work > orchestrator, subagent, workflow
hours long, runs for hours, runs for days, days long, multi day > durable, workflow, long running
dangerous, sensitive action, human to click, human click, person confirms, manually allow, ask me first, human in between > approval, human in the loop
ai assistant for coding, ai editor, docs for ai > coding agents, ai agents
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
change tools per step, change the model per step, modify between steps, between the steps, before each step, second step, third step, last step, only for one step > prepare step, steps
stop when done, stop when it has the answer, when finished calling, custom stop, own stop rule, stop on a budget > stop condition, loop
final answer tool, force final answer, last step must > stop condition, tool choice, structured output
save each step, checkpoint, resume an agent, restart an agent > durable, workflow, resume
run coding agents from, agent harness > harness
run code safely, isolated, docker for code, vm > sandbox
skills, reusable instructions > skills
custom loading text, thinking message, show tool is running, show which tool > tool, status, parts, ui
prompt explodes, prompt too big, prompt is huge, too much in the prompt, context explodes > tool search, context, prune
sleep between, pause for hours, wait a day, pause and continue, wakes up later > durable, workflow, sleep
from inside a tool, from within a tool, inside the tool, while the tool runs, tool sends > data parts, writer, tool
tell my ai editor, coding assistant > coding agents, ai agents, mcp
has no result, must have a result, without a result, result is missing > tool result, missing
sql from text, natural language to sql, question to sql > tool, database, structured
company guidelines, house rules, our conventions, style guide > skills, instructions
subscription plan, premium users, free users, paying customers, per plan > call options, dynamic, configuration
runtime errors to the agent, agent see errors, agent read logs > mcp, coding agents
read a website, scrape a page, fetch a page, summarize a url > url, fetch, tool
send sms > tool, message, api
let the model call itself, recursive, agent loop > loop, agent, steps
what tools were called, list tool calls, inspect tool results > tool calls, tool results, steps
first answer then tool, text before tool > tool call, stream, parts

# Chats
microphone, mic, phone call, voice chat, voice assistant, talk to it > realtime, voice, audio, speech
word by word, letter by letter, token by token, character by character, piece by piece, as it types, typing effect, typewriter, while it is generating, as it arrives, little by little > stream
smooth, smoother, choppy, jumpy, jerky, bursts > smooth, chunk, streaming
all at once, in one go, one big chunk, only at the end, everything at the end > stream, buffering, chunk
remember, forgets, forgot, recall, previous messages, earlier messages, across sessions, between sessions, long term > memory, history, persist, context, messages
after a refresh, page refresh, on reload, page reload, refresh the page, reload the page, survive, come back later, close the tab, reopen > persistence, restore, resume, save
gone, disappears, vanishes, wiped, resets > persist, missing, remove
conversation history, chat history, old chats, past conversations, previous chats, load messages > persistence, messages, history
user leaves, closes the browser, closes the page, navigates away, disconnects, connection drops, lost connection, lost the connection, goes offline, bad network, flaky network > disconnect, abort, resume, reconnect
who pays, bill users > usage, billing, metadata
slack bot, discord bot > chat, bot, messaging
widgets, show a component, instead of text, buttons in chat > generative ui, component, tool, render
enter key, type a message, text box, input field > input, form, chat
extra info, extra data, additional data, pass data, send along, more fields, custom fields, attach data > metadata, body, custom data, context
chat bubbles, messages list, chat window, chat page, chat app, chat interface > chatbot, chat, ui, messages
edit a message, change my message, delete a message, resend, redo > regenerate, edit, messages
long chat, long conversation, history too long, context too long, run out of context > prune, context, compaction, trim, messages
several chats, many conversations, switch chat > chat, id, persistence
custom backend, other backend, own protocol > stream protocol, backend, transport, custom
websockets instead, instead of http, own connection > transport, websocket
send the token, authorization header, send headers > headers, custom, request, transport
first words, first token, before the first, starts slowly, waits for the whole, whole answer > streaming, delay, buffering, latency
half finished, fields appear, partially filled, partial object, as the fields come in, row by row, item by item, one item at a time > partial, object, stream, array
time of the message, timestamp, which model answered, when it was sent, time it took, how long it took > metadata, message metadata
additional information, side channel, status line, notifications in the stream, custom events, progress events, send more than text > data parts, custom data, streaming data
reconnect, picks up where, continue where, carry on, after losing connection, in the middle of an answer, phone goes to sleep > resume, reconnect
live conversation, talk with it, speak with, voice bot, phone bot, voice mode, two way audio, interrupt while speaking > realtime, voice
bot for slack, bot for discord, messenger bot, slack workspace, discord channel > chat platforms, slack, discord
memory of the agent, learns, facts about the user, preferences > memory, persistent
validate stored, stored messages, load from db, loaded from the database, restore messages, old messages > validate, messages, persistence, load
bubble > message
grows too large, gets too big, gets longer and longer, keeps growing, grows, overflows > limit, prune, context, memory
comes back empty, comes back, return later > persistence, resume, save, storage
looks like typing, like someone is typing, types it out > smooth, streaming
one block, one piece, in one block, arrives as one, complete text at the end > buffering, streaming, proxied
instead of words, show a chart, show a map, custom component in the answer > generative ui, component, tool
what must it send, what does the server need to send, wire format, on the network > protocol, stream protocol, format
in the middle, halfway through, mid stream, mid answer, while answering > stream, abort, resume
weird characters, strange characters, strange text, weird text, gibberish > protocol, format, encoding, strange
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
transcribe live, live captions, while someone speaks > stream, transcription, realtime
speak as it generates, speak while, sentence by sentence voice > stream, speech
run in slack, answer in slack, mention the bot > chat platforms, slack
whole talk, the talk, the discussion, dialogue > chat, conversation, messages
opens the page again, comes back to the page, visits again, next visit, returns to the site > persistence, load, resume, session
retry button, try again button, button to retry, resend button > regenerate, error handling, reset
before the text starts, before the answer starts, ahead of the text > data parts, streaming data, write
every part of the stream, each part, all parts of the stream, raw stream, stream events > full stream, stream parts
stream from an endpoint, stream a response, send events from an endpoint > streaming, route handlers
plain text protocol, text only stream, simple text stream > text stream protocol
old messages in the database, stored in the old format, convert stored, migrate the database > migrate, data, persisted, messages
parts of a message, what are parts, message parts, content array > ui message, parts

# When something goes wrong
press stop, hit stop, stop button, stop generating, cancel button, stop the answer > stop, abort, cancel
backup model, second model, model is down, provider is down, outage > fallback, failover, gateway, routing
burns, drains my, eat my credits, eats > usage, limit, rate limit
no words after, just stops, simply stops, stays silent, goes quiet, goes silent > no response, stop, empty
sometimes empty, is empty, comes empty, returns empty, empty string, empty answer, blank answer > empty, no content, error
timeout for a tool, cancel a tool, abort a tool, tool never ends > abort signal, tool, timeout
bad request from provider, 400 from provider, provider rejects, status code of the error > api call error, error
all retries failed, after three attempts, keeps failing > retry error, retries
dev tools for ai, local viewer, debug panel > devtools, debug
stop from the server, cancel on the server, abort on the server > abort signal, stop, server
error codes, http status of error, distinguish errors > error, api call error, status

# Calls, messages and settings
without the model seeing, secretly, hidden from, keep from the model > context, runtime, private
close the window > disconnect, close, client
without the llm knowing, llm must not see, model must not see, not visible to the model, behind the models back > context, runtime
types are deep, type instantiation, excessively deep, typescript slow, vscode slow > typescript performance, zod
who called what, audit, audit log, compliance > logging, telemetry, lifecycle
count how often, count calls, call count, number of calls > callback, telemetry, metrics
bullet points, shorter version, tldr, summarize, sum up > summary, summarization
suggestions, auto complete, autocomplete, type ahead, typeahead, ghost text > completion, suggestion
credits, quota, insufficient > usage, limit, billing
wrap the model, around every call, every model call, before every call, change what is sent, post process > middleware, wrap
show sources, show where it came from, footnotes, list of links > sources, citations
message ids, ids differ, id changes, duplicate ids, unique id, generate ids > id, generate id, unique identifier
square, landscape, portrait, aspect ratio, wide > size, aspect ratio
command line chat, in my terminal, console chat, text interface > terminal ui, terminal, tui
slow backend, slower than, too fast for > backpressure, buffer
repeats itself, same thing twice, shows twice, appears twice, twice in the list, doubled messages > duplicate, repeated
finish reason, why did it stop, reason it stopped > finish reason, result
several answers, n answers, more than one answer, candidates > multiple, generations
types of tools, type of tool call, typed tool results, type inference for tools > typescript, infer, types
summarize old messages, compress the history, compress conversation > prune, compaction, context, prepare step
see every step, after each step, log each step, tokens per step > on step, lifecycle, callbacks
suggest follow up, follow up questions, next questions, quick replies > suggestion, data, generative
markdown in chat, render markdown, format the answer, code blocks in answer, emoji, markdown symbols, stars in text, asterisks, latex, math, formulas > markdown, render
expo app, mobile chat > expo, react native
same size every time, same option every time, without passing it each time, preset > default settings, middleware, wrap
which roles, user role, assistant role, developer message > role, system, user, assistant
same user twice, message twice, answer twice, reply twice, reply two times, duplicated answer > duplicate, repeated, id
headers not sent, cookies not sent, credentials not sent, headers are missing > headers, credentials, request options
credits left > usage, limit
pipe to response, write to response, node response > pipe, response, node
file in the answer, model returns a file, generated files > files, generated, result
`;
