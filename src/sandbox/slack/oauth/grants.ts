/**
 * OAuth: the workspaces that granted the app a token, and which tokens are valid. With token rotation, tokens live twelve
 * hours; at most two per workspace are valid at a time, and a refresh token can be used once. Source: docs.slack.dev
 * authentication/installing-with-oauth and authentication/using-token-rotation, 2026-11-23.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../kit/base/clock.ts';
import type { Team } from '../world/seed.ts';
import { Refusal } from '../world/validation.ts';

const lifetimeS = 12 * 3_600;
const maxActive = 2;
const codeLifetimeMs = 10 * 60_000;

export interface Granted {
  readonly team: Team;
  readonly token: string;
  readonly refreshToken?: string;
  readonly expiresInS?: number;
}

interface Token {
  readonly team: Team;
  readonly expiresAt: number;
  isRevoked: boolean;
}

export class Grants {
  /** Whether the app uses token rotation. */
  rotates = false;
  readonly #clock: Clock;
  readonly #tokens = new Map<string, Token>();
  readonly #codes = new Map<string, { readonly team: Team; readonly expiresAt: number }>();
  readonly #refreshTokens = new Map<string, Team>();
  readonly #unused = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** All tokens ever issued, for tests that search for leaks. */
  get all(): readonly string[] {
    return [...this.#tokens.keys(), ...this.#refreshTokens.keys()];
  }

  /** Adds a token that never expires. */
  give(team: Team, token: string): void {
    this.#tokens.set(token, { team, expiresAt: Number.POSITIVE_INFINITY, isRevoked: false });
  }

  /** Someone installs the app in the workspace. */
  approve(team: Team): string {
    const code = randomUUID();
    this.#codes.set(code, { team, expiresAt: this.#clock.now() + codeLifetimeMs });
    return code;
  }

  exchange(code: string): Granted {
    const approved = this.#codes.get(code);
    this.#codes.delete(code);
    if (!approved || approved.expiresAt <= this.#clock.now()) throw new Refusal('invalid_code');
    return this.#grant(approved.team);
  }

  refresh(refreshToken: string): Granted {
    const team = this.#refreshTokens.get(refreshToken);
    if (!team || !this.#unused.delete(refreshToken)) throw new Refusal('invalid_refresh_token');
    return this.#grant(team);
  }

  /** The workspace of a token; undefined for an unknown token. */
  teamOf(token: string | undefined): Team | undefined {
    return this.#tokens.get(token ?? '')?.team;
  }

  /** Fails with Refusal if the token is not valid. */
  check(token: string): void {
    const found = this.#tokens.get(token);
    if (!found) throw new Refusal('invalid_auth');
    if (found.isRevoked) throw new Refusal('token_revoked');
    if (found.expiresAt <= this.#clock.now()) throw new Refusal('token_expired');
  }

  /** Revokes all tokens of a workspace. */
  revoke({ id }: Team): void {
    for (const token of this.#tokens.values()) if (token.team.id === id) token.isRevoked = true;
    for (const [refreshToken, team] of this.#refreshTokens) if (team.id === id) this.#unused.delete(refreshToken);
  }

  #grant(team: Team): Granted {
    const name = randomUUID();
    if (!this.rotates) {
      const token = `xoxb-${name}`;
      this.give(team, token);
      return { team, token };
    }
    const [token, refreshToken] = [`xoxe.xoxb-1-${name}`, `xoxe-1-${name}`];
    this.#tokens.set(token, { team, expiresAt: this.#clock.now() + lifetimeS * 1_000, isRevoked: false });
    const active = [...this.#tokens.values()].filter((token) => token.team.id === team.id && !token.isRevoked);
    for (const old of active.slice(0, -maxActive)) old.isRevoked = true;
    this.#refreshTokens.set(refreshToken, team);
    this.#unused.add(refreshToken);
    return { team, token, refreshToken, expiresInS: lifetimeS };
  }
}
