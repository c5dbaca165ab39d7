import { describe, expect, it } from 'vitest';
import { commandInMention, parseCommand } from '../../../../src/bot/core/deployments/command.ts';

const projects = ['docs', 'api', 'status'] as const;

describe('the deploy command', () => {
  it.each([
    ['', { kind: 'deploy', project: 'docs' }],
    ['  ', { kind: 'deploy', project: 'docs' }],
    ['api', { kind: 'deploy', project: 'api' }],
    ['API', { kind: 'deploy', project: 'api' }],
    ['status', { kind: 'status', project: 'docs' }],
    ['Status api', { kind: 'status', project: 'api' }],
    ['status 01J', { kind: 'status', project: 'docs', statusId: '01J' }],
    ['status api 01J', { kind: 'status', project: 'api', statusId: '01J' }],
    ['latest', { kind: 'latest', project: 'docs' }],
    ['latest api', { kind: 'latest', project: 'api' }],
    ['history', { kind: 'history', project: 'docs', count: 10 }],
    ['history 3', { kind: 'history', project: 'docs', count: 3 }],
    ['history api 9999', { kind: 'history', project: 'api', count: 25 }],
    ['lock we  are releasing', { kind: 'lock', project: 'docs', reason: 'we are releasing' }],
    ['lock api broken links', { kind: 'lock', project: 'api', reason: 'broken links' }],
    ['unlock api', { kind: 'unlock', project: 'api' }],
    ['help', { kind: 'help' }],
  ])('“%s” is understood', (text, command) => {
    expect(parseCommand(text, projects)).toEqual(command);
  });

  it.each([
    'nonsense',
    'docs now',
    'deploy',
    'help me',
    'latest 3',
    'unlock please',
    'history 0',
    'history many',
    'history 3 api',
    'status a b c',
    'statuss',
  ])('“%s” is not understood, and leads to the help', (text) => {
    expect(parseCommand(text, projects)).toEqual({ kind: 'help', because: 'unknown' });
  });

  it.each([
    ['lock apj broken links', 'apj'],
    ['status apj', 'apj'],
    ['apj', 'apj'],
  ])('“%s” is not understood if %s was typed as the name of a project', (text, named) => {
    expect(parseCommand(text, projects, named)).toEqual({ kind: 'help', because: 'unknown' });
    expect(parseCommand(text.replace('apj', 'API'), projects, 'API')).toMatchObject({ project: 'api' });
  });

  it('asks for the reason of a lock', () => {
    expect(parseCommand('lock', projects)).toEqual({ kind: 'help', because: 'no_reason' });
    expect(parseCommand('lock api', projects)).toEqual({ kind: 'help', because: 'no_reason' });
  });

  it('truncates a reason that is too long to read', () => {
    const parsed = parseCommand(`lock ${'why '.repeat(1_000)}`, projects);
    expect(parsed.kind === 'lock' && parsed.reason.length).toBe(200);
  });
});

describe('a mention', () => {
  it.each([
    ['deploy', ''],
    ['Deploy', ''],
    ['/deploy api', 'api'],
    ['deploy lock we are\nreleasing', 'lock we are\nreleasing'],
    ['deploy nonsense', 'nonsense'],
  ])('“%s” is a command', (text, command) => {
    expect(commandInMention(text, projects)).toBe(command);
  });

  it.each(['deploy to Kubernetes with Helm?', 'deployment fails', 'how do I deploy', 'deploys', ''])(
    '“%s” is a question',
    (text) => {
      expect(commandInMention(text, projects)).toBeUndefined();
    },
  );

  it('is a question if there are no projects', () => {
    expect(commandInMention('deploy', [])).toBeUndefined();
  });
});
