/**
 * The secrets that are found in a text: by a vendor's prefix, by the name or the command before them, or by their place in a
 * URL. A pattern matches just the secret; what precedes it is a lookbehind, and stays. All parts have a limit, so that matching
 * takes linear time. Pure.
 */
import { isExample, isPlainName } from './example-values.ts';

export interface SecretShape {
  /** What it is, as people would say. */
  readonly name: string;
  readonly pattern: RegExp;
  /** Decides about what the pattern matched. Without it, every match is a secret. */
  readonly isSecret?: (value: string) => boolean;
}

/** Replaces the secrets in a text. */
export function replaceSecrets(text: string, placeholder: string): string {
  return secretShapes.reduce(
    (clean, { pattern, isSecret = always }) =>
      clean.replace(pattern, (value) => (isSecret(value) ? placeholder : value)),
    replacePrivateKeys(text, placeholder),
  );
}

const always = (): boolean => true;
/** Digits among letters, mixed capitals, or base64: unlike a type, a call, a variable or an example in words. */
const isVaried = (value: string): boolean =>
  (/\d/.test(value) && /[a-z]/i.test(value)) ||
  /(?:[a-z]{1,2}[A-Z]{1,2}){4}/.test(value) ||
  /^[a-z+/]{6,500}={1,2}$/i.test(value);
/** Prefixes also begin ordinary names, such as `npm_config_registry` or `sk-internationalization`. */
const isRandom = (value: string): boolean =>
  !/^[a-z]+(?:[_-](?:[a-z]{1,15}|[a-z]{1,10}\d{1,3}|\d{1,3}))+$/.test(value) &&
  /\d|[a-z][A-Z]|[A-Z]{2}[a-z]|(?:_|^gl[a-z]+-)[a-z]{16}/.test(value) &&
  !isExample(value);
const isValue = (value: string): boolean => value.length >= 6 && isVaried(value) && !isExample(value);
const isToken = (value: string): boolean => isValue(value) && !isPlainName(value);
const isPassword = (value: string): boolean => value.length >= 4 && !/\s/.test(value) && !isExample(value);
/** In quotes, punctuation is as telling as a digit, if it is not that of code, and so are many letters without a space. */
const isQuotedValue = (value: string): boolean =>
  value.length >= 6 &&
  /^[^\s,;<>(){}[\]&]+$/.test(value) &&
  /[a-z]/i.test(value) &&
  (isVaried(value) || /[^\w.:/-]|^[a-z]{16,}$/.test(value)) &&
  !value.includes('://') &&
  !isPlainName(value) &&
  !isExample(value);

/** The password, if this is `user:password` in base64. */
function basicPassword(value: string): string | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4}){1,500}(?:[A-Za-z0-9+/]{2,3}={0,2})?$/.test(value)) return undefined;
  return /^[\x20-\x7e]+?:([\x20-\x7e]+)$/.exec(Buffer.from(value, 'base64').toString('latin1'))?.[1];
}

const isBasic = (value: string): boolean => !isExample(basicPassword(value) ?? 'password');
const isCredential = (value: string): boolean =>
  basicPassword(value) === undefined ? value.length >= 16 && isValue(value) : isBasic(value);

/** Tokens by prefix, and how the remainder begins if the prefix also begins ordinary names. */
const prefixes = [
  // Source code and packages.
  'gh[pousr]_|github_pat_|gl(?:pat|dt|rt|cbt|ptt|ft|soat|ffct|imt|agent|oas)-|GR1348941|AT[AC]TT3|ATBB',
  'npm_|pypi-|rubygems_|CLOJARS_|dckr_(?:pat|oat)_|AKCp\\w{8}|cmVmd\\w{8}|cio(?=[A-Za-z0-9]{32})|oy2(?=[a-z0-9]{43})',
  'sq[puoa]_|sgp_|CCIPAT_|bk[ua]a_|PMAK-',
  // Clouds, hosting and infrastructure.
  'AIza|ya29\\.|GOCSPX-|1//0|ABSK|LTAI(?=\\w{16})|AKID(?=\\w{32})|AQVN|y0_',
  'do[opr]_v1_|HRKU-|fo1_|fm[12][ar]?_|nf[pcou]_|vc[pkir]_|vercel_blob_rw_|v1\\.0-(?=[a-f0-9]{24})',
  'hv[sbr]\\.|pul-|tskey-|sha256~|pnu_|ico-(?=\\w{32})|dp\\.(?:pt|st|ct|sa|scim|audit)\\.|ops_(?=eyJ)',
  'dapi(?=[a-f0-9]{32})|pscale_(?:tkn|pw|oauth)_|sbp_|sb_secret_|napi_',
  'glsa_|glc_|sntry[su]_|dt0[a-z]\\d\\d\\.|NRAK-|phx_|lsv2_(?:pt|sk)_',
  // Payment, e-mail, shops, content and work.
  '[spr]k_(?:live|test|prod)_|whsec_|sq0(?:atp|csp)-|EAAA|shippo_(?:live|test)_|duffel_(?:live|test)_',
  'AAAA[\\w-]{7}:(?=APA91b)|xkeysib-|key-(?=[a-f0-9]{32})|re_(?=[A-Za-z0-9]{8}_)|SG\\.(?=[\\w-]{16})',
  'shp(?:at|ca|pa|ss)_|CFPAT-|figd_|tfp_|rdme_|EAA[MC]',
  'lin_(?:api|oauth)_|ntn_|secret_(?=[A-Za-z0-9]{43})|pat[A-Za-z0-9]{14}\\.(?=[a-f0-9]{64})|aio_',
  // Models, and documentation services, including our own.
  'sk-(?:proj-|ant-|svcacct-|admin-|or-)?|gsk_|xai-|r8_|pplx-|nvapi-|hf_|api_org_|fw_(?=[A-Za-z0-9]{20})|csk-',
  'mint_(?:dsc_)?|docent_(?:assistant|deploy)_',
].join('|');

