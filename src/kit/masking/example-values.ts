/**
 * Tells a secret from what stands in its place in documentation and code: a variable, a template, a path, or words such as
 * `your-api-key`. Those stay, or a question about them makes no sense. Pure.
 */

/** Variables of shells and templates, references to a store of secrets, and our own placeholders. */
const references =
  /^(?:\\?\$|[%<{[]|(?:urn|arn):|!(?:vault|secret|ref|sub|env)\b|@microsoft|(?:process|os|env|import|secrets?|vars?|local|module|data|config|settings|self|this|vault|ref)[.:[(])|\$[{(]|\{\{|<[\w -]{1,60}>/i;
/** Omissions. */
const omissions = /\.{3}|…|\*{3}|•{2}|x{4}|^(.)\1*$/i;
/** Words that fill a place, as one of several. */
const fillers = /(?<![a-z])(?:your|example|placeholder|redacted|change[-_]?me|dummy|fake|insert|replace)(?![a-z])/i;
/** The name of a variable, such as `NEXTAUTH_SECRET`. */
const constant = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const path =
  /^(?:~|\.{1,2}|[a-z]:)?(?:[/\\][\w.@-]{1,24})+[/\\]?$|\.(?:pem|key|crt|txt|json|ya?ml|toml|html?|[jt]sx?|php|py)$/i;
/** A word that says so itself, such as `download-password`. */
const named = /^[a-z]+(?:[-_][a-z]+)*[-_](?:passw(?:or)?d|pass|pwd?|secret|token|key)$/i;
const call = /^[a-z_$][\w$.]{0,100}\([^()]{0,100}\)$/i;
/** What examples are made of; the longest first, so that `token` is not read as `to`. */
const words = new RegExp(
  [
    'abc access admin again any api app auth authentication authorization bar basic baz bearer change changed',
    'changeit changeme client code cookie credential credentials csrf current custom data database db default demo',
    'dummy editor elastic encryption env example fake false field foo form from generate generated github gitlab',
    'google guest hash hashed here hidden id in input insert is it jwt kennwort key keycloak keys label local long',
    'mail mariadb masked master me mongo mongodb my mysql name new nil none null oauth of old optional or other',
    'pass passphrase passwd password passwords passwort paste placeholder postgres postgresql private prod',
    'production public put pw pwd rabbitmq random read redacted redis refresh removed repeat replace required root',
    'sample secret secrets secure senha server service session shared signature signing slack some something sso',
    'store stored string strong stuff super temp test testing text the this to token tokens true type undefined',
    'unset use user username value very web webhook wordpress write your',
  ]
    .flatMap((line) => line.split(' '))
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
  'g',
);

/** The name or the size of a thing, such as `etcd-cluster-1`, `30min` or `sha256=`. */
export function isPlainName(value: string): boolean {
  return /^[a-z]+(?:[-_.][a-z]+)*[-_.]v?\d{1,3}$|^[~<>+-]?\d[\d.,_]{0,20}[a-z%]{0,3}$|^sha-?\d{1,3}[=:]?$/i.test(value);
}

export function isExample(value: string): boolean {
  const start = value.slice(0, 300);
  return (
    [references, omissions, fillers, constant, path, named, call].some((shape) => shape.test(start)) ||
    // Words in other scripts are translations of a label.
    /^\p{L}*[^\p{ASCII}]\p{L}*$/u.test(start) ||
    start
      .toLowerCase()
      .replace(/(?:\d|123|1234|123456)$/, '')
      .replace(words, '')
      .replace(/[\W_]/g, '') === ''
  );
}
