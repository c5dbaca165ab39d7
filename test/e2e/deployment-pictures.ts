/**
 * Takes the pictures for docs/deployments.md: `node test/e2e/deployment-pictures.ts`. In: an update operation on
 * loopback and one deployment on each simulated platform. Out: docs/images/deployment-*.png.
 */
import { join } from 'node:path';
import { createApp } from '../../src/bot/app/app.ts';
import { type Config, oneSite } from '../../src/bot/config/config.ts';
import { createMetrics } from '../../src/kit/ops/metrics.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { silent } from '../fakes/logger.ts';
import { openCamera } from './camera.ts';
import { type DeployService, startDeployService } from './deploy-service.ts';

const commit = {
  sha: '7c1f09e3a2b44d',
  ref: 'main',
  message: 'Explain how to calibrate the thermocouple',
  filesChanged: { added: ['calibrate.md'], modified: ['controllers.md', 'firing.md'], removed: [] },
};
const author = { name: 'Grace Murray' };
const logs = [
  'Fetched main at 7c1f09e',
  'Read 214 pages',
  'firing.md, line 31: the link ../kilns/large.md leads nowhere',
  'Stopped: 1 broken link',
];
const images = join(import.meta.dirname, '../../docs/images');
const { browser, page } = await openCamera(900);
await take('success', { status: 'success', commit, author });
await take('failure', { status: 'failure', commit, author, summary: 'A link is broken.', logs });
await browser.close();

/** A separate workspace for each picture, so that nothing else is visible. */
async function take(name: string, end: object): Promise<void> {
  const service = await startDeployService();
  const sandbox = await startSandbox();
  const app = await createApp(configFor(sandbox, service), silent, createMetrics());
  await app.start();
  await page.setViewportSize({ width: 1400, height: name === 'failure' ? 800 : 630 });
  await page.goto(sandbox.url);
  await page.locator('.tip button').click();
  service.status = { status: 'in_progress' };
  for (const platform of ['Slack', 'Discord']) {
    await page
      .getByRole('navigation', { name: `${platform} channels` })
      .getByRole('button', { name: 'docs-help' })
      .click();
    const box = page.getByRole('region', { name: `${platform} messages` }).getByRole('textbox');
    await box.fill('/deploy');
    // Closes the list of commands.
    await box.press('Escape');
    await box.press('Enter');
    const messages = page.getByRole('region', { name: `${platform} messages` });
    await messages.getByRole('button', { name: 'Deploy', exact: true }).click();
    await messages.getByText('in progress').waitFor();
    service.status = end;
    // The note that notifies; its thread opens automatically.
    await page
      .getByText(/(?: in| after) \d+ s\./)
      .nth(platform === 'Slack' ? 0 : 1)
      .waitFor({ state: 'attached' });
    service.status = { status: 'in_progress' };
    // The next one can start once this one has ended, a moment after it was reported.
    await page.waitForTimeout(1_000);
  }
  // Moves the pointer away, so that it highlights nothing.
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(images, `deployment-${name}.png`) });
  await app.stop();
  await sandbox.stop();
  await service.stop();
}

function configFor({ slack, discord }: Sandbox, service: DeployService): Config {
  const ada = [slack, discord].map(({ users }) => users.find(({ name }) => name === 'ada')?.id);
  return {
    slack: { botToken: slack.botToken, appToken: slack.appToken, apiUrl: slack.apiUrl },
    discord: { token: discord.token, guildId: discord.guildId, apiUrl: discord.apiUrl },
    ...oneSite({
      url: service.url,
      domain: 'docs',
      apiKey: 'key',
      apiVersion: 'v1',
      retrievalPageSize: 5,
      firstByteMs: 5_000,
      idleMs: 5_000,
      totalMs: 60_000,
    }),
    deploy: {
      projects: [
        {
          name: 'default',
          title: 'the docs',
          url: service.url,
          projectId: 'p1',
          token: 'deploy-token',
          statusPath: '/v1/project/update-status/{statusId}',
          allow: [`slack:${ada[0]}`, `discord:${ada[1]}`],
          siteUrl: 'https://docs.kilnhaus.example',
          branch: 'main',
        },
      ],
      confirm: true,
      reask: false,
      timeoutMs: 30 * 60_000,
    },
    database: 'sqlite::memory:',
    host: '127.0.0.1',
    port: 0,
    logLevel: 'error',
    shutdownGraceMs: 500,
  };
}
