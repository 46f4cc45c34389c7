import { writeTimes } from './local-times.ts';

/** For pages beside the check, which need nothing else. */
writeTimes(document);
