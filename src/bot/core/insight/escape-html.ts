/** Escapes text for HTML, including attribute values. Pure. */
const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => entities.get(char) ?? '');
}
