import { runSimulator } from '../src/vendors/simulators/run-simulator.ts';
import { smppSimulator } from '../src/vendors/simulators/smpp.ts';

/** The simulator's message centre, in its own process. */
const running = await runSimulator(smppSimulator, { callbackUrlOf: () => '', receiptDelayMs: 50 });
process.stdout.write(`ready ${running.url}\n`);
