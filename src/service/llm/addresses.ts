/**
 * Addresses in text, as chats and Markdown clients link them: with any scheme, `www.`, e-mail, bare hosts. Every quantifier
 * is bounded, so that matching takes linear time.
 */
import { foldLabel, readsAsHost } from '../../kit/markdown/link-labels.ts';

export interface Address {
  /** Offset in the text. */
  readonly from: number;
  readonly text: string;
  /** A host without a scheme or path, which may also be the name of a library: `socket.io`. */
  readonly isBareHost: boolean;
}

const end = String.raw`[^\s<>()[\]\x60"'*|\\]`;
const schemes = [
  String.raw`[a-z][a-z\d+.-]{0,30}:[\\/]{2}${end}*`,
  String.raw`(?:https?|ftp|mailto|javascript|vbscript|tel|sms):[\\/]?${end}+`,
  `data:[a-z]{1,30}/${end}*`,
  String.raw`www\.${end}+`,
  String.raw`(?<![:\w])[\\/]{2}[\w-]{1,63}(?:\.[\w-]{1,63})+${end}*`,
  String.raw`[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,9}\.[a-z]{2,63}`,
].join('|');
const host = String.raw`[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){1,9}`;
const address = new RegExp(String.raw`(${schemes})|(${host})(?:(/${end}*)|(?!\.?[\p{L}\p{N}_-]))`, 'giu');

/** In order, without overlaps. */
export function addressesIn(text: string): readonly Address[] {
  return [...text.matchAll(address)].flatMap(({ 0: whole, 1: complete, 2: name = '', 3: path, index }) => {
    const isBareHost = complete === undefined && path === undefined;
    if (complete === undefined && !readsAsHost(foldLabel(name), text.slice(index + name.length))) return [];
    return [{ from: index, text: whole.replace(/(?<![.,;:!?])[.,;:!?]+$/, ''), isBareHost }];
  });
}
