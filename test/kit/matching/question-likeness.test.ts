import { describe, expect, it } from 'vitest';
import { keyWordsOf, likeness, sameFrom } from '../../../src/kit/matching/question-likeness.ts';

function alike(one: string, other: string): number {
  return likeness(keyWordsOf(one), keyWordsOf(other));
}

describe('two questions', () => {
  it.each([
    ['How do I rotate API keys?', 'how can we rotate the API key'],
    ['Rotate API keys', 'Hi! How do I rotate API keys, please?'],
    ['Wie kann ich API-Schlüssel rotieren?', 'hallo, wie kann man API-Schlüssel rotieren'],
    ['¿Cómo configuro el inicio de sesión único?', 'como configuro inicio de sesion unico'],
    ['Comment puis je configurer le SSO ?', 'comment configurer SSO'],
    ['APIキーを更新する方法は?', 'APIキーはどうやって更新しますか'],
    ['Where is the dashboard?', 'where is the dashboard'],
    ['Does the C++ SDK run on Windows 11?', 'Does C++ SDK run on Windows 11'],
  ])('%s and %s are the same', (one, other) => {
    expect(alike(one, other)).toBe(1);
    expect(alike(other, one)).toBe(1);
  });

  it('are still the same if one says a little more', () => {
    const more = alike('How do I rotate API keys?', 'How do I rotate old API keys?');
    expect([more > sameFrom, more < 1]).toEqual([true, true]);
  });

  it.each([
    ['How do I enable single sign-on?', 'How do I disable single sign-on?'],
    ['How do I install the SDK on Windows 10?', 'How do I install the SDK on Windows 11?'],
    ['How do I move data from Postgres to MySQL?', 'How do I move data from MySQL to Postgres?'],
    ['Why does the nightly export job work?', 'Why does the nightly export job not work?'],
    ["Why doesn't the nightly export job run?", 'Why does the nightly export job run?'],
    ['How do I delete a team project?', 'Who can delete a team project?'],
    ['How do I delete a whole team project?', 'Why was a whole team project deleted?'],
    ['Does the C# SDK run on Windows?', 'Does the C++ SDK run on Windows?'],
    ['How do I rotate keys?', 'How do I rotate keys without downtime for all of my users?'],
    ['How do I rotate keys?', 'How do I rotate keys? And what does the paid plan cost?'],
    ['How do I delete it?', 'How do I delete a project?'],
    ['How do I delete it?', 'How do I delete it?'],
    ['Why not?', 'Why not?'],
    ['How do I export a team report in v2?', 'How do I export a team report?'],
    ['キーを更新する方法は?', 'キーを更新しない方法は?'],
    ['What is it?', 'How do I do that?'],
    ['', ''],
    ['What is the?', 'What is the?'],
  ])('%s and %s are not', (one, other) => {
    expect([alike(one, other) < sameFrom, alike(other, one) < sameFrom]).toEqual([true, true]);
  });
});

it('a long text is no question', () => {
  const long = 'rotate keys '.repeat(100);
  expect(keyWordsOf(long)).toEqual([]);
});
