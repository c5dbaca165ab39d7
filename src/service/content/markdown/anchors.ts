/** How site generators make the anchor of a heading from its text. Pure, apart from the anchors that a page has used. */
import GithubSlugger from 'github-slugger';

/** `source`: the heading's Markdown; `text`: the same without markup. */
export type Slugger = (text: string, source: string) => string;

/** Made anew for each page, since it numbers repeated headings. */
export type CreateSlugger = () => Slugger;

/** GitHub, Docusaurus, Hugo, Starlight, Nextra and others. */
export const githubAnchors: CreateSlugger = () => {
  const slugger = new GithubSlugger();
  return (text) => slugger.slug(text);
};

/** Jekyll: kramdown with its GitHub parser takes the Markdown of the heading. Source: kramdown-parser-gfm, gfm.rb. */
export const kramdownAnchors: CreateSlugger = () => {
  const unique = numbered('-', 1);
  return (_, source) =>
    unique(
      source
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- \t]/gu, '')
        .replace(/ /g, '-'),
    );
};

/** MkDocs. Source: Python-Markdown, markdown/extensions/toc.py. */
export const pythonMarkdownAnchors: CreateSlugger = () => pythonMarkdown(false);
export const pythonMarkdownUnicodeAnchors: CreateSlugger = () => pythonMarkdown(true);

function pythonMarkdown(keepsUnicode: boolean): Slugger {
  const unique = numbered('_', 1);
  // A heading without letters has a number alone: `_1`.
  unique('');
  return (text) => {
    const letters = text.normalize(keepsUnicode ? 'NFKC' : 'NFKD');
    const plain = keepsUnicode ? letters : letters.replace(/\P{ASCII}/gu, '');
    return unique(
      plain
        .replace(/[^\p{L}\p{M}\p{N}_\s-]/gu, '')
        .trim()
        .toLowerCase()
        .replace(/[-\s]+/g, '-'),
    );
  };
}

/** MkDocs with pymdownx.slugs, which keeps the case unless told otherwise. Source: pymdown-extensions, pymdownx/slugs.py. */
export function pymdownxAnchors(isLowerCase: boolean): CreateSlugger {
  return () => {
    const unique = numbered('_', 1);
    unique('');
    return (text) => {
      const plain = text
        .normalize('NFC')
        .trim()
        .replace(/[^\p{L}\p{M}\p{N}_\s-]/gu, '')
        .replace(/ /g, '-');
      return unique(isLowerCase ? plain.toLowerCase() : plain);
    };
  };
}

/** VitePress. Source: @mdit-vue/shared, slugify.ts, and markdown-it-anchor. */
export const vitepressAnchors: CreateSlugger = () => {
  const unique = numbered('-', 1);
  return (text) =>
    unique(
      text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
        .replace(/^-+|-+$/g, '')
        .replace(/^(\d)/, '_$1')
        .toLowerCase(),
    );
};

/** mdBook. Source: mdbook, mdbook-html/src/utils.rs, id_from_content. */
export const mdbookAnchors: CreateSlugger = () => {
  const unique = numbered('-', 1);
  return (text) =>
    unique(
      text
        .trim()
        .replace(/[^\p{Alphabetic}\p{N}_\-\s]/gu, '')
        .replace(/\s/g, '-')
        .toLowerCase() || 'section',
    );
};

/** Letters that have no form without their sign. */
const docutilsLetters: Readonly<Record<string, string>> = {
  ß: 'sz',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
};

/** The id of a heading or a label; empty for a name without Latin letters. Source: docutils, nodes.py, make_id. */
export function docutilsId(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßæœøđħıłŧ]/g, (letter) => docutilsLetters[letter] ?? '')
    .normalize('NFKD')
    .replace(/\P{ASCII}/gu, '')
    .trim()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-$/g, '');
}

/** Sphinx. A repeated heading has a number alone. */
export const docutilsAnchors: CreateSlugger = () => {
  const used = new Set<string>();
  let count = 0;
  return (text) => {
    const id = docutilsId(text);
    if (id !== '' && !used.has(id)) {
      used.add(id);
      return id;
    }
    count += 1;
    return `id${count}`;
  };
};

/** AsciiDoc. Source: asciidoctor, section.rb, Section.generate_id. */
export function asciidoctorAnchors(prefix: string, separator: string): CreateSlugger {
  return () => {
    const unique = numbered(separator, 2);
    return (text) => {
      const plain = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}_ .-]/gu, '');
      const parts = plain.split(/[ .-]+/).join(separator);
      const id = prefix + (separator !== '' && parts.endsWith(separator) ? parts.slice(0, -separator.length) : parts);
      return unique(prefix === '' && separator !== '' && id.startsWith(separator) ? id.slice(separator.length) : id);
    };
  };
}

/** Obsidian Publish: the heading itself, with `+` for blanks. */
export const obsidianAnchors: CreateSlugger = () => (text) =>
  text
    .trim()
    .replace(/[#|^[\]]/g, '')
    .replace(/\s+/g, '+');

/** Quarto. Source: pandoc.org/MANUAL.html#extension-auto_identifiers. */
export const pandocAnchors: CreateSlugger = () => {
  const unique = numbered('-', 1);
  return (text) => {
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}_\-.\s]/gu, '')
      .trim()
      .replace(/\s+/g, '-')
      .replace(/^\P{L}+/u, '');
    return unique(slug === '' ? 'section' : slug);
  };
};

/** Repeats get a number, from `first` on; numbers are not tried one by one, which would take quadratic time. */
function numbered(sign: string, first: number): (slug: string) => string {
  const next = new Map<string, number>();
  return (slug) => {
    const count = next.get(slug);
    next.set(slug, (count ?? first - 1) + 1);
    if (count === undefined) return slug;
    let number = count;
    while (next.has(`${slug}${sign}${number}`)) number += 1;
    const unique = `${slug}${sign}${number}`;
    next.set(slug, number + 1);
    next.set(unique, first);
    return unique;
  };
}
