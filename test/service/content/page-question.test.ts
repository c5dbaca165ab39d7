import { expect, it } from 'vitest';
import { toPageQuestion, toSampleQuestion } from '../../../src/service/content/page-question.ts';

it.each([
  ['Connect Docent to Slack', 'How do I connect Docent to Slack?'],
  ['Set up deployments:', 'How do I set up deployments?'],
  ['Release a version', 'How do I release a version?'],
  ['Getting started', 'How do I get started?'],
  ['Streaming text', 'How do I stream text?'],
  ['Setting Up Your Kettle', 'How do I set up your Kettle?'],
  ['Managing state', 'How do I manage state?'],
  ['How to migrate', 'How do I migrate?'],
  ['How Docent works', 'How does Docent work?'],
  ['How transports work', 'How do transports work?'],
  ['How can I help', 'How can I help?'],
  ['What can go wrong', 'What can go wrong?'],
  ['Why was my question refused?', 'Why was my question refused?'],
  ['  Install\n Docent. ', 'How do I install Docent?'],
])('the question for the page %j is %s', (title, question) => {
  expect(toPageQuestion(title, [])).toBe(question);
});

it.each([
  'Rate limits',
  'Kubernetes',
  'useChat',
  'Support',
  'Release notes',
  'Streaming not working when deployed',
  'Getting timeouts in production',
  'Configure (deprecated)',
  'The documentation service',
  'Frequently asked questions',
  'How fresh answers are',
  'When Slack stays silent',
  'What to type',
  'Do Not Disturb',
])('the page %j has no question, since its title names a thing', (title) => {
  expect(toPageQuestion(title, [])).toBeUndefined();
});

it('the question for a page may come from the first heading that makes sense without the title', () => {
  const headings = ['Rate limits', 'What is kept?', 'Try it out now', 'Change a limit', 'Change the limit of a key'];
  expect(toPageQuestion('Rate limits', headings)).toBe('How do I change the limit of a key?');
});

it.each([
  ['Rate limits', 'What do the docs say about Rate limits?'],
  ['The kettle', 'What do the docs say about the kettle?'],
  ['Install it', 'How do I install it?'],
])('every page has a sample question: %j', (title, question) => {
  expect(toSampleQuestion(title)).toBe(question);
});
