/** A logger for the vendor's SDKs that says nothing: refusals and broken sockets are what these tests are about. */
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
