/** The stems of a page's fields, in the order in which a segment stores them. Pure. */
import { decoded } from '../../content/addresses.ts';
import { plainText, type Section } from '../../content/markdown/sections.ts';
import type { Page } from '../../content/page.ts';
import { type Analyzer, analyzerOf } from './analyzer.ts';

type Stems = readonly string[];

export interface SectionStems {
  readonly heading: Stems;
  readonly prose: Stems;
  readonly code: Stems;
  /** Whether it is the page's beginning, to which the description belongs. */
  readonly isLead: boolean;
}

export interface PageStems {
  readonly title: Stems;
  readonly path: Stems;
  /** Description, keywords and phrases. */
  readonly lead: Stems;
  readonly cited: Stems;
  readonly sections: readonly SectionStems[];
}

/** By the analyzer of the page's language. */
export function stemsOfPage(page: Page): PageStems {
  const analyzer = analyzerOf(page.facets.language);
  const { stemsIn } = analyzer;
  return {
    title: stemsIn(page.title),
    path: stemsIn(decoded(page.path)),
    lead: stemsIn([page.description, ...page.keywords, ...(page.phrases ?? [])].join(' ')),
    cited: stemsIn(page.citedAs.join('\n')),
    sections: page.sections.map((section) => stemsOfSection(section, analyzer)),
  };
}

function stemsOfSection({ level, heading, blocks }: Section, { stemsIn }: Analyzer): SectionStems {
  const texts = { prose: '', code: '' };
  for (const block of blocks) {
    if (block.kind === 'code') texts.code += `${block.title}\n${block.text}\n`;
    else texts.prose += `${plainText(block.text)}\n`;
  }
  // The heading of the page's beginning is its title.
  const isLead = level === 0;
  return { heading: isLead ? [] : stemsIn(heading), prose: stemsIn(texts.prose), code: stemsIn(texts.code), isLead };
}
