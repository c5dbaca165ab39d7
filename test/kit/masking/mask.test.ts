import { describe, expect, it } from 'vitest';
import { maskSensitive } from '../../../src/kit/masking/mask.ts';
import { expectLinear } from '../../fakes/linear.ts';

// In two parts, so that secret scanners do not report the examples as leaks.
const letters = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA';
const slackBot = `xoxb-${'123456789012'}-${'1234567890123'}-${letters}`;
const gitHub = `ghp_${letters}abcd`;
const aws = `AKIA${'IOSFODNN7EXAMPLE'}`;
const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${letters}`;
const discord = `MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.${letters}`;
const key = ['-----BEGIN RSA PRIVATE KEY-----', 'MIIEpAIBAAKCAQEA7bq2', '-----END RSA PRIVATE KEY-----'].join('\n');

describe('masking', () => {
  it.each([
    ['Write to ada.lovelace+docs@mail.example.co.uk, please.', 'Write to [email], please.'],
    ['<mailto:ada@example.com> and "user@example.com"', '<mailto:[email]> and "[email]"'],
    ['Grüße an jürgen@bücher.example!', 'Grüße an [email]!'],
    ['a@b.io,c@d.io;e@f.io', '[email],[email];[email]'],
    ['```js\nconst to = "ada@example.com";\n```', '```js\nconst to = "[email]";\n```'],
    [`SLACK_BOT_TOKEN=${slackBot}`, 'SLACK_BOT_TOKEN=[secret]'],
    [`it says xapp-1-A0123-456-${letters} is wrong`, 'it says [secret] is wrong'],
    [
      `https://hooks.slack.com/services/T0123/B0123/${letters}`,
      'https://hooks.slack.com/services/T0123/B0123/[secret]',
    ],
    [`login(${discord})`, 'login([secret])'],
    [`https://discord.com/api/webhooks/123/${letters}`, 'https://discord.com/api/webhooks/123/[secret]'],
    [`git clone https://${gitHub}@github.com/a/b.git`, 'git clone https://[secret]@github.com/a/b.git'],
    [`github_pat_${letters} and glpat-${letters} and npm_${letters}`, '[secret] and [secret] and [secret]'],
    [`aws_access_key_id = ${aws}`, 'aws_access_key_id = [secret]'],
    ['aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'aws_secret_access_key = [secret]'],
    [`key AIza${letters}123`, 'key [secret]'],
    [`Stripe("sk_live_${letters}")`, 'Stripe("[secret]")'],
    [`OPENAI sk-proj-${letters}-${letters}`, 'OPENAI [secret]'],
    [`ours docent_assistant_${letters}`, 'ours [secret]'],
    [`curl -H "Authorization: Bearer ${letters}"`, 'curl -H "Authorization: Bearer [secret]"'],
    [`cookie ${jwt}; next`, 'cookie [secret]; next'],
    [`my key is\n${key}\nwhy?`, 'my key is\n[secret]\nwhy?'],
    [`KEY="${key.replaceAll('\n', '\\n')}"`, 'KEY="[secret]"'],
    [
      '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\nAQEFAASCBKcwggSjAgEA\nis what I see',
      '[secret]\nis what I see',
    ],
    ['API_KEY=hunter22 and {"password": "p@ssword"}', 'API_KEY=[secret] and {"password": "[secret]"}'],
    ['Is password=hunter22? Or password: hunter23.', 'Is password=[secret]? Or password: [secret].'],
    ["clientSecret: 'q8f-1kd-99a',", "clientSecret: '[secret]',"],
    ['GET /?access_token=abcd1234&page=2', 'GET /?access_token=[secret]&page=2'],
    [
      'DATABASE_URL=postgres://docent:hunter22@db:5432/docent',
      'DATABASE_URL=postgres://docent:[secret]@db:5432/docent',
    ],
    ['pay with 4111 1111 1111 1111 12/29', 'pay with [card number] 12/29'],
    ['5555-5555-5555-4444 or 378282246310005', '[card number] or [card number]'],
    ['amex 3782 822463 10005', 'amex [card number]'],
    ['4111 1111 1111 1111 123 and 4111-1111-1111-1111-737', '[card number] 123 and [card number]-737'],
    ['12/29 4111 1111 1111 1111', '12/29 [card number]'],
    ['4111\u00a01111\u00a01111\u00a01111 or 4111.1111.1111.1111', '[card number] or [card number]'],
    ['4111  1111  1111  1111.', '[card number].'],
    ['api key: hunter22 and My API Key = q8f1kd99a', 'api key: [secret] and My API Key = [secret]'],
    [`AccountName=docs;AccountKey=${letters}+/${letters}==;Suffix`, 'AccountName=docs;AccountKey=[secret];Suffix'],
    [`Authorization: token ${letters}`, 'Authorization: token [secret]'],
    [`{"Authorization": "Bot ${letters}"}`, '{"Authorization": "Bot [secret]"}'],
    [`-H 'authorization: ${letters}'`, "-H 'authorization: [secret]'"],
    [`gsk_${letters} xai-${letters} r8_${letters}`, '[secret] [secret] [secret]'],
    [`d=xoxd-${letters}%2B${letters}%3D%3D; next`, 'd=[secret]; next'],
    ['ask ada@example.com- or ada@example.com-support', 'ask [email]- or [email]-support'],
    ['ada@xn--bcher-kva.xn--p1ai, please', '[email], please'],
  ])('turns “%s” into “%s”', (text, masked) => {
    expect(maskSensitive(text)).toBe(masked);
  });
});

