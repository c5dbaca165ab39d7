/** The same word in forms that a stemmer does not bring together. A line is a word. Only words. */
export const wordForms = `
analysis, analyses, analyze, analyse
apply, applies, applied
approve, approval
authorise, authorize, authorization
begin, began, begun
behaviour, behavior
break, broke, broken
bring, brought
build, built
buy, bought
cancel, cancelled, canceled, cancellation
catch, caught
centre, center
child, children
choose, chose, chosen, choice
classify, classified, classification
colour, color
compile, compiler, compilation
compress, compression
concurrent, concurrency, concurrently
configure, configuration, configurable
convert, conversion
customise, customize, customization, customisation
datum, data
delay, latency
deny, denied, denial
depend, dependency, dependencies
deploy, deployment, deployed
describe, description
draw, drew, drawn
drive, drove, driven
embed, embedding
expire, expiry, expiration
explain, explanation
fail, failure
fall, fell, fallen
find, found
forget, forgot, forgotten
freeze, froze, frozen
generate, generation, generator
grey, gray
hang, hung
hide, hid, hidden
hold, held
identify, identity, identification, identifier
index, indexes, indices, indexing
initialise, initialize, initialization, init
invalidate, invalidation
invoke, invocation
keep, kept
labelled, labeled, label
lead, led
leave, left
licence, license
lose, lost, loss
matrix, matrices
meet, met
migrate, migration
modify, modified, modifies
navigate, navigation
normalise, normalize, normalization
notify, notified, notification
optimise, optimize, optimization, optimisation
organise, organize
override, overrode, overridden
overwrite, overwrote, overwritten
paginate, pagination, paging
parallel, parallelism
parse, parser, parsing
pay, paid, payment
permit, permission
persist, persistence, persistent
person, people
persona, personality
programme, program, programmatic, programmatically
proxy, proxies, proxied
query, queries, queried
rebuild, rebuilt
refuse, refusal
reject, rejection
remove, removal
rename, renaming
render, rendering
reply, replies, replied
resolve, resolution
retry, retries, retried
revalidate, revalidation
rewrite, rewrote, rewritten
run, ran
schema, schemas, schemata
send, sent
sequence, sequential, sequentially
serialise, serialize, serialization, serializable
shut, shutdown
sign, signature
simplify, simplified
speak, spoke, spoken, speech
spend, spent
stick, stuck
stream, streaming
subscribe, subscription
swap, swapped
synchronise, synchronize, sync
throttle, throttling
throw, threw, thrown
transcribe, transcription, transcript
understand, understood
validate, validation, validator
verify, verified, verification
write, wrote, written
`;
