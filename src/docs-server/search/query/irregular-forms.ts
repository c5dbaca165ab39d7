/**
 * The same word in forms that a stemmer does not bring together. A line is a word; each form has a stem of its own, the
 * others of that stem are found with it. Only words.
 */
export const wordForms = `
analysis, analyses, analyze
authorise, authorize
begin, began, begun
behaviour, behavior
break, broke, broken
bring, brought
build, built
buy, bought
catch, caught
centre, center
child, children
choose, chose, chosen, choice
classify, classification
colour, color
convert, conversion
customise, customize
datum, data
delay, latency
deny, denial
deploy, deployment
describe, description
draw, drew, drawn
drive, drove, driven
embed, embedding
expire, expiry
explain, explanation
fail, failure
fall, fell, fallen
find, found
forget, forgot, forgotten
freeze, froze, frozen
grey, gray
hang, hung
hide, hid, hidden
hold, held
identify, identity, identification
index, indices
initialise, initialize, init
invoke, invocation
keep, kept
lead, led
leave, left
licence, license
lose, lost, loss
matrix, matrices
meet, met
normalise, normalize
notify, notification
optimise, optimize
organise, organize
override, overrode, overridden
overwrite, overwrote, overwritten
paginate, paging
parse, parser
pay, paid, payment
permit, permission
person, people
persona, personality
programme, program, programmatic
rebuild, rebuilt
resolve, resolution
rewrite, rewrote, rewritten
run, ran
schema, schemata
send, sent
sequence, sequential
serialise, serialize, serializable
shut, shutdown
sign, signature
speak, spoke, spoken, speech
spend, spent
stick, stuck
subscribe, subscription
synchronise, synchronize, sync
throw, threw, thrown
transcribe, transcription
understand, understood
verify, verification
write, wrote, written
`;
