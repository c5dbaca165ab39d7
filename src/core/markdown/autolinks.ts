/**
 * GFM's bare addresses (`https://…`, `www.…`, e-mail) in linear time. The extension walks back through all that it has read
 * at each word after an unclosed bracket, to find out that no address may start there; the parser already knows.
 */
import type { gfm } from 'micromark-extension-gfm';

type Extension = ReturnType<typeof gfm>;
type Constructs = NonNullable<Extension['text']>[string];
type Construct = Exclude<Constructs, readonly unknown[] | undefined>;

const autolinks: ReadonlySet<string | undefined> = new Set(['emailAutolink', 'protocolAutolink', 'wwwAutolink']);

export function withQuickAutolinks(extension: Extension): Extension {
  const text = Object.entries(extension.text ?? {}).map(([code, constructs]) => [code, quick(constructs)]);
  return { ...extension, text: Object.fromEntries(text) };
}

function quick(constructs: Constructs): Constructs {
  return Array.isArray(constructs) ? constructs.map(onlyOutsideLabels) : constructs && onlyOutsideLabels(constructs);
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
