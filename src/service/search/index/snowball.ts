/** Snowball's stemmers of languages other than English, for lower-case words without accents. Pure. */
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';

const stemmers: ReadonlyMap<string, (word: string) => string> = new Map([
  ['ar', arabic],
  ['da', danish],
  ['de', german],
  ['es', spanish],
  ['fi', finnish],
  ['fr', french],
  ['hu', hungarian],
  ['it', italian],
  ['nl', dutch],
  ['no', norwegian],
  ['pt', portuguese],
  ['ro', romanian],
  ['ru', russian],
  ['sv', swedish],
  ['tr', turkish],
]);

/** Both written forms of Norwegian. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
]);

/** Endings that Snowball leaves, and those that it knows only with the accents that the words here have lost. */
const endings: Readonly<Record<string, readonly (readonly [ending: RegExp, instead: string])[]>> = {
  de: [
    [/iert(?:e[mnrs]?)?$/, 'ieren'],
    [/eln$/, 'el'],
  ],
  es: [[/ion$/, 'ión']],
  fr: [
    [/ions$/, 'ion'],
    [/ee(s?)$/, 'ée$1'],
    [/(?<=.{2}[^aeo][iu])s$/, ''],
  ],
  pt: [
    [/(?<=.{3})([aeo])is$/, '$1l'],
    [/oes$/, 'ao'],
    [/cao$/, 'ção'],
  ],
};

/** A language tag such as `pt-BR` -> the language whose stemmer fits; undefined: there is none, or it is English. */
export function stemmedLanguage(tag: string | undefined): string | undefined {
  const [language = ''] = tag?.toLowerCase().split(/[-_]/) ?? [];
  const named = aliases.get(language) ?? language;
  return stemmers.has(named) ? named : undefined;
}

/** `language`: as `stemmedLanguage` names it. */
export function snowballStem(word: string, language: string): string {
  const replaced = (endings[language] ?? []).reduce((text, [ending, other]) => text.replace(ending, other), word);
  return stemmers.get(language)?.(replaced) ?? replaced;
}
