/**
 * The ways in which docs sites include a file. In: a page's source. Out: the includes in order, each with its path and the
 * part that is wanted. Pure. Lengths are bounded so that hostile text cannot make matching slow.
 */
import { readPageLines } from '../../kit/markdown/page-lines.ts';
import { codeSpans } from './markdown/code-spans.ts';

export interface Include {
  readonly at: number;
  readonly length: number;
  readonly path: string;
  /** An anchor, a region or a heading in the file. */
  readonly part?: string | undefined;
  /** Line numbers: `3`, `1-5,8`, `2:`. */
  readonly lines?: string | undefined;
  readonly language?: string | undefined;
  /** In brackets, for the fence. */
  readonly title?: string | undefined;
  /** Values that the file's own text refers to. */
  readonly values: ReadonlyMap<string, string>;
  /** The page shows its source, and means the file only if there is one. */
  readonly isInCode: boolean;
  /** `{% include %}` of a template may also be a mark with words of its own. */
  readonly isTemplate: boolean;
  /** A note by its name, as in Obsidian. */
  readonly isByName: boolean;
  /** Shown as code although the file is Markdown. */
  readonly isCode: boolean;
}

type Kind = 'template' | 'name' | 'code';

const forms: readonly (readonly [pattern: RegExp, kind?: Kind])[] = [
  // mdBook
  [
    /(?<!\\)\{\{#(?:include|rustdoc_include|playground|playpen)\s+(?<path>[^\s}:]{1,300})(?::(?<part>[^\s}]{0,100}))?(?:\s[^}]{0,100})?\}\}/g,
  ],
  // pymdownx.snippets
  [/^[ \t]*-{1,9}8<-{1,9}[ \t]+["'](?<path>[^"':\n]{1,300})(?::(?<part>[^"'\n]{0,100}))?["'][ \t]*$/gm],
  // VitePress
  [
    /<!--\s*@include:\s*(?<path>[^\s>{#]{1,300}?)(?:#(?<part>[^\s>{]{1,100}))?(?:\s*\{(?<lines>[^}]{0,100})\})?(?:\s[^>]{0,100})?-->/g,
  ],
  [
    /^[ \t]*<<<[ \t]+(?<path>[^\s#{]{1,300})(?:#(?<part>[\w-]{1,100}))?(?:[ \t]*\{(?<lines>[^}\n]{0,200})\})?(?:[ \t]*(?<title>\[[^\]\n]{0,200}\]))?[ \t]*$/gm,
    'code',
  ],
  // VuePress
  [
    /^[ \t]*@\[code(?:\{(?<lines>[^}\n]{0,100})\})?(?:[ \t]+(?<language>[\w-]{1,40}))?\]\((?<path>[^()\n]{1,300})\)[ \t]*$/gm,
    'code',
  ],
  // markdown-include, and MkDocs sites with macros of their own
  [/\{!>?\s*(?<path>[^\s![\]]{1,300})(?:\[ln:(?<lines>[\d,-]{1,100})\])?\s*!\}/g],
  [/\{\*\s*(?<path>\S{1,300})(?:\s+(?<facts>[^*\n]{0,300}))?\s*\*\}/g],
  // MDX
  [/<Snippet\s+file=["'](?<path>[^"'\n]{1,300})["'][^>]{0,300}?\/>/g],
  [/<include(?:\s[^>]{0,100})?>(?<path>[^<>\n#]{1,300})(?:#(?<part>[^<>\n]{1,100}))?<\/include>/g],
  // Hugo
  [
    /\{\{[<%]\s*(?:include|readfile|codenew|code_sample|include-file|includefile|snippet|include_code|embed-code|md-include)\s+(?:(?:file|filename|path|src)=)?["'`]?(?<path>[^\s"'`>%]{1,300})["'`]?(?<facts>[^\n>%]{0,300})[>%]\}\}/g,
  ],
  // Microsoft Learn and DocFX
  [/\[!INCLUDE\s*\[[^\]\n]{0,300}\]\(\s*(?<path>[^()\n?#]{1,300}?)\s*\)\]/gi],
  [/^[ \t]*:::[ \t]*code\s+(?<facts>[^\n]{1,1000}?):::[ \t]*$/gm, 'code'],
  [
    /^[ \t]*\[!code-?(?<language>[\w+#-]{0,20})\s*\[[^\]\n]{0,300}\]\((?<path>[^()\n?#]{1,300})(?:\?(?<query>[^()\n#]{0,200}))?(?:#(?<part>[^()\n]{1,100}))?\)\][ \t]*$/gim,
    'code',
  ],
  // MyST
  [
    /^[ \t]*(?<fence>`{3,9}|:{3,9})\{literalinclude\}[ \t]*(?<path>\S{1,300})[ \t]*\n(?<facts>(?:[ \t]*:[^\n]{0,300}\n|[ \t]*\n){0,20})[ \t]*\k<fence>[ \t]*$/gm,
    'code',
  ],
  [
    /^[ \t]*(?<fence>`{3,9}|:{3,9})\{include\}[ \t]*(?<path>\S{1,300})[ \t]*\n(?<facts>(?:[ \t]*:[^\n]{0,300}\n|[ \t]*\n){0,20})[ \t]*\k<fence>[ \t]*$/gm,
  ],
  // Liquid, Markdoc, GitBook and macros of MkDocs
  [
    /\{%-?\s*(?:include|include_relative|include-markdown|include_cached|render|partial)\s+(?:file=)?["']?(?<path>[\w./@ -]{0,299}[\w./@-])["']?(?<facts>(?:\s(?:[^%\n]|%(?!\})){0,1000})?)\/?-?%\}/g,
    'template',
  ],
  // Obsidian
  [/!\[\[(?<path>[^[\]|#^\n]{1,300})(?:#(?<part>[^[\]|\n]{1,300}))?(?:\|[^[\]\n]{0,300})?\]\]/g, 'name'],
  // docsify
  [/\[[^\]\n]{0,300}\]\((?<path>[^()\s]{1,300})\s+':include[^'\n]{0,200}'\)/g],
  // Options that manual pages share
  [/^@@option[ \t]+(?<path>[\w.-]{1,100})[ \t]*$/gm],
];

/** MkDocs lists several files between two marks, one per line. */
const includeLists = /^([ \t]*)(-{1,9}8<-{1,9})[ \t]*\n([\s\S]*?)\n[ \t]*\2[ \t]*$/gm;

/** `import Name from './x.mdx'`, which the page uses as `<Name />`, or code that it uses as `{Name}`. */
const imports =
  /^import\s+([A-Za-z_]\w*)(?:,\s*\{[^}]{0,1000}\})?\s+from\s+["'](?:!!raw-loader!)?([^"'\n?!]{1,300}\.\w{1,10})(?:\?raw)?["'];?[ \t]*$/gm;
/** A component without children, which is how imported files are used. */
const components = /<([A-Z]\w*)\b[^>]{0,1000}?(?:\/>|>\s*<\/\1>)/g;
const codeComponents =
  /<(?:CodeBlock|Code|pre|code)\b([^>]{0,300}?)(?:>\s*\{\s*(\w{1,100})\s*\}\s*<\/(?:CodeBlock|Code|pre|code)>|\bcode=\{(\w{1,100})\}[^>]{0,300}?\/>)/g;

/** The same source with one mark per file. */
export function withSingleIncludes(source: string): string {
  return source.replace(includeLists, (_, indent: string, mark: string, names: string) =>
    names
      .split('\n')
      .map((name) => (name.trim() === '' || name.trim().startsWith(';') ? '' : `${indent}${mark} "${name.trim()}"`))
      .join('\n'),
  );
}

export function findIncludes(source: string): readonly Include[] {
  if (!mayInclude.test(source)) return [];
  const found = [
    ...forms.flatMap(([pattern, kind]) => [...source.matchAll(pattern)].map((match) => toInclude(match, kind))),
    ...importedFiles(source),
  ]
    .filter(({ path }) => path !== '')
    .sort((a, b) => a.at - b.at);
  if (found.length === 0) return [];
  const isCodeAt = codeFinder(source);
  return found.map((include) => ({ ...include, isInCode: isCodeAt(include.at) }));
}

const mayInclude =
  /\{\{#|8<|@include|<<<|@\[code|\{!|\{\*|<Snippet|<include|\{\{[<%]|\[!(?:include|code)|:::|\{(?:literal)?include\}|\{%|!\[\[|':include|@@option|^import\s/im;

function toInclude(match: RegExpExecArray, kind: Kind | undefined): Include {
  const { path = '', part, lines, facts = '', language, title, query = '' } = match.groups ?? {};
  const values = valuesOf(facts);
  const range = /(?:^|&)range=([\d,-]+)/.exec(query)?.[1];
  const name = /(?:^|&)name=([\w-]+)/.exec(query)?.[1];
  const numbers =
    lines ?? range ?? values.get('lines') ?? values.get('range') ?? /\bln\[([\d:,-]{1,100})\]/.exec(facts)?.[1];
  const isNumbered = part !== undefined && /^[\d:,\s-]+$/.test(part);
  return {
    at: match.index,
    length: match[0].length,
    path: (path === '' ? (values.get('source') ?? '') : path).trim(),
    part:
      (isNumbered ? undefined : part) ?? name ?? values.get('id') ?? values.get('section') ?? values.get('start-after'),
    lines: isNumbered ? part : /^[\s\d:,-]+$/.test(numbers ?? '') ? numbers : undefined,
    language: language ?? values.get('language') ?? values.get('lang'),
    title: title?.trim(),
    values,
    isInCode: false,
    isTemplate: kind === 'template',
    isByName: kind === 'name',
    isCode: kind === 'code',
  };
}

const fact =
  /:([\w-]{1,40}):[ \t]*([^\n]{0,300})|([\w-]{1,40})=(?:"([^"\n]{0,500})"|'([^'\n]{0,500})'|([^\s"'%]{1,300}))/g;

/** `:name: value` lines, or `name="value"`. */
function valuesOf(facts: string): ReadonlyMap<string, string> {
  return new Map(
    [...facts.matchAll(fact)].map(([, option, value, name, double, single, bare]) => [
      option ?? name ?? '',
      (value ?? double ?? single ?? bare ?? '').trim(),
    ]),
  );
}

function importedFiles(source: string): readonly Include[] {
  // Formatters escape the `_` of partials.
  const imported = new Map(
    [...source.matchAll(imports)].map(([, name = '', path = '']) => [name, path.replaceAll('\\_', '_')]),
  );
  if (imported.size === 0) return [];
  const empty = { values: new Map<string, string>(), isInCode: false, isTemplate: false, isByName: false };
  const parts = [...source.matchAll(components)].flatMap((match): readonly Include[] => {
    const path = imported.get(match[1] ?? '') ?? '';
    return /\.(?:mdx?|markdown)$/i.test(path)
      ? [{ ...empty, at: match.index, length: match[0].length, path, isCode: false }]
      : [];
  });
  const code = [...source.matchAll(codeComponents)].flatMap((match): readonly Include[] => {
    const path = imported.get(match[2] ?? match[3] ?? '');
    const language = /\b(?:lang|language)=["']([\w+#-]{1,40})["']/.exec(match[0])?.[1];
    return path === undefined
      ? []
      : [{ ...empty, at: match.index, length: match[0].length, path, language, isCode: true }];
  });
  return [...parts, ...code];
}

/** Whether an offset is in fenced code or a code span; to be asked in order. A fence that is itself an include does not count. */
function codeFinder(source: string): (at: number) => boolean {
  const ranges: (readonly [from: number, to: number])[] = [];
  let at = 0;
  for (const { text, kind } of readPageLines(source, false)) {
    if (kind === 'code') ranges.push([at, at + text.length]);
    at += text.length + 1;
  }
  const spans = codeSpans(source).filter(([start, end]) => end - start < 2_000 && !source.startsWith('```', start));
  const all = [...ranges, ...spans].sort((a, b) => a[0] - b[0]);
  let next = 0;
  let reached = -1;
  return (offset) => {
    for (let range = all[next]; range && range[0] <= offset; range = all[next]) {
      reached = Math.max(reached, range[1]);
      next += 1;
    }
    return offset < reached;
  };
}
