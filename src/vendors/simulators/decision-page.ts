import { type Html, html } from '../../foundation/page/html.ts';
import type { SimulatorAnswer, SimulatorRequest } from './simulator.ts';

const style = `
body { margin: 2rem auto; max-width: 28rem; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif;
  color-scheme: light dark; }
button, input { display: block; width: 100%; box-sizing: border-box; margin: .5rem 0; padding: .75rem;
  font: inherit; }
`;

interface DecisionPage {
  vendor: string;
  /** The session has ended. */
  isOver: boolean;
  /** Other fields of the form, with their initial values. */
  fields?: Readonly<Record<string, string>>;
}

/** The page where a tester chooses how a check ends, instead of showing a face. */
export function decisionPage({ vendor, isOver, fields = {} }: DecisionPage): SimulatorAnswer {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<label>${name} <input name="${name}" value="${value}"></label>`,
  );
  const choice = html`<form method="post">${inputs}
<button name="outcome" value="passed">Pass</button>
<button name="outcome" value="failed">Fail</button>
<button name="outcome" value="stranger">Let somebody else do it</button>
<button name="outcome" value="cancelled">Cancel</button></form>`;
  return simulatorPage(
    vendor,
    html`<p>This is a simulator on this machine: nobody looks at a face here.</p>
${isOver ? html`<p>This session is over.</p>` : choice}`,
  );
}

/** A page of a simulator, under the vendor's name. */
export function simulatorPage(vendor: string, content: Html): SimulatorAnswer {
  const body = html`<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${vendor}: a rehearsal</title><style>${style}</style>
<h1>${vendor}</h1>
${content}
</html>`.text;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

const decisions = ['passed', 'failed', 'stranger', 'cancelled'] as const;
type Decision = (typeof decisions)[number];

/** The tester's choice; undefined if it is not a valid one. */
export function readDecision({ body }: SimulatorRequest): Decision | undefined {
  const outcome = new URLSearchParams(body).get('outcome');
  return decisions.find((each) => each === outcome);
}

export function redirectTo(location: string): SimulatorAnswer {
  return { status: 303, headers: { location }, body: '' };
}
