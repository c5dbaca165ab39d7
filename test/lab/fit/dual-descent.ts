/**
 * Logistic regression with a ridge penalty for sparse rows, by dual coordinate descent (Yu, Huang and Lin 2011). The order of
 * the rows is shuffled with a fixed seed, so the same rows always result in the same weights.
 */

/** Row `r` has the columns and values from `starts[r]` to `starts[r + 1]`. */
export interface SparseRows {
  readonly starts: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float64Array;
  readonly width: number;
}

const rounds = 12;
const newtonSteps = 20;

/** `cost`: the weight of errors relative to the penalty. */
export function fitDual(rows: SparseRows, labels: readonly boolean[], cost: number): Float64Array {
  const weights = new Float64Array(rows.width);
  const addRow = (row: number, times: number): void => {
    for (let at = rows.starts[row] ?? 0; at < (rows.starts[row + 1] ?? 0); at += 1) {
      const column = rows.columns[at] ?? 0;
      weights[column] = (weights[column] ?? 0) + times * (rows.values[at] ?? 0);
    }
  };
  const duals = new Float64Array(labels.length).fill(cost * 1e-8);
  const norms = labels.map((_, row) => squaredNorm(rows, row));
  const order = labels.map((_, row) => row);
  const random = randomFrom(1);
  for (const [row, isPositive] of labels.entries()) addRow(row, (isPositive ? 1 : -1) * (duals[row] ?? 0));
  for (let round = 0; round < rounds; round += 1) {
    shuffle(order, random);
    for (const row of order) {
      const sign = labels[row] ? 1 : -1;
      const old = duals[row] ?? 0;
      const next = bestDual(old, norms[row] ?? 0, sign * score(rows, row, weights), cost);
      addRow(row, (next - old) * sign);
      duals[row] = next;
    }
  }
  return weights;
}

/** Newton's method on one dual variable, kept within (0, cost). */
function bestDual(old: number, norm: number, margin: number, cost: number): number {
  let dual = old;
  for (let step = 0; step < newtonSteps; step += 1) {
    const slope = norm * (dual - old) + margin + Math.log(dual / (cost - dual));
    const curvature = norm + cost / (dual * (cost - dual));
    const wanted = dual - slope / curvature;
    const next = wanted <= 0 ? dual * 0.1 : wanted >= cost ? cost - (cost - dual) * 0.1 : wanted;
    const isClose = Math.abs(next - dual) < 1e-9 * cost;
    dual = next;
    if (isClose) break;
  }
  return dual;
}

function score({ starts, columns, values }: SparseRows, row: number, weights: Float64Array): number {
  let sum = 0;
  for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1)
    sum += (values[at] ?? 0) * (weights[columns[at] ?? 0] ?? 0);
  return sum;
}

function squaredNorm({ starts, values }: SparseRows, row: number): number {
  let sum = 0;
  for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) sum += (values[at] ?? 0) ** 2;
  return sum;
}

/** Random numbers from 0 up to but excluding 1, from a linear congruential generator. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

function shuffle(items: number[], random: () => number): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] ?? 0, items[last] ?? 0];
  }
}
