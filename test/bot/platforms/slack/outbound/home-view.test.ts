import { expect, it } from 'vitest';
import type { HomePage } from '../../../../../src/bot/core/ports/handlers.ts';
import { toHomeView } from '../../../../../src/bot/platforms/slack/outbound/home-view.ts';
import { english, Wording } from '../../../../../src/bot/wording/wording.ts';

const page: HomePage = {
  docs: {},
  isAssistantThere: true,
  prompts: ['How do I start?'],
  mayDeploy: ['the docs', 'the blog', 'the API reference'],
};

it('lists the projects that the user may deploy, in the user’s language', () => {
  expect(JSON.stringify(toHomeView(page, english))).toContain(
    'You can deploy the docs, the blog, and the API reference with /deploy.',
  );
  expect(JSON.stringify(toHomeView(page, new Wording('fr')))).toContain(
    'Vous pouvez déployer the docs, the blog et the API reference avec /deploy.',
  );
});
