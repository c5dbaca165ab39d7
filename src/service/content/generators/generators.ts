/** All generators that Docent knows, the more specific ones first. */
import { antora } from './antora.ts';
import { docusaurus } from './docusaurus.ts';
import type { Generator } from './generator.ts';
import { gitbook } from './gitbook.ts';
import { hugo } from './hugo.ts';
import { jekyll } from './jekyll.ts';
import { mdbook } from './mdbook.ts';
import { mintlify } from './mintlify.ts';
import { mkdocs } from './mkdocs.ts';
import { mslearn } from './mslearn.ts';
import { markdoc, nextra } from './nextra.ts';
import { obsidian } from './obsidian.ts';
import { plain } from './plain.ts';
import { published } from './published.ts';
import { quarto } from './quarto.ts';
import { sphinx } from './sphinx.ts';
import { starlight } from './starlight.ts';
import { vitepress } from './vitepress.ts';

export const generators: readonly Generator[] = [
  ...[
    docusaurus,
    mkdocs,
    vitepress,
    mintlify,
    sphinx,
    hugo,
    jekyll,
    mdbook,
    antora,
    starlight,
    nextra,
    markdoc,
    mslearn,
    quarto,
  ],
  ...[obsidian, gitbook],
];

/** Used where no generator is recognised. */
export const fallback: Generator = plain;

/** `published` is what crawls make, and no setting of a project. */
export function generatorNamed(name: string): Generator | undefined {
  return [...generators, fallback, published].find((generator) => generator.name === name);
}

export const generatorNames: readonly string[] = [...generators, fallback].map(({ name }) => name);
