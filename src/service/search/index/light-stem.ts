/**
 * Light stems of words in Cyrillic: the longest ending of a case, number or person is cut, and never more than leaves three
 * letters. Source: the approach of Savoy, "Light Stemming Approaches for the French, Portuguese, German and Hungarian
 * Languages", SAC 2006. Pure.
 */

/** Longest first. */
const endings = `
  иями иях иям ией ость ости остью остей остям остях остями ого его ому ему ыми ими ами ями ешь ете ишь ите ать ять еть ить
  ает яет ают яют ием ых их ую юю ая яя ое ее ые ие ой ей ый ий ем им ым ом ам ям ах ях ов ев ию ия ья ья ью ет ют ит ят ут
  ал ял ел ил ла ло ли а я о е ы и у ю ь й`
  .trim()
  .split(/\s+/)
  .sort((a, b) => b.length - a.length);

const leastChars = 3;

export function lightStem(word: string): string {
  if (!/^\p{Script=Cyrillic}+$/u.test(word)) return word;
  const ending = endings.find((end) => word.length - end.length >= leastChars && word.endsWith(end));
  return ending === undefined ? word : word.slice(0, -ending.length);
}
