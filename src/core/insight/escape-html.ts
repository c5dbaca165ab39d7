/** Text as HTML shows it, also within attributes. Pure. */
const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities.get(sign) ?? '');
}
