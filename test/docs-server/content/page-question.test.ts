import { expect, it } from 'vitest';
import { toPageQuestion } from '../../../src/docs-server/content/page-question.ts';

it.each([
  ['Connect Docent to Slack', 'How do I connect Docent to Slack?'],
  ['Set up deployments:', 'How do I set up deployments?'],
  ['Getting started', 'How do I get started?'],
  ['Streaming text', 'How does streaming text work?'],
  ['Transports', 'How do transports work?'],
  ['How to migrate', 'How do I migrate?'],
  ['How Docent works', 'How does Docent work?'],
  ['What can go wrong', 'What can go wrong?'],
  ['Why was my question refused?', 'Why was my question refused?'],
  ['The documentation service', 'What do I need to know about the documentation service?'],
  ['Frequently asked questions', 'Which questions are asked frequently?'],
  ['useChat', 'What do I need to know about useChat?'],
  ['Rate limits', 'What do I need to know about Rate limits?'],
  ['  Install\n Docent. ', 'How do I install Docent?'],
])('asks for the page %j as somebody would: %s', (title, question) => {
  expect(toPageQuestion(title)).toBe(question);
});
