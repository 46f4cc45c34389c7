import { runStandIn } from '../src/vendors/simulators/run-stand-in.ts';
import { smppStandIn } from '../src/vendors/simulators/smpp.ts';

/** The stand-in's message centre, in a process of its own. */
const running = await runStandIn(smppStandIn, { callbackUrlOf: () => '', receiptDelayMs: 50 });
process.stdout.write(`ready ${running.url}\n`);
