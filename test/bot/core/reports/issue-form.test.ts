/** The form for a new issue, and how much of one fits into a link to it. */
import { expect, it } from 'vitest';
import { issueFormOf, toFittingLink, toTitle } from '../../../../src/bot/core/reports/issue-form.ts';

const gitLab = '/-/issues/new?issue%5Btitle%5D={title}&issue%5Bdescription%5D={body}';

it.each([
  ['https://github.com/acme/docs', '/issues/new?title={title}&body={body}'],
  ['https://github.acme.example/acme/docs', '/issues/new?title={title}&body={body}'],
  ['https://gitlab.com/acme/docs', gitLab],
  ['https://gitlab.com/acme/teams/web/docs', gitLab],
  ['https://gitlab.acme.example:8443/acme/docs', gitLab],
])('the form for an issue of %s', (repository, form) => {
  expect(issueFormOf(repository)).toBe(repository + form);
  expect(issueFormOf(`${repository}/`)).toBe(repository + form);
});

it.each(['https://github.com/acme', 'https://github.com/acme/docs/issues', 'https://gitlab.com/acme', 'acme/docs'])(
  '%s is no repository',
  (address) => expect(issueFormOf(address)).toBeUndefined(),
);

it.each(['x', '日', '👩‍💻', ')'])(
  'a link is never too long for a message, with a title and a text full of %s',
  (sign) => {
    const form = 'https://github.com/acme/docs/issues/new?title={title}&body={body}';
    const issue = { title: sign.repeat(100), body: `Open Settings. ${sign.repeat(3_000)}` };
    const { link, isWhole } = toFittingLink(form, issue);
    expect(isWhole).toBe(false);
    expect(link.length).toBeLessThanOrEqual(1_500);
    expect(link.length).toBeGreaterThan(1_300);
    expect(new URL(link).searchParams.get('body')).toMatch(/^Open Settings\. /);
  },
);

it('a link has all of an issue that fits', () => {
  const { link, isWhole } = toFittingLink('https://git.example/new?t={title}&b={body}', {
    title: 'Keys',
    body: 'Rotate.',
  });
  expect([link, isWhole]).toEqual(['https://git.example/new?t=Keys&b=Rotate.', true]);
  expect(
    toFittingLink('https://git.example/new?t={title}', { title: toTitle('x'.repeat(300)), body: '' }).isWhole,
  ).toBe(true);
});

it('nobody is named in a title, or where a cut opens code', () => {
  expect(toTitle('ask @ada about keys')).toBe('Docs: ask @… about keys');
  const body = `\`@Component ${'x'.repeat(2_000)}\``;
  const { link } = toFittingLink('https://git.example/new?t={title}&b={body}', { title: 'Keys', body });
  expect(new URL(link).searchParams.get('b')).toMatch(/^`@… x+$/);
});

it('beside a long address of the form, a title is cut, too', () => {
  const form = `https://git.example/new?labels=${'docs,'.repeat(200)}&title={title}&body={body}`;
  const { link, isWhole } = toFittingLink(form, { title: '鍵'.repeat(100), body: 'Rotate.' });
  expect(isWhole).toBe(false);
  expect(link.length).toBeLessThanOrEqual(1_500);
  expect(new URL(link).searchParams.get('title')).toMatch(/^鍵{40,}$/);
});