/** The ends of names whose values are secrets, such as `STRIPE_API_KEY`. */
const passwordNames =
  'passw(?:or)?d|passphrase|pwd|(?<![a-z])(?:pass|pw|psk)|(?:db|user|smtp|root|admin|redis|mysql|ssh|become)_?pass|(?:client|app|application|consumer|api|jwt|session|webhook|signing|shared)[ _-]?secret|passwort|kennwort|contrase[ñn]a|senha|mot de passe|пароль|パスワード|密[码碼]|비밀번호';
const otherNames =
  '(?:api|access|account|private|secret|auth|signing|encryption|master|shared|pre-?shared|storage|subscription|functions?|license|deploy|app|service[ _-]role)[ _-]?key|secret[_-]key[_-]base|token|(?<!:)secret|credentials?|creds|signature|session[_-]?id|sess(?:id)?|_session|(?<=[?&;])(?:sig|sid)';
const names = `(?:${passwordNames}|${otherNames})`;
const isAssigned = '[ \\t]{0,3}(?:=>|:=|[=:：＝])\\s{0,3}';
/** `name = `, `"name": `, `<add key="name" value=`, and `name: NAME` before a line `value: `. */
const before = (ends: string): string =>
  `(?:${ends})(?:\\\\?["'\`\\]]{0,2}|\\\\?["'\`]?,?\\s{1,20}\\\\?["'\`]?value\\\\?["'\`]?)${isAssigned}`;
const quoted = (ends: string): RegExp =>
  new RegExp(`(?<=${before(ends)}[bru]?(\\\\?["'\`]))(?:(?!\\1)(?:[^\\\\\\r\\n]|\\\\[^\\r\\n])){1,4000}(?=\\1)`, 'giu');
/**
 * Without quotes, or in quotes that do not end on the line. Punctuation at its end belongs to the sentence; a call or an index is
 * code.
 */
const bare = '(?=((?:[.?!:]{0,3}(?:[^\\s"\'`,;<>(){}[\\]&.?!:\\\\]|\\\\[^\\s"\'`nr])){1,4000}))\\1(?![([:]|\\.{2}|…)';
const assigned = (ends: string): RegExp =>
  new RegExp(`(?<=[=:：＝>\\s"'\`])(?<=${before(ends)}\\\\?["'\`]?)(?![a-z]{2,12}://)${bare}`, 'gi');

