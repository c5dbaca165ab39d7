/** Tells reStructuredText from other text. Pure. */

/** Whether the beginning of a text file is reStructuredText: it has a title with a line under it. */
export function looksLikeRst(head: string): boolean {
  const lines = head.split('\n', 60);
  return lines.some((line, at) => {
    const under = lines[at + 1]?.trimEnd() ?? '';
    return (
      /^[\p{L}\p{N}`*:"'([]/u.test(line) &&
      under.length >= line.trimEnd().length &&
      /^([=\-~^"'#*+`:.])\1{2,}$/.test(under)
    );
  });
}
