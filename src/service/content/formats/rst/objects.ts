/**
 * Descriptions of the parts of an API: functions, classes, options, settings. Each becomes a section with the anchor that Sphinx
 * gives it. Source: sphinx-doc.org/en/master/usage/domains/index.html.
 */
import type { Work } from '../../../../kit/base/time-slices.ts';
import { type BlockPlace, type Directive, type Node, type ReadBlocks, type RstPage, sphinxId } from './page.ts';

const domains = /^(?:py|c|cpp|js|rst|http|std|php|rb|go|java|dn|mat|cmake):/;
const kinds =
  /^(?:function|class|method|classmethod|staticmethod|attribute|data|exception|decorator|decoratormethod|property|module|describe|object|option|cmdoption|envvar|confval|setting|opcode|pdbcommand|cfunction|cmember|ctype|cmacro|cvar|directive|role|event|signal|coroutinefunction|coroutinemethod|awaitablefunction|method-noindex|type|member|macro|struct|union|enum|enumerator|var|namespace|interface|trait|const|attr|func|get|post|put|patch|delete|head|django-admin|django-admin-option|templatetag|templatefilter|fieldlookup|2to3fixer|cpp:.*|http:.*)$/;

export function isObject(name: string): boolean {
  const bare = name.replace(domains, '');
  return (
    kinds.test(bare) &&
    (domains.test(name) || !/^(?:get|post|put|patch|delete|head|var|attr|func|const|type|struct|event)$/.test(bare))
  );
}

/** Without content before a section it only gives the section a name. */
export function* readObject(
  { name, args, content, options }: Directive,
  place: BlockPlace,
  read: ReadBlocks,
  isBeforeSection: boolean,
): Work<readonly Node[]> {
  const { page } = place;
  const kind = name.replace(domains, '');
  const domain = domains.exec(name)?.[0].slice(0, -1) ?? '';
  const [signature = '', ...others] = args
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (signature === '') return yield* read(content, { ...place, depth: place.depth + 1 });
  if (kind === 'module') {
    page.module = signature;
    page.addLabel(`obj:${signature}`, `module-${signature}`, signature);
    return yield* read(content, { ...place, depth: place.depth + 1 });
  }
  if (content.length === 0 && others.length === 0 && isBeforeSection && !/[(\s]/.test(signature)) {
    page.addCrossReference(kind, signature);
    return [];
  }
  const object = nameOf(domain, kind, signature, place.object, page);
  const shown = options.has('noindex') || options.has('no-index') ? '' : object.anchor;
  for (const label of object.labels) page.addLabel(label, object.anchor, signature);
  const inner = yield* read(content, { ...place, depth: place.depth + 1, hasSections: false, object: object.name });
  const code = (text: string): string => `\`\`${text.replace(/\\(.)/g, '$1').replace(/`/g, "'")}\`\``;
  const more: readonly Node[] = others.length === 0 ? [] : [{ kind: 'paragraph', text: others.map(code).join('\n') }];
  const label =
    { classmethod: 'classmethod ', staticmethod: 'static ', exception: 'exception ', class: 'class ' }[kind] ?? '';
  const prefix = domain === 'http' ? `${kind.toUpperCase()} ` : label;
  if (place.depth > maxHeadingDepth || shown === '')
    return [{ kind: 'terms', items: [{ term: code(prefix + signature), nodes: [...more, ...inner] }] }];
  const level = page.level + 1 + depthOf(place.object);
  return [{ kind: 'heading', level, text: code(prefix + signature), id: shown }, ...more, ...inner];
}

/** Objects in notes and lists are shown there. */
const maxHeadingDepth = 6;

function depthOf(object: string | undefined): number {
  return object === undefined ? 0 : 1;
}

interface Named {
  readonly name: string;
  readonly anchor: string;
  readonly labels: readonly string[];
}

function nameOf(domain: string, kind: string, signature: string, outer: string | undefined, page: RstPage): Named {
  if (/^(?:option|cmdoption|django-admin-option)$/.test(kind)) {
    const names = signature
      .split(',')
      .map((one) => /^\s*((?:--?|\+|\/)?[^\s=[<,]+)/.exec(one)?.[1] ?? '')
      .filter((one) => one !== '');
    const [first = signature] = names;
    const program = page.program.replace(/\s+/g, '-');
    const anchor = sphinxId(`cmdoption${program === '' ? '' : `-${program}`}-${first.replace(/^[-+/]+/, '') || 'arg'}`);
    const labels = names.flatMap((one) => [
      `option:${one}`,
      ...(page.program === '' ? [] : [`option:${page.program} ${one}`]),
    ]);
    return { name: first, anchor, labels };
  }
  if (/^(?:envvar|confval|setting|opcode|pdbcommand|directive|role)$/.test(kind)) {
    const bare = /^[^\s(]+/.exec(signature)?.[0] ?? signature;
    return { name: bare, anchor: sphinxId(`${kind}-${bare}`), labels: [`${kind}:${bare}`] };
  }
  if (domain === 'http') {
    const path = signature.split('?')[0]?.trim() ?? '';
    return { name: path, anchor: `${kind}-${path.replace(/[<>:/]/g, '-')}`, labels: [] };
  }
  const bare = signature
    .replace(/^(?:class|async|static|abstract|final|const|extern|virtual)\s+/, '')
    .replace(/\(.*$/s, '');
  const words = bare.split(/\s+/).filter((word) => word !== '');
  const own =
    (words.length === 1 || domain === 'py' || domain === '' ? words[0] : words.at(-1))?.replace(
      /[*&:]+(?=\w)|[:=].*$/g,
      '',
    ) ?? '';
  const inside = outer !== undefined && !own.startsWith(`${outer}.`) ? `${outer}.${own}` : own;
  const isPython = domain === 'py' || domain === '';
  const full =
    isPython && page.module !== '' && outer === undefined && !own.startsWith(`${page.module}.`)
      ? `${page.module}.${own}`
      : inside;
  const short = page.module !== '' && full.startsWith(`${page.module}.`) ? full.slice(page.module.length + 1) : full;
  const anchor = isPython || domain === 'js' ? full : sphinxId(`${domain}.${full}`);
  return {
    name: full,
    anchor: /^[^\s{}\\"]{1,200}$/.test(anchor) ? anchor : sphinxId(anchor),
    labels: [...new Set([`obj:${full}`, `obj:${short}`])],
  };
}