describe('masking leaves unchanged', () => {
  it.each([
    'upgrade from 1.24.3 to 2.0.0-rc.1 or ^18.2',
    'npm i react@18.2.0 next@latest @slack/bolt@4.1.0 foo@1.2.3-rc.beta',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b, or 3f78685',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'request 550e8400-e29b-41d4-a716-446655440000 failed',
    'listens on 192.168.178.24:3000 and [2001:db8::1]:443',
    'see https://docs.example.com/guides/api-keys?tab=token#signing-secret',
    'git clone git@github.com:acme/docs.git or ssh://git@github.com/acme/docs.git',
    'docs-server-configuration-reference and sk-learn-extra-long-package-name',
    'const token = getToken(); const apiKey = process.env.API_KEY2;',
    'interface Options { token: string; password?: string1 }',
    'export SLACK_BOT_TOKEN=xoxb-… and API_KEY=$API_KEY_2',
    'What is a token: string or number? Which secret: mine?',
    'the order 1234567890123456 and the snowflake 1176543210987654321',
    'at 1763862000000 ms, ts 1763862000.123456, 0.4111111111111111',
    'in issue #4111111111111 of 2026-11-23T03:00:00Z',
    'ORA-00942, TS2304, ECONNREFUSED, HTTP/1.1 503, 0xdeadbeef',
    'use @Component() and user@host, or @ada',
    'groups of four: 1234 5678 9012 3456, 4000.1000.2000.3001 and 4111 1111 1111 1112 123',
    'IBAN DE89 3704 0044 0532 0130 00, phone +49 30 901820 12345',
    'Where is the API key: in the settings? An access key: see below.',
    'Authorization: Bearer and Authorization: token differ; set Authorization: required',
    'xai-org/grok-prompts, r8_ and gsk_ prefixes, gsk_with_letters_and_no_digit',
    'DOCENT_MODEL_KEY, GITHUB_TOKEN and AWS_SECRET_ACCESS_KEY are settings',
  ])('“%s”', (text) => {
    expect(maskSensitive(text)).toBe(text);
  });
});

it('text that is already masked stays unchanged', () => {
  const text = maskSensitive(`${slackBot} ada@example.com 4111111111111111 password: hunter22`);
  expect(maskSensitive(text)).toBe(text);
});

it.each([
  ...[
    'a',
    'a@',
    '@',
    'a@b.',
    'a.',
    '1',
    '1 ',
    '4111 ',
    'token',
    'token=',
    'token: a1',
    'key"',
    ' ',
    '-',
    'a-',
    '://a:',
    '4111 1111 1111 1111 ',
    '4111..',
    'a@b.xn--',
    'api key ',
    'Authorization: ',
    'Authorization: a',
    'Authorization: a1 ',
  ],
  ...[
    'eyJ',
    'eyJ-',
    'eyJ.',
    'eyJaaaaaaaa.',
    'M.',
    'SG.',
    'sk-',
    'gsk_',
    'xai-',
    'hvs.',
    'xoxb-',
    'xoxb-%2B',
    '%2B',
    'Bearer ',
    'Bearer a',
    'a://',
    '=',
    '_',
  ],
  ...[
    'password="',
    "password='",
    'password="\\',
    'password=a.',
    '\\"password\\":',
    'password\nvalue: ',
    ' value=',
    'secret a, ',
    '<password>',
    'curl -u a:',
    ' -u a:',
    'curl a\\\n',
    'mysql -p',
    'sshpass a',
    ' -p a',
    '--password ',
    '--token-',
    'Cookie: a=',
    'Cookie: a=b; ',
    'a=b; ',
    "BY '",
    'requirepass a\n',
    'machine a login a password ',
    'login a ',
    'a:1234:a:a:',
    'a:1234:a:a:a\n',
    'Basic YWRh',
    'auth: a',
    '?sig=a1',
    ';password=',
    'PASSWORD=a',
    'A_',
    'a://a:b@',
    'a://a1@',
  ],
  ...[
    'LS0tLS1CRUdJTiBSU0Eg',
    'Private-Lines: 1\n',
    'Private-Lines: 1\nab',
    'a8Q~',
    '.atlasv1.',
    'A3-ABCDEF-',
    '＠',
    'a%40',
    '４',
    '４１１１　',
  ],
  ...['-----BEGIN PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n', '-----END ', '\\n'],
  ...['hooks.slack.com/services/', 'hooks.slack.com/services/a/', 'discord.com/api/webhooks/1/', 'é', '1:AA', '\n'],
])('many “%s” are masked in linear time', async (piece) => {
  await expectLinear(100_000, (size) => maskSensitive(piece.repeat(size / piece.length)));
});
