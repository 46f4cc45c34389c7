import { runStandIn } from '../src/stand-ins/run-stand-in.ts';
import { smppStandIn } from '../src/stand-ins/smpp.ts';

/** The stand-in's message centre, in a process of its own. */
const running = await runStandIn(smppStandIn, { callbackUrlOf: () => '', receiptDelayMs: 50 });
process.stdout.write(`ready ${running.url}\n`);
