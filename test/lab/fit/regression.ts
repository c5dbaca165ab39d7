/**
 * Two models that are fitted by Newton's method starting from zero, so that the same data always result in the same weights:
 * logistic regression (does an example belong to the class?) and its listwise form (a softmax over the candidates of one
 * question; the loss is the negative logarithm of the probability that a right one comes first). Features are standardized,
 * with a ridge penalty.
 */

/** The candidates of one question: their features, and which are right. */
export interface Choice {
  readonly candidates: readonly (readonly number[])[];
  /** For each candidate; at least one is right. */
  readonly isRight: readonly boolean[];
  readonly weight: number;
}

export interface Example {
  readonly features: readonly number[];
  readonly isPositive: boolean;
  readonly weight: number;
}

const newtonSteps = 25;
/** Newton's method ends when no weight changes by more than this. */
const tolerance = 1e-9;

/** Returns the weights of the features. The penalty is in units of examples. */
export function fitListwise(choices: readonly Choice[], penalty = 1): readonly number[] {
  const size = choices[0]?.candidates[0]?.length ?? 0;
  const scales = deviations(choices.flatMap(({ candidates }) => candidates));
  const scaled = choices.map(({ candidates, isRight, weight }) => ({
    rows: candidates.map((row) => row.map((value, at) => value / (scales[at] ?? 1))),
    isRight,
    weight,
  }));
  let weights = zeros(size);
  for (let step = 0; step < newtonSteps; step++) {
    const gradient = weights.map((weight) => penalty * weight);
    const hessian = weights.map((_, row) => weights.map((_, column) => (row === column ? penalty : 0)));
    for (const { rows, isRight, weight } of scaled) {
      const scores = rows.map((row) => dot(row, weights));
      const most = Math.max(...scores);
      const powers = scores.map((score) => Math.exp(score - most));
      const total = powers.reduce((sum, power) => sum + power, 0);
      const right = powers.reduce((sum, power, at) => sum + (isRight[at] ? power : 0), 0);
      const means = zeros(size);
      for (const [at, row] of rows.entries()) add(means, row, (powers[at] ?? 0) / total);
      for (const [at, row] of rows.entries()) {
        const chance = (powers[at] ?? 0) / total;
        add(gradient, row, weight * (chance - (isRight[at] ? (powers[at] ?? 0) / right : 0)));
        const centred = row.map((value, column) => value - (means[column] ?? 0));
        for (const [column, line] of hessian.entries()) add(line, centred, weight * chance * (centred[column] ?? 0));
      }
    }
    const change = solve(hessian, gradient);
    weights = minus(weights, change);
    if (change.every((value) => Math.abs(value) < tolerance)) break;
  }
  return weights.map((weight, at) => weight / (scales[at] ?? 1));
}

/** The mean loss per question with these weights. */
export function listwiseLoss(choices: readonly Choice[], weights: readonly number[]): number {
  const losses = choices.map(({ candidates, isRight }) => {
    const scores = candidates.map((row) => dot(row, weights));
    const most = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - most));
    const right = powers.reduce((sum, power, at) => sum + (isRight[at] ? power : 0), 0);
    return Math.log(powers.reduce((sum, power) => sum + power, 0)) - Math.log(right);
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}

/** Returns the weights of the features; the last feature, which is always 1, is the bias and is not penalized. */
export function fitLogistic(examples: readonly Example[], penalty = 1): readonly number[] {
  const size = examples[0]?.features.length ?? 0;
  const scales = deviations(examples.map(({ features }) => features));
  scales[size - 1] = 1;
  let weights = zeros(size);
  for (let step = 0; step < newtonSteps; step++) {
    const penalties = weights.map((_, at) => (at === size - 1 ? 1e-6 : penalty));
    const gradient = weights.map((weight, at) => (penalties[at] ?? 0) * weight);
    const hessian = weights.map((_, row) => weights.map((_, column) => (row === column ? (penalties[row] ?? 0) : 0)));
    for (const { features, isPositive, weight } of examples) {
      const row = features.map((value, at) => value / (scales[at] ?? 1));
      const chance = 1 / (1 + Math.exp(-dot(row, weights)));
      add(gradient, row, weight * (chance - Number(isPositive)));
      for (const [column, line] of hessian.entries())
        add(line, row, weight * chance * (1 - chance) * (row[column] ?? 0));
    }
    weights = minus(weights, solve(hessian, gradient));
  }
  return weights.map((weight, at) => weight / (scales[at] ?? 1));
}

function zeros(size: number): number[] {
  return Array<number>(size).fill(0);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

function minus(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, at) => value - (b[at] ?? 0));
}

function add(to: number[], row: readonly number[], times: number): void {
  for (const [at, value] of row.entries()) to[at] = (to[at] ?? 0) + times * value;
}

/** The standard deviation of each column; 1 for constant columns. */
function deviations(rows: readonly (readonly number[])[]): number[] {
  return (rows[0] ?? []).map((_, at) => {
    const mean = rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length;
    const variance = rows.reduce((sum, row) => sum + ((row[at] ?? 0) - mean) ** 2, 0) / rows.length;
    return Math.sqrt(variance) || 1;
  });
}

/** Gaussian elimination; the matrix is symmetric and positive definite, so no pivoting is needed. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (const [at, row] of rows.entries()) {
    const pivot = row[at] ?? 1;
    for (const [other, line] of rows.entries()) {
      if (other !== at) add(line, row, -(line[at] ?? 0) / pivot);
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}
