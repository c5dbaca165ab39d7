import { expect, test } from 'vitest';
import { composeText } from '../../../../src/sandbox/slack/people/compose-text.ts';
import { seededChannels, seededGroups, seededUsers } from '../../../../src/sandbox/slack/world/seed.ts';

const byId = <T extends { readonly id: string }>(items: readonly T[]) => new Map(items.map((item) => [item.id, item]));
const names = { users: byId(seededUsers), channels: byId(seededChannels), groups: byId(seededGroups) };

test.each([
  ['@docent how?', '<@U0DOCENT01> how?'],
  ['hey @Ada, @nobody and me@ada.org', 'hey <@U0ADA00001>, @nobody and me@ada.org'],
  ['@docs-deployers @here', '<!subteam^S0DEPLOY01|@docs-deployers> <!here>'],
  ['#general is not #elsewhere', '<#C0GENERAL1|general> is not #elsewhere'],
  ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
  ['see https://a.example/b?c=d&e=f.', 'see <https://a.example/b?c=d&amp;e=f>.'],
  ['run `@here <x>` and ```@docent```', 'run `@here &lt;x&gt;` and ```@docent```'],
])('%s is sent as %s', (text, sent) => {
  expect(composeText(text, names)).toBe(sent);
});
