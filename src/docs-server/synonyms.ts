/**
 * What people write in chat for what docs spell out, and the other way round. General words of software only: what a
 * project calls its own things is for its docs to say. In: a word. Out: words that may mean the same.
 */

/** A line is a group; a word may stand in several. */
const groups = `
auth authentication authorization authenticate login signin
login signin sign-in logged authentication session
logout signout sign-out
env environment
var vars variable
config configuration configure settings options
prop props property
param params parameter
arg args argument
db database
repo repository
js javascript
ts tsc typescript
dir directory folder
regex regexp regular-expression pattern
pic picture photo img image png jpg jpeg screenshot
clip movie mp4 video
audio mp3 wav sound voice
csv spreadsheet file
msg message
fn func function
err error exception failure fail crash
delete remove clear
upgrade migrate migration
cancel abort stop interrupt kill
truncate shorten trim prune drop
merge combine join
save store persist persistence
throttle rate-limit ratelimit
tts speech
stt transcription transcribe
setup install installation configure
begin start started quickstart
log logging
mock testing test stub
deploy deployment production prod hosting host
dev development develop
local localhost locally
disable off skip
enable on activate
twice duplicate repeated double
limit maximum max
several multiple many
change modify update edit customize
choose pick select
run execute execution
slow performance delay faster fast speed
ram memory heap
browser client frontend client-side
server backend server-side
proxy nginx cloudflare
docker container
approve approval confirm confirmation permission
resume continue reconnect
own custom
vector embedding
hide redact mask
parallel concurrent concurrency simultaneous
sequential serial order
terminal cli command-line
thinking reasoning thoughts
label category classify classification
citation cite source
difference versus vs comparison compare
url endpoint address uri
forbid restrict block prevent
allow permit
doc document
i18n internationalization locale language translation
l10n localization
a11y accessibility
k8s kubernetes
404 not-found
401 unauthorized
403 forbidden
429 rate-limit
500 internal-error
timeout timed-out time-out
popup modal dialog
spinner loading
jwt token bearer
async asynchronous await
sync synchronous
auto automatic automatically
dependency package
cron schedule scheduled
callback hook
websocket ws socket
sse server-sent-events
ssr server-side-rendering
ssg static-generation
csr client-side-rendering
spa single-page
pwa progressive-web
otel opentelemetry
stdout output console
ci pipeline continuous-integration
e2e end-to-end
hang stuck freeze
lazy dynamic
size small smaller large big
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

const byWord = new Map<string, ReadonlySet<string>>();
for (const group of groups) {
  for (const word of group) byWord.set(word, new Set([...(byWord.get(word) ?? []), ...group]));
}

/** Lower-case words; some are several joined by hyphens. */
export function synonymsOf(word: string): readonly string[] {
  return [...(byWord.get(word) ?? [])].filter((other) => other !== word);
}
