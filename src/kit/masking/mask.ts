/**
 * Replaces e-mail addresses, secrets and card numbers in a text, code included, before it is sent to a service: a placeholder
 * says what each was. Pure. Takes linear time, about two milliseconds per 10,000 characters.
 *
 * Some things cannot be recognised and stay: a password in a sentence, a key without a prefix or name, people's names. Examples
 * stay on purpose.
 * docs/decisions/masking.md explains why no library is used.
 */
import { replaceSecrets } from './secret-shapes.ts';

export function maskSensitive(text: string): string {
  return maskCards(maskAddresses(replaceSecrets(text, '[secret]')));
}

/** In the widths that keyboards of East Asia write, and as URLs write it. */
const atSigns = /[@＠﹫]|%40/g;
/** The local part, matched backwards from each @, since there are few of them. */
const localPart = /[\p{L}\p{N}_][\p{L}\p{N}._%+-]{0,63}$/u;
const endOfLocal = /[\p{L}\p{N}._%+-]$/u;
const maxLocal = 64;
/** What precedes a password or a variable in a URL. */
const urlUser = /:\/\/[^\s/@]*[:$]$/;
const maxUserChars = 100;
const domainPart =
  /(?!\d+\.\d+)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})[.．]){1,8}(?:xn--[\p{L}\p{N}-]{2,59}|\p{L}{2,24}(?![\p{L}\p{N}]))/uy;

function maskAddresses(text: string): string {
  let clean = '';
  let after = 0;
  for (const { 0: sign, index: at } of text.matchAll(atSigns)) {
    if (at < after) continue;
    if (!endOfLocal.test(text.slice(Math.max(after, at - 2), at))) continue;
    const [local] = localPart.exec(text.slice(Math.max(after, at - maxLocal), at)) ?? [];
    // `git@github.com:…` is not a person's address.
    if (local === undefined || local === 'git') continue;
    // Neither is `https://user:password@example.com`.
    const from = at - local.length;
    if (urlUser.test(text.slice(Math.max(after, from - maxUserChars), from))) continue;
    domainPart.lastIndex = at + sign.length;
    if (!domainPart.test(text)) continue;
    clean += `${text.slice(after, from)}[email]`;
    after = domainPart.lastIndex;
  }
  return after === 0 ? text : clean + text.slice(after);
}

/**
 * Digits without spaces, or in the groups printed on a card, all separated by the same one or two characters. A fifth group
 * is part of a longer number, or is the security code. Digits of every script count.
 */
const cards =
  /(?<![\p{L}\p{N}_.])(?:\p{Nd}{13,19}|(\p{Nd}{4}([\p{Zs}.．\p{Pd}]{1,2})\p{Nd}{4}\2\p{Nd}{4}\2\p{Nd}{4})(\2\p{Nd}{3})?|\p{Nd}{4}([\p{Zs}.．\p{Pd}]{1,2})\p{Nd}{6}\4\p{Nd}{4,5})(?![\p{L}\p{N}_]|\.\p{Nd})/gu;
/** Visa, Mastercard, American Express, Diners Club, Discover, JCB, UnionPay, by length. */
const issuers =
  /^(?:4\d{12}(?:\d{3}){0,2}|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:6011|65\d\d|64[4-9]\d|35(?:2[89]|[3-8]\d))\d{12}|62\d{14,17})$/;

function maskCards(text: string): string {
  return text.replace(cards, (found, four: string | undefined, _, fifth = '') => {
    if (isCard(found)) return '[card number]';
    return four !== undefined && isCard(four) ? `[card number]${fifth}` : found;
  });
}

/** Whether a number has an issuer's prefix and a valid Luhn check digit. */
function isCard(written: string): boolean {
  const digits = written
    .normalize('NFKC')
    .replace(/\P{Nd}/gu, '')
    .replace(/\D/gu, toAsciiDigit);
  if (!issuers.test(digits)) return false;
  const sum = Array.from(digits, Number)
    .toReversed()
    .map((digit, at) => (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2))
    .reduce((total, value) => total + value, 0);
  return sum % 10 === 0;
}

/** Unicode has the ten digits of each script in a row. */
function toAsciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  const value = Array.from({ length: 10 }, (_, below) => below).find(
    (below) => !/\p{Nd}/u.test(String.fromCodePoint(point - below - 1)),
  );
  return String(value ?? 0);
}
