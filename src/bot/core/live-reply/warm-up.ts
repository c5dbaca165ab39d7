/** Lays out a sample reply at startup. Otherwise the first answer waits until V8 has compiled the Markdown code. */
import { atOnce } from '../../../kit/base/time-slices.ts';
import { emptyReply } from '../model/reply.ts';
import type { Platform } from '../ports/platform.ts';
import { createReplyLayout } from './reply-layout.ts';

/** Contains what answers usually consist of. */
const sample = `Run \`npm install\` in **your** project, see [the guide](https://example.com/guide):

1. One step
   - and a _detail_

| Key | Value |
| --- | --- |
| a | b |

\`\`\`js
start();
\`\`\`
`;

/** Sends nothing. Shows the first text of a new process about ten milliseconds sooner (`npm run bench -- --full --only C=1`). */
export function warmUp(platform: Platform): void {
  const layout = createReplyLayout(platform, []);
  for (const text of [sample.slice(0, sample.length / 2), sample]) atOnce(layout.bodies({ ...emptyReply, text }));
}
