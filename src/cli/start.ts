/**
 * `docent start`: the bot. In: the environment and `.env`. Out: a process that runs until a signal, or until no platform
 * is left (1).
 */
import { createApp } from '../app.ts';
import { type Config, readConfig, readEnvFile, secretsOf } from '../config.ts';
import { createLogger } from '../log.ts';
import { createOpsServer } from '../ops/http.ts';
import { createMetrics } from '../ops/metrics.ts';
import { type Command, type CommandIo, type ExitCode, readWords } from './command.ts';

export const start: Command = {
  summary: 'run the bot with the settings of the environment and .env',
  help: `docent start

Connects to Slack, Discord or both and answers questions from the documentation
service until it is stopped. Settings come from the environment, and from .env
in this folder for what the environment does not set; docs/configuration.md
lists them all. No accounts at hand? docent try

It listens on HOST:PORT for /healthz, /readyz and /metrics.
Exit codes: 0 stopped, 1 no platform left or a failure, 2 wrong settings.
`,
  async run(args, io) {
    readWords(args, {}, 0);
    const read = readConfig(await readEnvFile('.env', io.env));
    if (read.ok) return runBot(read.config, io);
    io.err(`Docent cannot start:\n${read.problems.map((problem) => `  - ${problem}\n`).join('')}`);
    return 2;
  },
};

async function runBot(config: Config, io: CommandIo): Promise<ExitCode> {
  const logger = createLogger({ level: config.logLevel, secrets: secretsOf(config) });
  const metrics = createMetrics();
  const app = await createApp(config, logger, metrics);
  const { slackListener } = app;
  const server = await createOpsServer({
    host: config.host,
    port: config.port,
    health: app.health,
    metrics,
    ...(slackListener && { listeners: { '/slack/events': slackListener } }),
  });
  logger.info({ host: config.host, port: server.port }, 'listening');
  await app.start();
  const lost = await Promise.race([app.lost.then(() => true), aborted(io.signal)]);
  logger.info({ reason: lost ? 'no platform is left' : 'signal' }, 'stopping');
  await app.stop();
  await server.close();
  logger.info({}, 'stopped');
  return lost ? 1 : 0;
}

function aborted(signal: AbortSignal): Promise<false> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(false), { once: true }));
}
