/**
 * GFM autolink literals (`https://…`, `www.…`, e-mail) in linear time, and skipped for text that cannot contain one. After an
 * unclosed bracket the extension walks back through everything read so far, at every word, to find that no autolink may start
 * there; the tokenizer's list of open labels already says so.
 */
import type { gfm } from 'micromark-extension-gfm';

type Extension = ReturnType<typeof gfm>;
type Constructs = NonNullable<Extension['text']>[string];
type Construct = Exclude<Constructs, readonly unknown[] | undefined>;

const autolinks: ReadonlySet<string | undefined> = new Set(['emailAutolink', 'protocolAutolink', 'wwwAutolink']);

export function withQuickAutolinks(extension: Extension): Extension {
  return withText(extension, (constructs) => constructs.map(onlyOutsideLabels));
}

/** For text without autolinks: otherwise the parser tries to match one at every word, which is half of its work. */
export function withoutAutolinks(extension: Extension): Extension {
  return withText(extension, (constructs) => constructs.filter(({ name }) => !autolinks.has(name)));
}

/** Whether the text may contain an autolink. */
export function mayHoldAddress(text: string): boolean {
  return /@|https?:|www\./i.test(text);
}

function withText(extension: Extension, change: (constructs: readonly Construct[]) => Construct[]): Extension {
  const text = Object.entries(extension.text ?? {}).map(
    ([code, constructs]) => [code, change(toList(constructs))] as const,
  );
  return { ...extension, text: Object.fromEntries(text.filter(([, changed]) => changed.length > 0)) };
}

function toList(constructs: Constructs): readonly Construct[] {
  return Array.isArray(constructs) ? constructs : constructs ? [constructs] : [];
}

function onlyOutsideLabels(construct: Construct): Construct {
  if (!autolinks.has(construct.name)) return construct;
  return {
    ...construct,
    previous(code) {
      const isInLabel = this._labelStarts?.some(({ _balanced }) => !_balanced) ?? false;
      return !isInLabel && (construct.previous?.call(this, code) ?? true);
    },
  };
}

/**
 * Punctuation that ends an address in running text although GFM reads on: full-width and CJK marks and brackets, and Arabic
 * ones. Text in those scripts has no blank after an address.
 */
export const addressEnd =
  /[\u3000-\u3002\u3008-\u3011\u3014-\u301f\u30fb\u060c\u061b\u061f\u06d4\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f\uff3b\uff3d\uff5b\uff5d\uff5f-\uff65\u2018-\u201f\u2026]/;
