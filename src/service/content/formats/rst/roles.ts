/**
 * Interpreted text of docutils and Sphinx as Markdown. Pure.
 * Sources: docutils.sourceforge.io/docs/ref/rst/roles.html; sphinx-doc.org/en/master/usage/restructuredtext/roles.html.
 */
import { posix } from 'node:path';
import { codeSpan } from '../../markdown/code-spans.ts';
import { escaped, labelTarget, link } from '../markdown-text.ts';
import { normalized, type PageSettings, type RstPage } from './page.ts';
import { splitTarget, unescaped } from './text.ts';

/** Names of code, which the page of an API may define. */
const objects =
  /^(?:py|c|cpp|js|rst|std|http)$|^(?:func|meth|class|exc|mod|data|attr|obj|const|function|method|member|macro|type|struct|union|enum|enumerator|var|concept|expr|texpr|property|deco|directive|role|lib|cfunc)$/;
const calls = /^(?:func|meth|function|method|cfunc)$/;
const words =
  /^(?:guilabel|menuselection|kbd|dfn|abbr|abbreviation|ac|sub|subscript|sup|superscript|emphasis|title-reference|title|t|cite|iconify|fa|fas|far|fab|octicon|material-regular|bdg.*|index|raw.*|del|ins|u)$/;

/** A role with its content. `isLink`: it is in the words of a link. */
export function showRole(written: string, source: string, page: RstPage, isLink: boolean): string {
  const custom = page.roles.get(written);
  const role = custom !== undefined && custom !== written ? custom : written;
  const name = role.split(':').at(-1)?.toLowerCase() ?? '';
  const content = name === 'math' || name === 'code' || name === 'literal' ? source : unescaped(source);
  const { words: shown, aim } = splitTarget(content, true);
  const linked = (text: string, label: string): string => (isLink ? text : link(text, labelTarget(label)));
  const known = (text: string, label: string): string => (isLink ? text : link(text, labelTarget(label, 'maybe')));
  const extended = page.settings.variables.get(`extlinks.${written}`);
  if (extended !== undefined) return extendedLink(extended, shown, aim, isLink);
  switch (name) {
    case '':
      return /\s/.test(content.trim()) || content === '' ? `*${escaped(content.trim())}*` : codeSpan(content);
    case 'ref':
    case 'numref':
    case 'any': {
      const label = normalized(aim ?? shown);
      // `project:name` may be of another project.
      const lead = /^[\w-]+:\S/.test(label) ? known : linked;
      return lead(aim === undefined ? escaped(label) : escaped(shown), label);
    }
    case 'doc': {
      // Of another project.
      if (/^[\w-]+:/.test(aim ?? shown)) return escaped(shown);
      const file = docFile(aim ?? shown, page.settings);
      return linked(escaped(aim === undefined ? file : shown), file);
    }
    case 'term':
      return known(escaped(shown), `term:${normalized(aim ?? shown)}`);
    case 'option': {
      const option = (aim ?? shown).trim();
      const full = /\s/.test(option) || page.program === '' ? option : `${page.program} ${option}`;
      return known(codeSpan(shown), `option:${full}`);
    }
    case 'download':
    case 'eq':
    case 'token':
      return aim === undefined && name === 'download' ? codeSpan(shown) : escaped(shown);
    case 'pep': {
      const number = /^\d+/.exec(aim ?? shown)?.[0] ?? '';
      const text = aim === undefined ? `PEP ${shown}` : shown;
      return isLink ? escaped(text) : link(escaped(text), `https://peps.python.org/pep-${number.padStart(4, '0')}/`);
    }
    case 'rfc': {
      const number = /^\d+/.exec(aim ?? shown)?.[0] ?? '';
      const text = aim === undefined ? `RFC ${shown}` : shown;
      return isLink ? escaped(text) : link(escaped(text), `https://datatracker.ietf.org/doc/html/rfc${number}`);
    }
    case 'math':
      return `$${content.trim()}$`;
    case 'strong':
      return `**${escaped(content.trim())}**`;
    case 'menuselection':
      return escaped(shown.replace(/\s*-->\s*/g, ' → ').replace(/&(?=\S)/g, ''));
    case 'guilabel':
      return `**${escaped(shown.replace(/&(?=\S)/g, ''))}**`;
    case 'index':
      return aim === undefined ? escaped(shown.replace(/^(?:pair|single|triple|see):\s*/, '')) : escaped(shown);
    case 'samp':
    case 'file':
      return codeSpan(content.replace(/[{}]/g, ''));
  }
  if (/^(?:raw.*|octicon|fa[srb]?|material-.*)$/.test(name)) return '';
  if (words.test(name)) return escaped(shown);
  const prefix = role.includes(':') ? role.slice(0, role.lastIndexOf(':')).toLowerCase() : '';
  if (objects.test(name) || objects.test(prefix)) return objectRole(name, shown, aim, known);
  if (/^(?:envvar|confval|setting|keyword|opcode)$/.test(name) || (prefix === '' && aim === undefined && isCode(shown)))
    return known(codeSpan(shown.replace(/^[~!]/, '')), `${name}:${aim ?? shown}`);
  if (/^(?:code|literal|command|program|makevar|mailheader|mimetype|newsgroup|regexp|manpage)$/.test(name))
    return codeSpan(content);
  return escaped(shown.replace(/^[~!]/, ''));
}

function isCode(text: string): boolean {
  return !/^\d+$/.test(text) && !/\s/.test(text);
}

function objectRole(
  name: string,
  shown: string,
  aim: string | undefined,
  linked: (text: string, label: string) => string,
): string {
  const bare = shown.replace(/^[!~.]+/, '');
  const last = aim === undefined && shown.startsWith('~') ? (bare.split(/\.|::/).at(-1) ?? bare) : bare;
  const isCall = calls.test(name) && aim === undefined && !last.endsWith(')');
  const label = (aim ?? shown)
    .replace(/^[!~.]+/, '')
    .replace(/\(.*$/s, '')
    .trim();
  const text = codeSpan(isCall ? `${last}()` : name === 'deco' ? `@${last}` : last);
  return shown.startsWith('!') ? text : linked(text, `obj:${label}`);
}

/** The file that a document's name stands for, rooted and without its ending. */
export function docFile(name: string, { file, root }: PageSettings): string {
  const path = name.trim().replace(/\.(?:rst|md|txt)$/, '');
  return posix.join('/', path.startsWith('/') ? root : posix.dirname(file), path);
}

/** A link whose address and words follow from a number or a name, as `extlinks` says. */
function extendedLink(template: string, shown: string, aim: string | undefined, isLink: boolean): string {
  const [address = '', caption = '%s'] = template.split('\n');
  const text = escaped(aim === undefined ? caption.replace('%s', () => shown) : shown);
  return isLink
    ? text
    : link(
        text,
        address.replace('%s', () => aim ?? shown),
      );
}
