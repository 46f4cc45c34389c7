import { html } from '../../../src/foundation/page/html.ts';
import { launchBrowser } from '../../browser/browser.ts';
import type { Series } from './prometheus.ts';

/** A panel of the dashboard, with what its expressions returned. */
export interface DrawnPanel {
  title: string;
  unit: string;
  place: { x: number; y: number; w: number; h: number };
  lines: readonly { name: string; series: Series }[];
}

const colours = ['#2563eb', '#0d9488', '#d97706', '#dc2626', '#7c3aed', '#475569', '#65a30d'];
const [width, height] = [420, 110];

/** A picture of all panels in their places, as PNG. */
export async function drawDashboard(panels: readonly DrawnPanel[]): Promise<Buffer> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    await page.setContent(
      html`<!doctype html>
      <style>
        body { margin: 0; padding: 16px; background: #f4f5f7; font: 12px sans-serif; color: #334155; }
        main { display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px; }
        section { background: #fff; border: 1px solid #dfe3e8; border-radius: 4px; padding: 10px 12px; }
        h2 { margin: 0 0 6px; font-size: 13px; color: #0f172a; }
        svg { width: 100%; display: block; }
        ul { list-style: none; margin: 6px 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 12px; }
        i { display: inline-block; width: 10px; height: 3px; margin-right: 5px; vertical-align: middle; }
      </style>
      <main>${panels.map(drawPanel)}</main>`.text,
    );
    return await page.screenshot({ fullPage: true });
  } finally {
    await browser.close();
  }
}

function drawPanel({ title, unit, lines }: DrawnPanel) {
  const points = lines.map(({ series }) =>
    series.values.map(([at, value]): [number, number] => [at, Number(value)]),
  );
  const all = points.flat().filter(([, value]) => Number.isFinite(value));
  const top = Math.max(...all.map(([, value]) => value), 0);
  const most = top || 1;
  const [from, to] = [Math.min(...all.map(([at]) => at)), Math.max(...all.map(([at]) => at))];
  const pathOf = (line: (typeof points)[number]) =>
    line
      .filter(([, value]) => Number.isFinite(value))
      .map(([at, value]) => {
        const x = ((at - from) / (to - from || 1)) * width;
        return `${x.toFixed(1)},${(height - (value / most) * (height - 16)).toFixed(1)}`;
      })
      .join(' ');
  return html`<section>
    <h2>${title}</h2>
    <svg viewBox="0 -4 ${width} ${height + 8}">
      <line x1="0" x2="${width}" y1="${height}" y2="${height}" stroke="#cbd5e1"/>
      ${top > 0 && html`<text x="2" y="8" font-size="10" fill="#64748b">${label(top, unit)}</text>`}
      ${points.map(
        (line, n) =>
          html`<polyline points="${pathOf(line)}" fill="none" stroke-width="1.6" stroke="${colours[n % colours.length] ?? ''}"/>`,
      )}
    </svg>
    <ul>${lines.map(({ name, series }, n) => {
      const last = Number(series.values.at(-1)?.[1]);
      return html`<li><i style="background:${colours[n % colours.length] ?? ''}"></i>${name} ${label(last, unit)}</li>`;
    })}</ul>
  </section>`;
}

/** A value with its unit, in few digits. */
function label(value: number, unit: string): string {
  if (!Number.isFinite(value)) return '–';
  if (unit === 'percentunit') return `${(value * 100).toFixed(0)} %`;
  const short = Number(value.toPrecision(3)).toString();
  return { reqps: `${short}/s`, s: `${short} s` }[unit] ?? short;
}
