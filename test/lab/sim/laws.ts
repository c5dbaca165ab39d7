/**
 * What must hold when a history has come to rest. In: the ledger, and what people see. Out: violations. (What must
 * always hold is checked where it happens: in platform, limits and services.)
 */

import type { DeploymentState } from '../../../src/bot/core/model/conversation.ts';
import { english } from '../../../src/bot/wording/wording.ts';
import type { Database } from '../../../src/kit/sql/database.ts';
import type { DeploymentRow, TurnRow } from '../../../src/kit/sql/schema.ts';
import type { Plan, PlannedQuestion } from './plan.ts';
import { answerOf, type Messages } from './platform.ts';
import type { Services } from './services.ts';
import type { Story } from './story.ts';

export interface AtRest {
  readonly plan: Plan;
  readonly database: Database;
  readonly messages: Messages;
  readonly services: Services;
  readonly story: Story;
  /** Questions and deployments that the platform need not deliver again. */
  readonly acknowledged: ReadonlySet<string>;
  readonly ended: ReadonlyMap<string, Ended>;
  /** Threads of replies that ended when their process ran out of time: their working indicator may stay. */
  readonly hasty: ReadonlySet<string>;
}

/** When a turn ended, in true time, and the conversation that it was claimed for. */
export interface Ended {
  readonly at: number;
  readonly conversation: string;
}

export async function checkAtRest(rest: AtRest): Promise<void> {
  const { database, story, plan, messages, acknowledged } = rest;
  const turns = await database.sql.selectFrom('turns').selectAll().orderBy('seq').execute();
  const deployments = await database.sql.selectFrom('deployments').selectAll().orderBy('seq').execute();
  if (turns.length !== plan.questions.length)
    story.violate(`${plan.questions.length} questions, ${turns.length} turns`);
  const joined = await database.sql
    .selectFrom('deployment_audit')
    .select('request_id')
    .where('event', '=', 'joined')
    .execute();
  const kept = new Set([
    ...turns.map((row) => row.question_id),
    ...[...deployments, ...joined].map((row) => row.request_id),
  ]);
  for (const name of acknowledged) if (!kept.has(name)) story.violate(`${name} was acknowledged and is not there`);
  for (const row of [...turns, ...deployments]) checkRow(row, rest);
  for (const row of turns) checkReply(row, rest);
  for (const row of deployments) checkDeployment(row, rest);
  checkOrder(turns, rest);
  for (const thread of messages.busy)
    if (!rest.hasty.has(thread)) story.violate(`${thread} says for ever that we are at work`);
}

/** Every turn is in a final state, unclaimed, and knows what is shown. */
function checkRow(row: TurnRow | DeploymentRow, { story, messages }: AtRest): void {
  // The buttons of an ended one may still have to go.
  const isDone = row.claimed_by === null || ('buttons' in row && row.buttons === 2);
  if (row.ended_at === null || !isDone) {
    story.violate(`${nameOf(row)} never ends: ${row.state}`);
    return;
  }
  const shown: readonly { readonly message: string; readonly removed?: true }[] = JSON.parse(row.shown);
  const [known, seen] = [
    shown.flatMap(({ message, removed }) => (removed ? [] : message)),
    messages.of(row.id).map(({ ref }) => ref),
  ];
  if (row.state === 'stopped' || messages.wasDeleted(row.id)) return;
  if (known.join() !== seen.join()) story.violate(`${nameOf(row)} knows of ${known}, and there are ${seen}`);
  if (messages.of(row.id).some(({ growing }) => growing)) story.violate(`${nameOf(row)} left a message growing`);
}

function nameOf(row: TurnRow | DeploymentRow): string {
  return 'question_id' in row ? row.question_id : row.request_id;
}

function checkReply(row: TurnRow, { plan, messages, story }: AtRest): void {
  const question = plan.questions.find(({ name }) => name === row.question_id);
  // Answered together with the one before it.
  if (!question || row.ended_at === null || row.code === 'joined') return;
  const { name, thread } = question;
  const shown = messages.of(row.id);
  if (shown.some((message) => message.thread !== thread)) story.violate(`${name} is answered in another thread`);
  if (messages.wasDeleted(row.id)) return;
  if (row.state === 'stopped') story.violate(`${name} was stopped by nobody`);
  const [said, words] = [answerOf(shown), toWords(question)];
  // A message that can no longer be edited may keep an outdated sentence.
  const sentences = shown
    .filter(({ refused }) => !refused)
    .flatMap(({ text }) => text.replaceAll(`‹${english.say('noSources')}›`, '').match(/‹/g) ?? []).length;
  const count = `${said.length} of ${words.length} words`;
  if (row.state === 'answered' && said.join() !== words.join()) story.violate(`${name} is answered with ${count}`);
  if (row.state === 'answered' && sentences > 0) story.violate(`${name} is answered and says that it is not`);
  if (row.state === 'failed' && sentences !== 1) story.violate(`${name} failed with ${sentences} sentences`);
  if (row.state === 'failed' && said.join() !== words.slice(0, said.length).join())
    story.violate(`${name} failed with words out of order`);
}

function toWords({ answer }: PlannedQuestion): readonly string[] {
  return answer.join('').match(/\bq\d+w\d+\b/g) ?? [];
}

/** One message, which is correct, preceded only by those that could no longer be edited. */
function checkDeployment(row: DeploymentRow, { messages, services, story }: AtRest): void {
  const name = row.request_id;
  const all = messages.of(row.id);
  const others = all.filter(({ refused }) => !refused).slice(1);
  if (others.length > 0) story.violate(`${name} has ${others.length + 1} messages`);
  const result = row.status_id === null ? undefined : services.resultOf(row.status_id);
  if (row.state === 'succeeded' && result !== 'success') story.violate(`${name} did not succeed`);
  if (row.state === 'failed' && result === 'success') story.violate(`${name} did not fail`);
  // If a message with this beginning can no longer be edited, the rest of the text is in the next one.
  const first = english.say(`deployState.${row.state as DeploymentState}`, { project: row.project });
  if (!messages.wasDeleted(row.id) && !all.some(({ text }) => text.startsWith(first)))
    story.violate(`${name} does not say: ${first}`);
}

/** The turns of a conversation end in the order in which they were accepted. */
function checkOrder(turns: readonly TurnRow[], { ended, story }: AtRest): void {
  const latest = new Map<string, number>();
  for (const row of turns) {
    const { at, conversation } = ended.get(row.id) ?? { at: 0, conversation: '' };
    const before = latest.get(conversation) ?? 0;
    if (at < before) story.violate(`${row.question_id} ended before one that was asked earlier`);
    latest.set(conversation, Math.max(before, at));
  }
}
