/** The marks of DocFX and Microsoft Learn: `:::` blocks and `[!…]`. Includes and code are read elsewhere. Pure. */
import { type Mark, outsideFences, replaceInText } from './mark.ts';

const block = /^[ \t]*:::[ \t]*(?:image|video|row|column|zone|moniker|no-loc|div)(?:-end)?\b[^\n]*$\n?/gm;
const inlineBlock = /:::(?:image|no-loc)\b[^\n]{0,1000}?:::/g;
const tabHeading = /^[ \t]*#{1,6}[ \t]+\[([^\]\n]{1,200})\]\(#tab\/[^)\n]{1,200}\)[ \t]*$/gm;
const bracketed =
  /^[ \t]*(?:>[ \t]*)?\[!(?:div|VIDEO|BUTTON|INCLUDE|code-?\w*)\b[^\n]*\][ \t]*(?:\([^)\n]*\))?[ \t]*$/gim;
const reference = /<xref:([^?>\s]{1,300})(?:\?[^>\s]{0,300})?>/g;
const textReference = /\[([^\]\n]{1,300})\]\(xref:[^)\s]{1,300}\)/g;

export const docfxMarks: Mark = (page, { drop }) => {
  if (!/:::|\[!|xref:|#tab\//.test(page)) return page;
  const blocks = outsideFences(page, (text) =>
    text
      .replace(tabHeading, '**$1**')
      .replace(block, '')
      .replace(bracketed, (whole) => {
        if (!/\[!(?:div|video)/i.test(whole)) drop(whole.trim());
        return '';
      }),
  );
  const named = replaceInText(
    replaceInText(blocks, inlineBlock, () => ''),
    textReference,
    ([, words = '']) => words,
  );
  return replaceInText(named, reference, ([, uid = '']) => `\`${decodeURIComponentSafely(uid)}\``);
};

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
