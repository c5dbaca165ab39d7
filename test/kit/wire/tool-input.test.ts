import { expect, test } from 'vitest';
import { createDataStreamDecoder } from '../../../src/kit/wire/data-stream.ts';
import { readToolInput } from '../../../src/kit/wire/search-call.ts';
import { createUiMessageStreamDecoder } from '../../../src/kit/wire/ui-message-stream.ts';

const options = [{ label: 'Free', value: 'plan_free' }, { value: 'Paid' }, 'Team', 'Free', { label: ' ' }, 7];
const asked = { type: 'ask', question: 'Which plan?', options: ['Free', 'Paid', 'Team'] };

test.each([
  ['one question', { question: ' Which\nplan? ', options }, [asked]],
  ['several', { questions: [{ question: 'Which plan?', options }, { question: 'Why?' }, null] }, [asked]],
  ['no options', { question: 'Which plan?', options: [] }, []],
  ['no input', null, []],
])('the input of any tool is a question back if it has a question and options: %s', (_, input, events) => {
  expect(readToolInput('whateverItIs', input)).toEqual(events);
});

test('only the input of a tool for help is a place where people help', () => {
  const input = { url: 'https://help.example', title: 'Help' };
  expect(readToolInput('contactSupport', input)).toEqual([
    { type: 'contact', page: { path: 'https://help.example', title: 'Help' } },
  ]);
  expect(readToolInput('openPage', input)).toEqual([]);
});

test('what is read of a question is bounded', () => {
  const long = { question: 'q'.repeat(9_000), options: Array.from({ length: 900 }, (_, at) => `${at}`.repeat(900)) };
  expect(JSON.stringify(readToolInput('ask', long)).length).toBeLessThan(7_000);
  const contact = { title: 't'.repeat(9_000), url: 'https://help.example' };
  expect(JSON.stringify(readToolInput('contact', contact)).length).toBeLessThan(500);
  expect(readToolInput('contact', { url: `https://help.example/${'a'.repeat(9_000)}` })).toEqual([]);
});

test('both encodings carry it', () => {
  const input = { question: 'Which plan?', options };
  const v1 = { toolCallId: 'a', toolName: 'askClarifyingQuestions', args: { questions: [input] } };
  expect(createDataStreamDecoder().push(`9:${JSON.stringify(v1)}\n`)).toEqual([asked]);
  const v2 = { type: 'tool-input-available', toolCallId: 'a', toolName: 'askClarifyingQuestion', input };
  expect(createUiMessageStreamDecoder().push(`data: ${JSON.stringify(v2)}\n\n`)).toEqual([asked]);
});
