/** Reads what was said in a thread before a question. One call: some apps may make one a minute. */
import type { Question, ThreadRef } from '../../../core/model/conversation.ts';
import { PlatformError } from '../../../core/model/errors.ts';
import type { WebApi } from '../connection/web-api.ts';
import type { Self } from '../inbound/events.ts';
import { readText } from '../inbound/inbound-text.ts';
import type { People } from '../inbound/people.ts';

const maxReplies = 200;
const maxMessages = 20;

/** As in Platform. */
export async function earlierIn(
  { channel, thread: root }: ThreadRef,
  { id }: Question,
  { api, people, self }: { readonly api: WebApi; readonly people: People; readonly self: Self },
): Promise<readonly string[] | 'unread'> {
  const ts = /:(\d+\.\d+)(?::asked:\w+)?$/.exec(id)?.[1];
  if (ts === undefined || ts === root || !/^\d/.test(root)) return [];
  try {
    const { messages = [] } = await api.attempt(({ conversations }) =>
      conversations.replies({ channel, ts: root, latest: ts, limit: maxReplies }),
    );
    const said = messages.filter((each) => each.user && !each.bot_id && each.text && Number(each.ts) < Number(ts));
    return await Promise.all(
      said.slice(-maxMessages).map((each) => {
        return people.resolveNames(`<@${each.user}>: ${readText(each.text ?? '', self.userId)}`);
      }),
    );
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return 'unread';
  }
}
