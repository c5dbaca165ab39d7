/**
 * Every variable of the service, in the order of the table in docs/service-settings.md: its format, what is expected in
 * words, and its default. kit/settings has those that the bot reads as well.
 */
import { z } from 'zod';
import { variable, withDefault } from '../kit/settings/reader.ts';
import { host, logLevel, masking, port, retentionDays, trustProxy } from '../kit/settings/shared-variables.ts';
import { key, serviceKey, toList, wholeNumber } from '../kit/settings/values.ts';

const webAddress = z.string().refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text));
const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text);

export const v = {
  databaseUrl: withDefault(
    variable('SERVE_DATABASE_URL', z.string(), 'sqlite:FILE, sqlite::memory: or postgres://…'),
    'sqlite:docent-serve.db',
  ),
  assistantKey: variable('DOCENT_ASSISTANT_KEY', key, 'a key without spaces'),
  deployKey: variable('DOCENT_DEPLOY_KEY', key, 'a key without spaces'),
  siteUrl: variable('DOCS_SITE_URL', webAddress, 'a full address, for example https://docs.example.com'),
  host: withDefault(host, '127.0.0.1'),
  port: withDefault(port, 8080),
  retentionDays,
  trustProxy: withDefault(trustProxy, 0),
  corsOrigins: withDefault(
    variable(
      'CORS_ORIGINS',
      z.string().transform(toList).pipe(z.array(origin)),
      'origins separated by commas, for example https://docs.example.com',
    ),
    [],
  ),
  slackSigningSecret: variable(
    'MCP_SLACK_SIGNING_SECRET',
    key,
    'the signing secret of the Slack app whose manifest names the MCP server',
  ),
  modelUrl: variable(
    'DOCENT_MODEL_URL',
    webAddress.transform((text) => text.replace(/\/+$/, '')),
    'the address of an endpoint that speaks OpenAI’s protocol, for example http://127.0.0.1:11434/v1',
  ),
  model: variable('DOCENT_MODEL', z.string(), 'the name of the model at DOCENT_MODEL_URL'),
  modelKey: variable('DOCENT_MODEL_KEY', serviceKey, 'the key of the endpoint, without spaces and without “Bearer”'),
  modelPictures: withDefault(
    variable('DOCENT_MODEL_PICTURES', z.enum(['on', 'off']), 'on, if the model of DOCENT_MODEL sees pictures, or off'),
    'off',
  ),
  modelUnsupported: withDefault(
    variable(
      'DOCENT_MODEL_UNSUPPORTED',
      z.enum(['unlink', 'mark', 'drop']),
      'unlink, mark or drop: what happens to a sentence whose page does not support it',
    ),
    'unlink',
  ),
  modelContextTokens: withDefault(
    variable(
      'DOCENT_MODEL_CONTEXT_TOKENS',
      wholeNumber(4_000, 10_000_000),
      'how many tokens the model reads at once, at least 4000',
    ),
    128_000,
  ),
  modelWholeDocsTokens: withDefault(
    variable(
      'DOCENT_MODEL_WHOLE_DOCS_TOKENS',
      wholeNumber(0, 10_000_000),
      'the size in tokens up to which docs are sent whole, or 0 for never',
    ),
    60_000,
  ),
  modelWholeDocsQuestions: withDefault(
    variable(
      'DOCENT_MODEL_WHOLE_DOCS_QUESTIONS',
      wholeNumber(1, 100_000_000),
      'for how many questions a month docs are sent whole',
    ),
    1_000,
  ),
  embeddingModel: variable('DOCENT_EMBEDDING_MODEL', z.string(), 'the name of the embedding model at DOCENT_MODEL_URL'),
  masking,
  logLevel,
};

/** The names of all variables, in the order of their definitions. */
export const variableNames: readonly string[] = Object.values(v).map((variable) => variable.name);
