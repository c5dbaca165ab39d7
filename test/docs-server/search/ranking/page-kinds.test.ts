import { expect, test } from 'vitest';
import { kindWeight } from '../../../../src/docs-server/search/ranking/page-kinds.ts';

const guide = { path: '/guides/forms', title: 'Forms' };

test.each([
  [{ path: '/reference/forms', title: 'form()' }, 'what are the parameters of form', 'how do i send a form'],
  [{ path: '/migration/v2', title: 'Migrate to 2' }, 'what was renamed when i upgrade', 'how do i send a form'],
  [{ path: '/introduction', title: 'Introduction' }, 'what is it', 'how do i send a form'],
])('%j answers %j rather than %j', (page, fitting, other) => {
  expect(kindWeight(page, fitting)).toBeGreaterThan(kindWeight(page, other));
});

test('a guide answers whatever is asked', () => {
  expect(kindWeight(guide, 'how do i send a form')).toBe(kindWeight(guide, 'what is formData()'));
});
