/** Docent itself, assembled as in production, with one platform. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../../../src/bot/app/app.ts';
import { type Config, oneSite } from '../../../../src/bot/config/config.ts';
import { createFakeMetrics } from '../../../fakes/assistant.ts';
import { silent } from '../../../fakes/logger.ts';
import { runBot } from './child.ts';

await runBot(async (settings) => {
  const { platform, apiUrl, token, appToken, guildId, assistantUrl, streaming: channels } = settings;
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  const config: Config = {
    ...(platform === 'slack' && {
      slack: { botToken: token, appToken, apiUrl, ...(channels && { streaming: { channels } }) },
    }),
    ...(platform === 'discord' && { discord: { token, guildId, apiUrl } }),
    ...oneSite({
      url: assistantUrl,
      domain: 'docs',
      apiKey: 'key',
      apiVersion: 'v1',
      retrievalPageSize: 5,
      firstByteMs: 30_000,
      idleMs: 30_000,
      totalMs: 300_000,
    }),
    database: `sqlite:${join(folder, 'docent.db')}`,
    host: '127.0.0.1',
    port: 0,
    logLevel: 'warn',
    shutdownGraceMs: 500,
  };
  const app = await createApp(config, silent, createFakeMetrics());
  await app.start();
  return {
    async stop() {
      await app.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
