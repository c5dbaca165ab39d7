/** The metrics that the core reports. Types only. */

/** Metrics sink. Names and labels are in kit/ops/metrics. */
export interface Metrics {
  count(name: string, labels?: Readonly<Record<string, string>>): void;
  /** Durations are in seconds. */
  observe(name: string, value: number, labels?: Readonly<Record<string, string>>): void;
}
