export interface Shade {
  light: string;
  dark: string;
}

const shade = (light: string, dark: string): Shade => ({ light, dark });

/** Text colours have a contrast of at least 4.5:1 on their backgrounds. */
export const tokens = {
  ground: shade('#f5f7f9', '#101317'),
  paper: shade('#ffffff', '#181c21'),
  sunken: shade('#f8f9fb', '#1e2329'),
  raised: shade('#ffffff', '#1e2329'),
  hover: shade('#f1f4f6', '#20262c'),
  line: shade('#e4e8ed', '#2a3038'),
  edge: shade('#c9d0d9', '#3a424d'),
  control: shade('#858f9b', '#717c89'),
  ink: shade('#16191d', '#eceff3'),
  soft: shade('#545c66', '#b3bcc7'),
  faint: shade('#68717c', '#929ca8'),
  brand: shade('#0b6b4f', '#5fcaa0'),
  'brand-hover': shade('#085a42', '#8adcb9'),
  fill: shade('#0b6b4f', '#177a5b'),
  'fill-hover': shade('#085a42', '#136a4f'),
  tint: shade('#e6f2ed', '#153329'),
  'tint-edge': shade('#b5d6c9', '#24553f'),
  bad: shade('#b3261e', '#ff9a90'),
  'bad-hover': shade('#931c15', '#ffb3ab'),
  'on-bad': shade('#ffffff', '#2b0f0c'),
  'bad-tint': shade('#fdeeec', '#3b1f1d'),
  'bad-edge': shade('#f2c5c1', '#6b3531'),
  warn: shade('#8a5300', '#f2bd6b'),
  'warn-tint': shade('#fff5df', '#352a14'),
  'warn-edge': shade('#ecd49f', '#5f4c22'),
  info: shade('#1d5bb8', '#9dbdff'),
  'info-tint': shade('#eaf1fb', '#1c2a42'),
  'info-edge': shade('#bdd2f1', '#34507f'),
  test: shade('#ffd75e', '#ffd75e'),
  'on-test': shade('#2b2200', '#2b2200'),
  float: shade('0 12px 32px rgb(22 25 29 / 14%)', '0 16px 40px rgb(0 0 0 / 50%)'),
} as const satisfies Record<string, Shade>;

export type TokenName = keyof typeof tokens;

/** A product has the same colour in every chart. Each has a contrast of at least 3:1 on paper. */
export const seriesShades = {
  sms_code: shade('#3f8cea', '#8cbaff'),
  sms_notice: shade('#c27c0e', '#f0bd5e'),
  face_verify: shade('#0b6b4f', '#4ccb9c'),
  verify_start: shade('#a8357a', '#f08cc4'),
  verify_voice: shade('#0e7490', '#5fd3e6'),
  verify_email: shade('#65740a', '#c5d860'),
  fourth: shade('#5a3696', '#8660d8'),
  completed: shade('#469a7b', '#34805f'),
  rest: shade('#7f8a96', '#7d8894'),
  not_done: shade('#b8321f', '#e04a38'),
} as const satisfies Record<string, Shade>;

export type SeriesName = keyof typeof seriesShades;

const chinese =
  '"PingFang SC", "HarmonyOS Sans SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

/** Latin fonts first, so that digits align everywhere. */
export const fonts = {
  text: `Inter, ${chinese}`,
  besideChinese: `"Inter beside Chinese", ${chinese}`,
  mono: '"JetBrains Mono", ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace',
} as const;
