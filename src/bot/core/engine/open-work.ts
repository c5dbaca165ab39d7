/** The turns and deployments that this process works on, by id. */
export class OpenWork {
  readonly #tasks = new Map<string, Promise<void>>();
  readonly #onEnd: () => void;

  /** `onEnd` is called after each task. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get size(): number {
    return this.#tasks.size;
  }

  get ids(): readonly string[] {
    return [...this.#tasks.keys()];
  }

  /** The work counts as open until the task ends, which must not reject. */
  add(id: string, task: Promise<void>): void {
    const ended = task.then(() => {
      this.#tasks.delete(id);
      this.#onEnd();
    });
    this.#tasks.set(id, ended);
  }

  /** Resolves when nothing is open. */
  async ended(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks.values());
  }
}
