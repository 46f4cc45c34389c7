import type { SeriesName } from '../../../src/foundation/page/skin/tokens.ts';

export interface ChartSeries {
  label: string;
  colour: SeriesName;
  values: readonly (number | null)[];
  /** An earlier period, drawn dashed. */
  isPast?: boolean;
}

export interface ChartBand {
  from: string;
  to: string;
  label: string;
}

export interface ChartProps {
  /** The accessible name. */
  label: string;
  /** When each step begins. */
  times: readonly string[];
  stepMs: number;
  series: readonly ChartSeries[];
  bands?: readonly ChartBand[];
  height?: number;
  /** Whether the series are counts or sums of a step, drawn as bars on each other; an earlier period stays a line. */
  isSums?: boolean;
  format?: (value: number) => string;
}
