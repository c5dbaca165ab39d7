/** The metrics that the core reports. Types only. */

/** Metrics sink. Names and labels are in kit/ops/metrics. */
export interface Metrics {
  /** `by` is 1; with 0, a series exists before anything is counted. */
  count(name: string, labels?: Readonly<Record<string, string>>, by?: number): void;
  /** Durations are in seconds. */
  observe(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
}
