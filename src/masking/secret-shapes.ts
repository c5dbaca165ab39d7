/**
 * Patterns of keys and tokens, by vendor prefix. Each starts at a word boundary and has bounded parts, so that matching takes
 * linear time.
 */

/** PEM or PGP private keys, whole or truncated. */
const armour = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const armourEnd = '-----END ';
/** Lines of base64; in a string of code they end with `\n`. */
const cutBody = /(?:(?:\s|\\[rn]){0,4}[A-Za-z0-9+/=]{20,1000}){0,500}/y;

export const secretShapes: readonly RegExp[] = [
  // Slack: tokens, cookies (in base64 or URL encoding), and the last part of a webhook URL.
  /(?<![\w-])(?:xox[a-z](?:\.xox[a-z])?|xapp)-(?:[\w+/=-]|%(?:2[BFbf]|3[Dd])){10,500}/g,
  /(?<=hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{0,60}\/)[A-Za-z0-9]{16,80}/g,
  // Discord: a bot token, which begins with the bot's ID in base64, and a webhook URL.
  /(?<![\w-])[MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{27,110}(?![\w-])/g,
  /(?<=discord(?:app)?\.com\/api\/webhooks\/\d{1,20}\/)[\w-]{20,100}/g,
  // GitHub, GitLab, npm, PyPI, Docker, Hugging Face.
  /(?<![\w-])(?:gh[pousr]_|github_pat_|gl(?:pat|dt|rt|cbt|ptt|ft|soat)-|npm_|pypi-|dckr_pat_|hf_)[\w-]{16,300}/g,
  // AWS, Google, DigitalOcean, Heroku.
  /(?<![\w-])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?!\w)/g,
  /(?<![\w-])(?:AIza|ya29\.|GOCSPX-|dop_v1_|HRKU-)[\w-]{16,500}/g,
  // Stripe, Twilio, SendGrid, OpenAI and Anthropic, Telegram.
  /(?<![\w-])(?:[spr]k_(?:live|test)|whsec)_\w{16,200}/g,
  /(?<!\w)(?:AC|SK)[0-9a-f]{32}(?!\w)/g,
  /(?<![\w-])SG\.[\w-]{16,40}\.[\w-]{16,80}/g,
  /(?<![\w-])sk-(?:proj-|ant-|svcacct-|or-)?(?=[\w-]{0,200}\d)[\w-]{20,200}/g,
  // Groq, xAI, Replicate, Perplexity, NVIDIA, Shopify, Linear, Notion, Grafana, HashiCorp Vault.
  /(?<![\w-])(?:gsk_|xai-|r8_|pplx-|nvapi-|shp(?:at|ca|pa|ss)_|lin_api_|ntn_|glsa_|hvs\.)(?=[\w-]{0,200}\d)[\w-]{20,300}/g,
  /(?<![\w-])\d{8,10}:AA[\w-]{33}(?![\w-])/g,
  // Documentation services, including our own.
  /(?<![\w-])(?:mint(?:_dsc)?|docent_(?:assistant|deploy))_(?=[\w-]{0,100}\d)[\w-]{16,200}/g,
  // JSON Web Tokens.
  /(?<![\w-])eyJ[\w-]{8,4000}\.[\w-]{8,8000}(?:\.[\w-]{0,2000})?/g,
];

/** Replaces PEM and PGP private keys with `placeholder`. */
export function replaceArmour(text: string, placeholder: string): string {
  let clean = '';
  let after = 0;
  let end = 0;
  for (const { 0: begin, index } of text.matchAll(armour)) {
    if (index < after) continue;
    clean += text.slice(after, index) + placeholder;
    after = index + begin.length;
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
