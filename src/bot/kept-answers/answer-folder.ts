/** The folder with the kept answers. What people or git change in it counts from the next question on. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillIn, maxLinkChars } from '../../kit/base/link-pattern.ts';
import type { Logger } from '../../kit/base/logger.ts';
import { StoreError } from '../../kit/sql/store-errors.ts';
import type { KeptAnswer, KeptAnswers, KeptFile, NamedAnswer } from '../core/ports/kept-answers.ts';
import { fromFile, toFile, withStale } from './answer-file.ts';

/** More are not looked at: the first ones by name are. */
const maxFiles = 2_000;
const maxBytes = 100_000;

interface ReadFile {
  /** Size and time: while they are unchanged, so is the file. */
  readonly stamp: string;
  /** undefined: it is no kept answer. */
  readonly answer: NamedAnswer | undefined;
}

export class AnswerFolder implements KeptAnswers {
  readonly #folder: string;
  readonly #logger: Logger;
  readonly proposal: KeptAnswers['proposal'];
  #known: ReadonlyMap<string, ReadFile> = new Map();

  /** `pattern`: of the link to a form for a new file, with `{file}` and `{text}`. */
  constructor(folder: string, logger: Logger, pattern?: string) {
    this.#folder = folder;
    this.#logger = logger;
    this.proposal = pattern === undefined ? undefined : (file) => toProposal(file, pattern);
  }

  async all(): Promise<readonly NamedAnswer[]> {
    return [...(await this.#files()).values()].flatMap(({ answer }) => answer ?? []);
  }

  async markStale(name: string, day: string): Promise<void> {
    try {
      await this.#replace(name, withStale(await readFile(join(this.#folder, name), 'utf8'), day));
    } catch (error) {
      this.#logger.warn({ err: error }, 'kept answer not marked as stale');
    }
  }

  /** Names of files in the folder that are no kept answers. Never fails. */
  async unread(): Promise<readonly string[]> {
    return [...(await this.#files())].flatMap(([name, { answer }]) => (answer ? [] : [name]));
  }

  /** False if there is no kept answer with this name. Fails with StoreError. */
  async withdraw(name: string): Promise<boolean> {
    if (!(await this.#files()).get(name)?.answer) return false;
    try {
      await rm(join(this.#folder, name), { force: true });
      return true;
    } catch (error) {
      throw new StoreError(error);
    }
  }

  async #files(): Promise<ReadonlyMap<string, ReadFile>> {
    const names = await this.#names();
    this.#known = new Map(await Promise.all(names.map(async (name) => [name, await this.#read(name)] as const)));
    return this.#known;
  }

  async save(answer: KeptAnswer, replaces?: string): Promise<KeptFile> {
    const text = toFile(answer);
    try {
      await mkdir(this.#folder, { recursive: true });
      if (replaces === undefined) return { name: await this.#add(toSlug(answer.question), text), text };
      await this.#replace(replaces, text);
      return { name: replaces, text };
    } catch (error) {
      throw new StoreError(error);
    }
  }

  /** Returns the name under which it was added, the first that is free. */
  async #add(slug: string, text: string): Promise<string> {
    for (let number = 1; number <= maxFiles; number += 1) {
      try {
        const name = `${slug}${number === 1 ? '' : `-${number}`}.md`;
        await writeFile(join(this.#folder, name), text, { flag: 'wx' });
        return name;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
    }
    throw new Error('no name is free for a kept answer');
  }

  /** Whoever reads meanwhile finds one of the two answers. */
  async #replace(name: string, text: string): Promise<void> {
    const written = join(this.#folder, `.${name}.${randomUUID()}`);
    await writeFile(written, text);
    await rename(written, join(this.#folder, name));
  }

  /** Names of files that may be kept answers. A folder that is not there yet is empty. */
  async #names(): Promise<readonly string[]> {
    try {
      const names = await readdir(this.#folder);
      const pages = names.filter((name) => /^[^.].*\.md$/.test(name)).sort();
      return pages.slice(0, maxFiles);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') this.#logger.warn({ err: error }, 'folder of kept answers not read');
      return [];
    }
  }

  async #read(name: string): Promise<ReadFile> {
    const path = join(this.#folder, name);
    try {
      // The folder may be on another machine.
      const { size, mtimeMs } = await stat(path);
      const stamp = `${size} ${mtimeMs}`;
      const known = this.#known.get(name);
      if (known?.stamp === stamp) return known;
      const answer = size > maxBytes ? undefined : fromFile(await readFile(path, 'utf8'));
      return { stamp, answer: answer && { ...answer, name } };
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') this.#logger.warn({ err: error }, 'kept answer not read');
      return { stamp: '', answer: undefined };
    }
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function toProposal({ name, text }: KeptFile, pattern: string): { readonly link: string; readonly isWhole: boolean } {
  const link = fillIn(pattern, { file: name, text });
  return link.length <= maxLinkChars
    ? { link, isWhole: true }
    : { link: fillIn(pattern, { file: name, text: '' }), isWhole: false };
}

/** A name for a file that every system takes. */
function toSlug(question: string): string {
  const words =
    question
      .toLowerCase()
      .normalize('NFD')
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 60) || 'answer';
}
