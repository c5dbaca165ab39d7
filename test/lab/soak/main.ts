/**
 * `npm run soak [-- --short] [--seed N]`: three replicas, a thousand questions, and everything that can break does.
 * Prints how many were asked, answered, duplicated and lost. Exit code 1 unless the last two are 0.
 */
import { parseArgs } from 'node:util';
import { long, short } from './plan.ts';
import { soak } from './soak.ts';

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const result = await soak({ ...(values.short ? short : long), seed: Number(values.seed) }, say);
const { failed, limited, lost } = result.faults;
say(`
questions  ${result.questions}
replies    ${result.whole + result.errors}   (${result.whole} whole, ${result.errors} visible errors)
doubled    ${result.doubled.length}
lost       ${result.lost.length}
kills      ${result.kills}   (kill -9 of a replica)
outages    ${result.outages}   (Postgres crashed and came back)
drops      ${result.drops}   (every socket broken)
faults     ${(failed ?? 0) + (limited ?? 0) + (lost ?? 0)} of ${result.calls} calls: ${limited} limited, ${failed} failed, ${lost} done and their answers lost
turns      ${JSON.stringify(result.ends)}
exits      ${result.exits.join(' ')}
took       ${(result.tookMs / 1_000).toFixed(0)} s`);
for (const each of result.doubled.slice(0, 20)) say(`doubled: ${each}`);
if (result.lost.length > 0) say(`lost: ${result.lost.join(' ')}`);
for (const each of result.complaints.slice(0, 20)) say(`log: ${each}`);
process.exitCode = result.doubled.length + result.lost.length === 0 ? 0 : 1;
