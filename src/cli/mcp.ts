/** `docent mcp`: answers one editor or agent from the docs in a folder, through MCP on standard input and output. */
import { createLogger } from '../kit/log/log.ts';
import { serveOverStdio } from '../service/service.ts';
import { groupsOf } from './keys.ts';
import { failed } from './serve.ts';
import { readServiceSettings } from './service-settings.ts';
import { type Command, readWords, UsageError } from './terminal/command.ts';

const inMemory = 'sqlite::memory:';

export const mcp: Command = {
  summary: 'let an editor or agent search, read and ask docs in a folder, through MCP',
  help: `docent mcp DIR [--groups NAMES] [--database URL]

Started by an editor or agent, which it answers on standard input and output from
the docs in DIR. It offers search, read_page and ask. The log is on standard error.
  --groups    access groups, separated by commas, whose pages it may show too
  --database  keeps questions and the index, and offers report_problem
              (default: ${inMemory}, which forgets them); docent export feedback
              prints the reports

DOCENT_MODEL_URL and the other settings of docent serve apply; .env is not read,
because the editor chooses the working folder.
Exit codes: 0 the client has left, 1 failed, 2 wrong usage or configuration.
`,
  heedsSignal: true,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const words = readWords(args, { groups: text, database: text }, 1);
    const [folder] = words.positionals;
    if (folder === undefined) throw new UsageError('Which folder? Use docent mcp DIR.');
    const groups = groupsOf(words);
    const database = words.text('database') ?? inMemory;
    try {
      const { projects, settings, logLevel, secrets } = await readServiceSettings(io.env, { folder, database });
      const logger = createLogger({ level: logLevel, secrets, destination: { write: io.err } });
      const [project] = projects;
      if (!project) throw new TypeError('a folder is no project');
      const client = { input: io.stdin, write: io.out, groups, canReport: database !== inMemory };
      await serveOverStdio(project, client, { ...settings, logger, watch: true, signal: io.signal });
      return 0;
    } catch (error) {
      if (io.signal.aborted && error === io.signal.reason) return 0;
      return failed(error, database, io);
    }
  },
};
