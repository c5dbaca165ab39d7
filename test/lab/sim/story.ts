/** What happened in a history, line by line, and which of it must not happen. */

export interface Story {
  tell(line: string): void;
  violate(sentence: string): void;
  readonly lines: readonly string[];
  readonly violations: readonly string[];
}

/** `sinceMs` is the time since the start of the history. */
export function createStory(sinceMs: () => number): Story {
  const lines: string[] = [];
  const violations: string[] = [];
  return { tell, violate, lines, violations };

  function tell(line: string): void {
    lines.push(`${(sinceMs() / 1_000).toFixed(3).padStart(9)} s  ${line}`);
  }

  function violate(sentence: string): void {
    violations.push(sentence);
    tell(`VIOLATION: ${sentence}`);
  }
}
