/** Reads YAML of strangers as values. Pure. */
import { isScalar, parseDocument, visit } from 'yaml';

export interface YamlOptions {
  /** Reads what can be read of a text with errors. */
  readonly isLenient?: true;
  readonly maxAliasCount?: number;
}

/**
 * Throws a YAMLParseError, or another error for what takes the parser far more time than the text is long: maps and lists as
 * keys, each of which it writes as text with all keys in it.
 */
export function yamlValues(text: string, { isLenient, maxAliasCount = 100 }: YamlOptions = {}): unknown {
  // Unless told otherwise, it compares each key with all keys before it, and takes quadratic time to quote the text in errors.
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false, uniqueKeys: false });
  const [error] = document.errors;
  if (error && !isLenient) throw error;
  visit(document, {
    Pair: (_, { key }) => {
      if (key !== null && !isScalar(key)) throw new TypeError('a key that is not a word');
    },
  });
  return document.toJS({ maxAliasCount });
}
