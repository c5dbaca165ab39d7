/**
 * Deliberate bugs, to prove that the simulation finds them. In: a store or a pacer, and the name of a bug. Out: the
 * same with the bug.
 */

import type { Store } from '../../../src/bot/core/ports/store.ts';
import type { Pacer } from '../../../src/bot/core/rate-limits/pacer.ts';

export const mutations = [
  'skip the nonce',
  'drop the claim',
  'acknowledge before the insert',
  'forget what is shown',
  'forget the fence',
  'let duplicates in',
  'mix the threads',
  'forget to end',
  'claim out of order',
  'end without a word',
  'forget the thread',
  'trigger again',
  'leave the sign',
  'mind no wait',
  'mind no limit',
] as const;

export type Mutation = (typeof mutations)[number];

/** A pacer that ignores some limits. */
export function mutatePacer(pacer: Pacer, mutation: Mutation | undefined): Pacer {
  if (mutation === 'mind no wait') return { ...pacer, pause: () => undefined };
  const go = async () => ({ way: 0, accepted: () => undefined, isWithdrawn: () => false });
  if (mutation === 'mind no limit') return { ...pacer, acquire: async () => undefined, acquireFirst: go };
  return pacer;
}

/** The nonce and the working indicator belong to the platform, the limits to the pacer; the others to the store. */
export function mutateStore(store: Store, mutation: Mutation | undefined): Store {
  const broken = changes(store);
  return mutation && mutation in broken ? { ...bound(store), ...broken[mutation] } : store;
}

function changes(store: Store): Partial<Record<Mutation, Partial<Store>>> {
  let copies = 0;
  return {
    // After a second any process may claim what another is working on.
    'drop the claim': {
      claimTurn: (owner, now, _, platforms) => store.claimTurn(owner, now, now + 1_000, platforms),
      renew: (owner, _, ...times) => store.renew(owner, [], ...times),
      saveTurnShown: (...given) => store.saveTurnShown(...given).catch(() => undefined),
    },
    'acknowledge before the insert': {
      async accept(question) {
        store.accept(question).catch(() => undefined);
        return { result: 'accepted' };
      },
    },
    'forget what is shown': { saveTurnShown: async () => undefined },
    'forget the fence': {
      saveTurnShown: (...given) => store.saveTurnShown(...given).catch(() => undefined),
      endTurn: (turn, end, now) => store.endTurn({ ...turn, tries: turn.tries }, end, now).catch(() => undefined),
      renew: (owner, _, ...times) => store.renew(owner, [], ...times),
    },
    'let duplicates in': {
      accept(question) {
        copies += 1;
        return store.accept({ ...question, id: `${question.id}#${copies}` });
      },
    },
    'mix the threads': {
      async claimTurn(...given) {
        const turn = await store.claimTurn(...given);
        return turn && { ...turn, conversation: { ...turn.conversation, assistantThread: { id: 'th-0' } } };
      },
    },
    'forget to end': { endTurn: async () => undefined },
    'claim out of order': {
      accept: (question) =>
        store.accept({
          ...question,
          thread: { ...question.thread, channel: `${question.thread.channel}-${question.id}` },
        }),
    },
    'forget the thread': { saveAssistantThread: async () => undefined },
    'trigger again': {
      async claimDeployment(...given) {
        const deployment = await store.claimDeployment(...given);
        if (!deployment) return undefined;
        const { statusId: _, ...rest } = deployment;
        return { ...rest, tries: 1 };
      },
      saveDeploymentShown: async () => undefined,
      saveDeployment: (claim, change, now) => store.saveDeployment(claim, change, now).catch(() => undefined),
    },
    'end without a word': {
      async claimTurn(...given) {
        const turn = await store.claimTurn(...given);
        if (turn && turn.tries > 1) {
          await store.endTurn(turn, { state: 'failed', code: 'lazy', answer: '', sources: [] }, given[1]);
          return undefined;
        }
        return turn;
      },
    },
  };
}

