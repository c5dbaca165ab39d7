/** What the trial says about SLACK_STREAMING. Pure. */
import { modeIn, type StreamingModes } from '../../bot/platforms/slack/outbound/streaming.ts';
import type { StreamSeen } from './checks.ts';

/**
 * The setting that the findings call for, if it is not set so. `seen`: oldest first; a person's eyes are asked last and count
 * most. What the API shows is not enough to stream where people may see nothing.
 */
export function settingFor(seen: readonly StreamSeen[], modes: Partial<StreamingModes>): string | undefined {
  const last = seen.at(-1);
  if (last === undefined || last === 'read') return undefined;
  const [channels, direct] = [modeIn(inChannel, modes), modeIn(inDirect, modes)];
  const streams = channels === 'auto' || channels === 'native';
  if (streams === (last === 'seen')) return undefined;
  // Somebody wants no answers that grow.
  if (channels === 'off') return undefined;
  return `channels:${streams ? 'edit' : 'auto'},direct:${direct}`;
}

const inChannel = { platform: 'slack', installation: '', channel: 'C', thread: '' };
const inDirect = { ...inChannel, channel: 'D' };
