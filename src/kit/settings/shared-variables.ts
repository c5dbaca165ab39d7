/** The variables that bot and service both read, so that they can share one `.env`. Where each listens by default, it says itself. */
import { z } from 'zod';
import { logLevels } from '../base/logger.ts';
import { variable, withDefault } from './reader.ts';
import { listenHost, listenPort, wholeNumber } from './values.ts';

export const retentionDays = withDefault(
  variable(
    'RETENTION_DAYS',
    z.union([z.literal('off'), wholeNumber(1, 3_650)]),
    'a whole number of days from 1 to 3650, or off',
  ),
  90,
);

export const masking = withDefault(variable('MASKING', z.enum(['on', 'off']), 'on or off'), 'on');

export const host = variable('HOST', listenHost, 'the name or address to listen on, without a port');

export const port = variable('PORT', listenPort, 'a whole number from 0 to 65535');

export const trustProxy = variable(
  'TRUST_PROXY',
  z
    .string()
    .regex(/^(?:\d|true|false)$/)
    .transform((value) => (value === 'true' ? 1 : Number(value) || 0)),
  'the number of proxies in front of Docent, for example 1',
);

export const logLevel = withDefault(variable('LOG_LEVEL', z.enum(logLevels), 'error, warn, info or debug'), 'info');
