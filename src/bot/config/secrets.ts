/** The values of a configuration that must never be shown or logged. */
import type { Config, Routing } from './config.ts';

/** All secrets in the configuration. */
export function secretsOf({ slack, discord, deploy, routing, database, fpSecret }: Config): readonly string[] {
  const tokens = deploy?.projects.map(({ token }) => token) ?? [];
  const installing = slack?.installing;
  const all = [
    ...[slack?.botToken, slack?.appToken, slack?.signingSecret, discord?.token],
    ...(installing ? [installing.clientSecret, installing.stateSecret, ...installing.encryptionKeys] : []),
    ...[...tokens, ...routingSecrets(routing)],
    ...[fpSecret, ...passwordsIn(database)],
  ];
  return all.filter((secret) => secret !== undefined).filter((secret) => secret !== '');
}

/** The keys of all sites and projects. */
export function routingSecrets({ sites, projects }: Routing): readonly string[] {
  return [...[...sites.values()].map(({ apiKey }) => apiKey), ...[...projects.values()].map(({ token }) => token)];
}

/** Percent-encoded as in the address, and decoded. */
function passwordsIn(database: string): readonly string[] {
  if (!database.startsWith('postgres')) return [];
  const { password, search } = new URL(database);
  const asked = [...search.matchAll(/[?&]password=([^&]*)/g)].map(([, value = '']) => value);
  return [password, ...asked].flatMap((secret) => [secret, decoded(secret)]);
}

/** Postgres takes invalid percent-encoding literally. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