/** The methods of a proxy as members that can be spread. */
function bound(store: Store): Store {
  return {
    now: () => store.now(),
    forget: (...given) => store.forget(...given),
    platformsApart: () => store.platformsApart(),
    removeInstallation: (...given) => store.removeInstallation(...given),
    answeredSince: (...given) => store.answeredSince(...given),
    accept: (...given) => store.accept(...given),
    claimTurn: (...given) => store.claimTurn(...given),
    saveOpenedThread: (...given) => store.saveOpenedThread(...given),
    saveAssistantThread: (...given) => store.saveAssistantThread(...given),
    history: (...given) => store.history(...given),
    hasAiNotice: (...given) => store.hasAiNotice(...given),
    deleteQuestion: (...given) => store.deleteQuestion(...given),
    removeJoined: (...given) => store.removeJoined(...given),
    saveTurnShown: (...given) => store.saveTurnShown(...given),
    saveCards: (...given) => store.saveCards(...given),
    endTurn: (...given) => store.endTurn(...given),
    claimOldButtons: (...given) => store.claimOldButtons(...given),
    endOldButtons: (...given) => store.endOldButtons(...given),
    acceptDeployment: (...given) => store.acceptDeployment(...given),
    claimDeployment: (...given) => store.claimDeployment(...given),
    saveDeploymentShown: (...given) => store.saveDeploymentShown(...given),
    saveDeployment: (...given) => store.saveDeployment(...given),
    plannedRun: (...given) => store.plannedRun(...given),
    planFurtherRun: (...given) => store.planFurtherRun(...given),
    listDeployments: (...given) => store.listDeployments(...given),
    deploymentLock: (...given) => store.deploymentLock(...given),
    lockDeployments: (...given) => store.lockDeployments(...given),
    unlockDeployments: (...given) => store.unlockDeployments(...given),
    addConfirmation: (...given) => store.addConfirmation(...given),
    findConfirmation: (...given) => store.findConfirmation(...given),
    takeConfirmation: (...given) => store.takeConfirmation(...given),
    expiredConfirmations: (now) => store.expiredConfirmations(now),
    claimReask: (...given) => store.claimReask(...given),
    saveReask: (...given) => store.saveReask(...given),
    endReask: (...given) => store.endReask(...given),
    answeredAfterReask: (since) => store.answeredAfterReask(since),
    askedSince: (...given) => store.askedSince(...given),
    findAskable: (turn) => store.findAskable(turn),
    countUse: (...given) => store.countUse(...given),
    audit: (...given) => store.audit(...given),
    auditOf: (...given) => store.auditOf(...given),
    renew: (...given) => store.renew(...given),
    release: (...given) => store.release(...given),
    releaseDead: () => store.releaseDead(),
    readCursors: (...given) => store.readCursors(...given),
    saveReadCursors: (...given) => store.saveReadCursors(...given),
    findTurn: (name) => store.findTurn(name),
    findAnswer: (of) => store.findAnswer(of),
    answersBefore: (...given) => store.answersBefore(...given),
    takeCall: (...given) => store.takeCall(...given),
    findCorrection: (turn) => store.findCorrection(turn),
    saveFeedback: (given) => store.saveFeedback(given),
    saveFeedbackDetail: (...given) => store.saveFeedbackDetail(...given),
    removeReactions: (...given) => store.removeReactions(...given),
    removeFeedback: (given) => store.removeFeedback(given),
    issuePreparedAt: (...given) => store.issuePreparedAt(...given),
    prepareIssue: (...given) => store.prepareIssue(...given),
    claimRun: (...given) => store.claimRun(...given),
    endRun: (...given) => store.endRun(...given),
    runningIn: (place) => store.runningIn(place),
    isWaiting: (...given) => store.isWaiting(...given),
    stopTurn: (id, by) => store.stopTurn(id, by),
    reopen: (...given) => store.reopen(...given),
    onSignal: (...given) => store.onSignal(...given),
    waitingSince: (now) => store.waitingSince(now),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}
