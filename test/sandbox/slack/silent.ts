/** A logger for the vendor's SDKs that logs nothing: these tests are about refusals and broken sockets. */
import { LogLevel } from '@slack/web-api';

const nothing = (): void => undefined;

export const silent = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => LogLevel.ERROR,
  setName: nothing,
};
