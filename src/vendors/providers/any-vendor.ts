import type { PaymentVendor } from './payment.ts';
import type { FaceVendor, MessageVendor } from './vendor.ts';

/**
 * A third party as its adapter describes it: data and a few functions. An operator configures providers from
 * it, each with its own code and settings. Adapters have no access to the database, the environment or `fetch`:
 * they get all they need as arguments.
 */
export type Vendor = MessageVendor | FaceVendor | PaymentVendor;