export const secretShapes: readonly SecretShape[] = [
  {
    name: 'Slack token or cookie',
    pattern: /(?<![\w-])(?:xox[a-z](?:\.xox[a-z])?|xapp)-(?:[\w+/=-]|%(?:2[BFbf]|3[Dd])){10,500}/g,
  },
  {
    name: 'Slack webhook',
    pattern: /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{0,60}\/)[A-Za-z0-9]{16,80}/g,
  },
  { name: 'Discord bot token', pattern: /(?<![\w-])[MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{27,110}(?![\w-])/g },
  { name: 'Discord webhook or interaction', pattern: /(?<=\/(?:webhooks|interactions)\/\d{1,20}\/)[\w-]{20,300}/g },
  {
    name: 'Teams webhook',
    pattern: /(?<=\.webhook\.office\.com\/webhookb2\/)[\w@-]{20,200}\/IncomingWebhook\/[\w/-]{20,200}/g,
  },
  { name: 'Zapier webhook', pattern: /(?<=hooks\.zapier\.com\/hooks\/catch\/\d{1,20}\/)\w{5,40}/g },
  { name: 'Telegram bot token', pattern: /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  { name: 'AWS access key', pattern: /(?<![\w-])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?!\w)/g },
  { name: 'Azure client secret', pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/g },
  { name: 'Twilio key', pattern: /(?<!\w)(?:AC|SK)[0-9a-f]{32}(?!\w)/g },
  { name: 'Mailchimp key', pattern: /(?<!\w)[0-9a-f]{32}-us\d{1,2}(?!\w)/g },
  { name: 'Terraform token', pattern: /(?<!\w)[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}/g },
  { name: 'age key', pattern: /AGE-SECRET-KEY-1[A-Z0-9]{58}/g },
  { name: '1Password key', pattern: /(?<![\w-])A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,5}(?![\w-])/g },
  { name: 'JSON Web Token', pattern: /(?<![\w-])eyJ[\w-]{8,4000}\.[\w-]{8,8000}(?:\.[\w-]{0,2000})?/g },
  { name: 'private key in base64', pattern: /LS0tLS1CRUdJTiB(?:SU0Eg|QUklW|FQyBQ|PUEVO|FTkNS)[\w+/=-]{1,16000}/g },
  { name: 'PuTTY private key', pattern: /(?<=Private-Lines: \d{1,3})(?:\r?\n[A-Za-z0-9+/=]{1,70}){1,200}/g },
  {
    name: 'token with a prefix',
    pattern: new RegExp(`(?<![\\w-])(?:${prefixes})[\\w.~+=-]{15,400}[\\w=]`, 'g'),
    isSecret: isRandom,
  },
  {
    name: 'Authorization header',
    pattern:
      /(?<=(?<![\w-])(?:Bearer(?: |%20)|Authorization["'`]?\s{0,2}[:=,]\s{0,2}["'`]?(?:[\w-]{1,20} )?))(?!AWS4-)[\w.~+/=-]{16,4000}/gi,
    isSecret: isCredential,
  },
  {
    name: 'Basic credentials',
    pattern: /(?<=(?<![\w-])Basic )[A-Za-z0-9+/=]{8,4000}/gi,
    isSecret: isCredential,
  },
  {
    name: 'credentials of a registry',
    pattern: /(?<=(?<![a-z])auth\\?["']?\s{0,3}[=:]\s{0,3}\\?["']?)[A-Za-z0-9+/=]{8,4000}/gi,
    isSecret: isBasic,
  },
  // In `Set-Cookie`, what follows the first pair are attributes.
  {
    name: 'value of a cookie',
    pattern:
      /(?<=\b(?:Set-Cookie2?|Cookie)\\?["']?[ \t]?[:=,][ \t]?["']?(?:[\w.%-]{1,60}=[^\s;"']{0,400};[ \t]?){0,12}[\w.%-]{1,60}=)[^\s;"'\\]{8,4000}/gi,
    isSecret: isToken,
  },
  {
    name: 'password in a URL',
    pattern:
      /(?<=(?<![\w+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{0,100}:)[^\s/@]{1,200}(?:@[^\s/@,;"'<>]{1,100})?(?=@)/gi,
    isSecret: (value) => !isExample(value),
  },
  {
    name: 'token in a URL',
    pattern: /(?<=(?<![\w+.-])[a-z][a-z0-9+.-]{1,20}:\/\/)[\w-]{16,300}(?=@)/gi,
    isSecret: isValue,
  },
  {
    name: 'query parameter',
    pattern: /(?<=[?&;](?:amp;)?(?:sig|code|key|auth|jwt|ticket|hmac|x-amz-security-token)=)[\w.~+/=%-]{16,4000}/gi,
    isSecret: isValue,
  },
  {
    name: 'password of curl or HTTPie',
    pattern:
      /(?<=\b(?:curl|https?)\b(?:[^\n]|\\\r?\n){0,300}\s(?:-u|--user|-U|--proxy-user|-a|--auth)[\s=]{0,2}["']?[^\s:"'@/]{1,100}:)[^\s"']{1,200}/g,
    isSecret: isPassword,
  },
  {
    name: 'password of a command',
    pattern:
      /(?<=\b(?:mysql\w{0,10}\b[^\n]{0,200}\s-p|(?:sshpass|docker login|mongo\w{0,10})\b[^\n]{0,200}\s-p ?|ldap\w{1,10}\b[^\n]{0,200}\s-w |(?:sqlcmd|7z|zip|unzip)\b[^\n]{0,200}\s-P |redis-cli\b[^\n]{0,200}\s(?:-a|--pass) )["']?)[^\s"'-][^\s"']{3,200}/g,
    isSecret: isPassword,
  },
  {
    name: 'password option',
    pattern: new RegExp(
      `(?<=--(?:[\\w-]{0,30}-)?(?:${passwordNames}|${otherNames})\\s["']?)[^\\s"'\`,-][^\\s"'\`,]{5,4000}`,
      'gi',
    ),
    isSecret: isToken,
  },
  {
    name: 'password in SQL',
    pattern: /(?<=\b(?:IDENTIFIED (?:WITH \w{1,40} )?BY|PASSWORD) ')[^'\n]{4,200}(?=')/g,
    isSecret: isPassword,
  },
  {
    name: 'password of Redis',
    pattern: /(?<=^[ \t]*(?:requirepass|masterauth) "?)[^\s"]{4,200}/gm,
    isSecret: isPassword,
  },
  {
    name: 'password in .netrc',
    pattern: /(?<=\bmachine\s{1,4}\S{1,100}\s{1,4}login\s{1,4}\S{1,100}\s{1,4}password\s{1,4})\S{4,200}/g,
    isSecret: isPassword,
  },
  {
    name: 'password in .pgpass',
    pattern: /(?<=^[\w.*-]{1,100}:(?:\d{4,5}|\*):[\w.*-]{1,60}:[\w.@*-]{1,60}:)[^\s:]{4,100}$/gm,
    isSecret: isPassword,
  },
  {
    name: 'password in XML',
    pattern: new RegExp(`(?<=<(?:[\\w.-]{0,30}?)(?:${passwordNames}|${otherNames})>)[^<>\\s]{4,4000}(?=</)`, 'gi'),
    isSecret: isValue,
  },
  {
    name: 'password in a connection string',
    pattern: /(?<=[;?&](?:password|pwd)=)[^\s"'`;&)]{4,200}/gi,
    isSecret: isPassword,
  },
  {
    name: 'password in an environment file',
    pattern:
      /(?<=(?:PASS|PASSWORD|PASSWD|(?:CLIENT|APP|JWT|SESSION|WEBHOOK|SIGNING)_SECRET)=)[^\s"'`$;&()]{6,200}(?!\()/g,
    isSecret: isPassword,
  },
  { name: 'password in quotes', pattern: quoted(passwordNames), isSecret: isPassword },
  { name: 'secret in quotes', pattern: quoted(otherNames), isSecret: isQuotedValue },
  {
    name: 'argument after its name',
    pattern: new RegExp(`(?<=(?:${names}|authorization)["']\\s{0,3},\\s{0,3}(["']))[^\\s"'\\\\]{6,4000}(?=\\1)`, 'gi'),
    isSecret: isToken,
  },
  { name: 'password after its name', pattern: assigned(passwordNames), isSecret: isValue },
  { name: 'value after its name', pattern: assigned(otherNames), isSecret: isToken },
];

/** PEMor PGP private keys, whole or truncated. */
const armour = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const armourEnd = '-----END ';
/** How far from the marker the key begins, after headers such as `Proc-Type`. */
const maxHeaderChars = 300;
/** Lines of base64; in a string of code they end with `\n`. */
const cutBody = /(?:(?:\s|\\[rn]){0,4}[A-Za-z0-9+/=]{20,1000}){0,500}/y;

/** Replaces PEM and PGP private keys. */
function replacePrivateKeys(text: string, placeholder: string): string {
  let clean = '';
  let after = 0;
  let end = 0;
  for (const { 0: begin, index } of text.matchAll(armour)) {
    if (index < after) continue;
    const body = index + begin.length;
    // Text about a key, or an example without one.
    if (!/[A-Za-z0-9+/=]{16}/.test(text.slice(body, body + maxHeaderChars))) continue;
    clean += text.slice(after, index) + placeholder;
    after = body;
    // If there is no end marker, it is not searched for again.
    if (end >= 0 && end < after) end = text.indexOf(armourEnd, after);
    const close = end < 0 ? -1 : text.indexOf('-----', end + armourEnd.length);
    after = close < 0 ? endOfCut(text, after) : close + '-----'.length;
  }
  return after === 0 ? text : clean + text.slice(after);
}

function endOfCut(text: string, from: number): number {
  cutBody.lastIndex = from;
  cutBody.test(text);
  return Math.max(from, cutBody.lastIndex);
}
