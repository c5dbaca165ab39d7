/**
 * The marks of MyST: directives in fences of backticks or colons, whose content is Markdown again, roles, and targets. Pure.
 * Source: myst-parser.readthedocs.io, "Roles and Directives".
 */
import { isFenceEnd, readPageLines } from '../../../../kit/markdown/page-lines.ts';
import { docutilsId } from '../anchors.ts';
import { fenced, type Mark, type MarkContext, openingTag, outsideFences } from './mark.ts';

const colons = /^(\s*)(:{3,})\{([\w:-]+)\}[ \t]*(.*)$/;
const directive = /^\{([\w:+-]+)\}[ \t]*(.*)$/s;
/** Deeper directives are shown as they are. */
const maxDepth = 8;

export const mystDirectives: Mark = (page, context) =>
  /^[ \t]*(?:`{3,}|~{3,}|:{3,})\{/m.test(page) ? withDirectives(page, context, 0) : page;

function withDirectives(page: string, context: MarkContext, depth: number): string {
  const out: string[] = [];
  let open:
    | {
        readonly name: string;
        readonly args: string;
        readonly indent: string;
        readonly mark: string;
        readonly lines: string[];
      }
    | undefined;
  for (const { text, kind, fence } of readPageLines(page, false)) {
    if (open) {
      if (
        open.mark.startsWith(':') ? isColonEnd(text, open.mark) : kind === 'fence-end' && isFenceEnd(text, open.mark)
      ) {
        out.push(shown(open, context, depth));
        open = undefined;
      } else open.lines.push(text);
      continue;
    }
    const inFence = fence && directive.exec(fence.facts);
    const [, indent = '', mark = '', name = '', args = ''] = (kind === 'text' && colons.exec(text)) || [];
    if (fence && inFence) {
      open = { name: inFence[1] ?? '', args: inFence[2] ?? '', indent: fence.before, mark: fence.mark, lines: [] };
    } else if (name !== '') open = { name, args, indent, mark, lines: [] };
    else out.push(text);
  }
  if (open) out.push(shown(open, context, depth));
  return out.join('\n');
}

function isColonEnd(line: string, mark: string): boolean {
  const bare = line.trim();
  return bare.startsWith(mark) && bare.replaceAll(':', '') === '';
}

const admonitions =
  /^(?:admonition|note|warning|tip|hint|important|attention|caution|danger|error|seealso|todo|versionadded|versionchanged|deprecated|topic|dropdown)$/;
const code =
  /^(?:code|code-block|code-cell|sourcecode|literalinclude|prompt|highlight|parsed-literal|doctest|testcode)$/;
const silent =
  /^(?:toctree|contents|index|image|only|raw|meta|mermaid|graphviz|math|bibliography|eval-rst|currentmodule|tabularcolumns|highlight|py:.*|auto.*|genindex|iframe|youtube|figure-md)$/;

function shown(
  { name, args, indent, lines }: { name: string; args: string; indent: string; lines: readonly string[] },
  context: MarkContext,
  depth: number,
): string {
  const { options, body } = withoutOptions(lines);
  const content = body.join('\n');
  if (code.test(name)) {
    const language = args.trim() || options.get('language') || '';
    return content.trim() === '' ? '' : fenced(content, language, indent.replace(/\S/g, ' '));
  }
  if (/^(?:toctree|contents|image|raw|meta|only|index)$/.test(name)) return '';
  if (name === 'math' || name === 'csv-table' || name === 'mermaid')
    return fenced(content, name === 'math' ? 'latex' : name, indent);
  if (silent.test(name)) {
    context.drop(`{${name}}`);
    return '';
  }
  const inner = depth < maxDepth ? withDirectives(content, context, depth + 1) : content;
  const tag = /^(?:tab-item|tab)$/.test(name) ? 'tab' : 'callout';
  const isNamed = admonitions.test(name) || tag === 'tab';
  const kind = kinds[name] ?? name;
  const title = args.trim() === '' ? (options.get('title') ?? '') : args.trim();
  const head = isNamed
    ? openingTag(tag, { ...(tag === 'callout' && { type: kind }), title: withPrefix(name, title) })
    : title === '' || title.startsWith('#') || /^[\d\s]+$/.test(title)
      ? ''
      : `**${title}**`;
  const end = isNamed ? `</${tag}>` : '';
  return [head, '', inner, '', end].map((line) => (line === '' ? '' : indent.replace(/\S/g, ' ') + line)).join('\n');
}

const kinds: Readonly<Record<string, string>> = {
  attention: 'warning',
  error: 'danger',
  hint: 'tip',
  admonition: 'note',
  topic: 'note',
  dropdown: 'note',
  seealso: 'note',
  todo: 'note',
};

function withPrefix(name: string, title: string): string | undefined {
  const prefix = {
    versionadded: 'Added in version',
    versionchanged: 'Changed in version',
    deprecated: 'Deprecated since version',
    seealso: 'See also',
  }[name];
  if (prefix === undefined) return title === '' ? undefined : title;
  return `${prefix} ${title}`.trim();
}

/** `:name: value` lines, or YAML between `---`, before the content. */
function withoutOptions(lines: readonly string[]): { options: ReadonlyMap<string, string>; body: readonly string[] } {
  const options = new Map<string, string>();
  let at = 0;
  if (lines[0]?.trim() === '---') {
    const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---');
    if (end !== -1) at = end + 1;
  }
  for (; at < lines.length; at += 1) {
    const found = /^\s*:([\w-]+):[ \t]*(.*)$/.exec(lines[at] ?? '');
    if (!found) break;
    options.set(found[1] ?? '', found[2]?.trim() ?? '');
  }
  if (lines[at]?.trim() === '') at += 1;
  return { options, body: lines.slice(at) };
}

const role = /\{([\w:+.-]{1,40})\}(`+)([^`\n]{1,500}(?:\n[^`\n]{1,500})?)\2/g;
const target = /^[ \t]*\(([^()\n]{1,200})\)=[ \t]*\n(?:[ \t]*\n)*([ \t]*#{1,6}[ \t][^\n]*)?/gm;
const commentLine = /^%[^\n]*$\n?/gm;
const blockBreak = /^\+\+\+[^\n]*$\n?/gm;

/** Roles, and targets, which become the ids of their headings. */
export const mystRoles: Mark = (page) => {
  const targeted = outsideFences(page, (text) =>
    text
      .replace(target, (_, label: string, heading: string | undefined) => {
        const name = label.trim();
        if (heading === undefined) return `<a id="${docutilsId(name)}" label="${name}"></a>\n`;
        return /\{#[^}]*\}\s*$/.test(heading) ? heading : `${heading} {#${docutilsId(name)} label="${name}"}`;
      })
      .replace(commentLine, '')
      .replace(blockBreak, ''),
  );
  if (!targeted.includes('}`')) return targeted;
  return outsideFences(targeted, (text) =>
    text.replace(role, (_, name: string, __, content: string) => toRole(name, content)),
  );
};

function toRole(name: string, content: string): string {
  const [, words, inner] = /^([\s\S]*?)\s*<([^<>]+)>$/.exec(content) ?? [];
  const shown = (words ?? content).replace(/^[!~]/, '').trim();
  const aim = (inner ?? content).trim();
  const bare = name.split(':').at(-1) ?? name;
  if (bare === 'doc' || bare === 'download') return `[${shown}](<${aim}>)`;
  if (bare === 'ref' || bare === 'numref' || bare === 'eq') return `[${shown}](<label:${aim}>)`;
  if (/^(?:kbd|guilabel|menuselection|abbr|term|sub|sup|emphasis|strong|math|sub-ref|dfn|rfc|pep|button)$/.test(bare))
    return bare === 'math' ? `$${content}$` : shown;
  return `\`${content.startsWith('~') ? (shown.split('.').at(-1) ?? shown) : shown}\``;
}
