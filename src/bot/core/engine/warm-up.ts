/**
 * Runs at startup what V8 would otherwise compile while the first questions wait: the layout of a sample reply, masking, and
 * the patterns and the classifier that messages are compared with.
 */
import { atOnce } from '../../../kit/base/time-slices.ts';
import { maskSensitive } from '../../../kit/masking/mask.ts';
import { warmUpSmallTalk } from '../../../kit/matching/small-talk.ts';
import { createReplyLayout } from '../live-reply/reply-layout.ts';
import { emptyReply } from '../model/reply.ts';
import type { Platform } from '../ports/platform.ts';
import { isSmallTalk } from '../questions/classify-message.ts';

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

const samples = [sample.slice(0, sample.length / 2), sample];

/**
 * Takes some 60 ms and sends nothing. The first text of a new process is shown about 13 ms sooner and the last letter of that
 * answer about 7 (`npm run bench -- --full --only C=1`), and the first follow-up does not stop the process for 40 ms.
 */
export function warmUp(platforms: readonly Platform[]): void {
  for (const platform of platforms) {
    const layout = createReplyLayout(platform, []);
    for (const text of samples) atOnce(layout.bodies({ ...emptyReply, text }));
  }
  warmUpSmallTalk();
  for (const text of samples) {
    isSmallTalk(text);
    maskSensitive(text);
  }
}
