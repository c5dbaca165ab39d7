/**
 * The weights of the classifier. The file groups the grams by weight, which takes a third of the space of one number per gram;
 * a gram that is not listed has no weight.
 */
import { byKind, type GramKind, gramSeparator } from './message-grams.ts';

export interface MessageWeights {
  /** The words that frames keep. */
  readonly commonWords: ReadonlySet<string>;
  readonly features: Readonly<Record<string, number>>;
  readonly grams: Readonly<Record<GramKind, ReadonlyMap<string, number>>>;
}

export interface WeightsFile {
  readonly commonWords: string;
  readonly features: Readonly<Record<string, number>>;
  /** By kind and weight, in steps of `weightStep`. */
  readonly grams: Readonly<Record<GramKind, Readonly<Record<string, string>>>>;
}

const weightStep = 0.15;

export function readWeights({ commonWords, features, grams }: WeightsFile): MessageWeights {
  const read = (kind: GramKind) =>
    Object.entries(grams[kind]).flatMap(([steps, names]) =>
      names.split(gramSeparator).map((name) => [name, Number(steps) * weightStep] as const),
    );
  return {
    commonWords: new Set(commonWords.split(gramSeparator)),
    features,
    grams: byKind((kind) => new Map(read(kind))),
  };
}

/**
 * Rounds the weights of grams to steps and sorts everything, so that the same weights result in the same file. Runs that cut
 * an emoji in half are left out, since not every JSON parser accepts them.
 */
export function toWeightsFile({ commonWords, features, grams }: MessageWeights): WeightsFile {
  const write = (kind: GramKind) => {
    const whole = [...grams[kind].keys()].filter((name) => name.isWellFormed());
    const names = Map.groupBy(whole, (name) => Math.round((grams[kind].get(name) ?? 0) / weightStep));
    names.delete(0);
    const inOrder = [...names].toSorted(([one], [other]) => one - other);
    return Object.fromEntries(inOrder.map(([steps, group]) => [`${steps}`, group.toSorted().join(gramSeparator)]));
  };
  return { commonWords: [...commonWords].join(gramSeparator), features, grams: byKind(write) };
}
