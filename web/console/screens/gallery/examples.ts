import type { ChartBand, ChartSeries } from '../../kit/chart-props.ts';
import type { StatusTone } from '../../kit/status-tone.ts';

const noon = Date.parse('2030-01-15T04:00:00.000Z');
const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();

export const stepMs = 15 * 60_000;
export const times = Array.from({ length: 58 }, (_, index) => at(index * 15));

const wave = (max: number) =>
  times.map((_, index) => Math.round(max * (0.15 + 0.8 / (1 + Math.exp((26 - index) / 4)))));

export const series: readonly ChartSeries[] = [
  { label: 'Code SMS', colour: 'sms_code', values: wave(2_600) },
  { label: 'Notice SMS', colour: 'sms_notice', values: wave(1_300) },
  { label: 'Face check', colour: 'face_verify', values: wave(400) },
  { label: 'Code SMS, −7 d', colour: 'rest', isPast: true, values: wave(2_450) },
];

export const bands: readonly ChartBand[] = [
  { from: at(45 * 15), to: at(47 * 15), label: 'ali-sms · 11:14–12:07' },
];

const tones: readonly StatusTone[] = [
  'good',
  'sent',
  'good',
  'pending',
  'bad',
  'good',
  'unknown',
  'refused',
];
const names = ['Rowan Bank', '青禾科技', 'Harbour Insurance', '云帆出行', 'Lumen Credit'];

export const rows = tones.map((tone, index) => ({
  requestId: `01a1dde7-f3dc-73b3-bb57-30d127a2d7${(index + 32).toString(16)}`,
  tone,
  name: names[index % names.length] ?? '',
  price: index === 3 ? '1204.0000' : '0.0450',
  at: at(-index),
}));

export const problem = {
  reason: 'invalid_request',
  message: 'The amount has an invalid format.',
  requestId: '01a1dde7-f3dc-73b3-bb57-30d127a2d76e',
  details: [{ field: 'amount', problem: 'has an invalid format' }],
};

export const curl = `curl -i http://127.0.0.1:8080/api/v1/sms_code \\
  -H 'content-type: application/json' \\
  -H 'x-api-key: cs_test_7Qm2vXc9RkT4bYw8HnZs3LpD6fGjA1e' \\
  -d '{"mobile":"13800000000","code":"246810"}'`;
