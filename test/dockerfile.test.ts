/** Checks of the image that need no container engine. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { expect, it, onTestFinished } from 'vitest';
import { emptyFolder, startDocent } from './cli/terminal.ts';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const instructions = DockerfileParser.parse(text).getInstructions();
/** The final stage. */
const image = instructions.slice(instructions.findLastIndex((instruction) => instruction.getKeyword() === 'FROM'));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

function stageOf(name: string): readonly Instruction[] {
  const from = instructions.findIndex(
    (instruction) => instruction.getKeyword() === 'FROM' && words(instruction).at(-1) === name,
  );
  const rest = instructions.slice(from + 1);
  return rest.slice(
    0,
    rest.findIndex((instruction) => instruction.getKeyword() === 'FROM'),
  );
}

function words(instruction: Instruction): readonly string[] {
  return instruction.getArguments().map((argument) => argument.getValue());
}

function only(keyword: string): Instruction {
  const [found, ...more] = image.filter((instruction) => instruction.getKeyword() === keyword);
  if (!found || more.length > 0) throw new Error(`the image has ${found ? 'more than one' : 'no'} ${keyword}`);
  return found;
}

/** A command that runs without a shell, so that signals reach it. */
function execForm(instruction: Instruction): readonly string[] {
  const [, array = ''] = /(\[[\s\S]*\])\s*$/.exec(instruction.getTextContent()) ?? [];
  return JSON.parse(array);
}

it('the Dockerfile passes the linter and uses the slim Node 24 image', () => {
  expect(validate(text)).toEqual([]);
  const bases = instructions
    .filter((instruction) => instruction.getKeyword() === 'FROM')
    .map((instruction) => words(instruction)[0]);
  expect([...new Set(bases)]).toEqual(['node:24-slim']);
});

it('the image has the bundle alone, and no libraries or test tools', () => {
  expect(image.filter((instruction) => /\bnpm\b/.test(instruction.getTextContent()))).toEqual([]);
  const taken = image.filter((instruction) => instruction.getTextContent().includes('--from='));
  expect(taken.map(words)).toEqual([['/app/dist', '/app/dist']]);
});

it("the image limits Node's young generation, like each script that starts Docent", () => {
  const bound = '--max-semi-space-size=2';
  expect(image.flatMap(words)).toContain(`NODE_OPTIONS=${bound}`);
  const start = `exec node ${bound} src/docent.js`;
  expect(scripts).toMatchObject({ docent: start, start: `${start} start`, try: `${start} try` });
});

it('the container does not run as root, and may write to its working directory', () => {
  expect(words(only('USER'))).toEqual(['node']);
  const [folder] = words(only('WORKDIR'));
  expect(words(only('VOLUME'))).toEqual([folder]);
  expect(words(only('RUN'))).toEqual(['install', '--directory', '--owner=node', '--group=node', folder]);
});

it('.dockerignore allows exactly the files that are copied', () => {
  const [first, ...rest] = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  expect(first).toBe('*');
  const letThrough = rest.map((line) => line.replace(/^!/, ''));
  expect([...letThrough].sort()).toEqual([...new Set(copies(instructions).flatMap(([sources]) => sources))].sort());
  for (const name of letThrough) expect([name, existsSync(join(root, name))]).toEqual([name, true]);
});

/** The files copied from the build context, and their destination. */
function copies(stage: readonly Instruction[]): readonly (readonly [readonly string[], string])[] {
  const fromFolder = stage.filter(
    (instruction) => instruction.getKeyword() === 'COPY' && !instruction.getTextContent().includes('--from='),
  );
  return fromFolder.map((instruction) => [words(instruction).slice(0, -1), words(instruction).at(-1) ?? '']);
}

function copyFiles(stage: readonly Instruction[], disk: string): void {
  for (const [sources, target] of copies(stage)) {
    for (const source of sources) {
      const to = join(disk, target.endsWith('/') ? join(target, source) : target);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(root, source), to, { recursive: true });
    }
  }
}

it('Docent starts from the copied files', async () => {
  const disk = emptyFolder();
  const built = join(disk, 'build');
  copyFiles(stageOf('build'), built);
  symlinkSync(join(root, 'node_modules'), join(built, 'node_modules'));
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: built });
  copyFiles(image, disk);
  cpSync(join(built, 'dist'), join(disk, 'app/dist'), { recursive: true });
  const [node, program = ''] = execForm(only('ENTRYPOINT'));
  expect([node, execForm(only('CMD'))]).toEqual(['node', ['start']]);
  const { ended, err } = startDocent(['start'], { program: [process.execPath, join(disk, program)] });
  expect([await ended, err()]).toEqual([2, expect.stringContaining('No platform is set up')]);
});

it('the container is healthy while the probe succeeds, on the default port, too', async () => {
  const check = execForm(only('HEALTHCHECK'));
  expect(check[0]).toBe('node');
  const answers = { status: 200 };
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/healthz' ? answers.status : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const program = [process.execPath, ...check.slice(1)] as const;
  const run = (env: Record<string, string>) => startDocent([], { env, program }).ended;
  expect(await run({ PORT: port })).toBe(0);
  answers.status = 500;
  expect(await run({ PORT: port })).toBe(1);
  expect(await run({ PORT: '9' })).toBe(1);
  const [number] = words(only('EXPOSE'));
  expect(check.join(' ')).toContain(`process.env.PORT || ${number}`);
});
