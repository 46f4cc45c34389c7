import { writeTimes } from './local-times.ts';

/** A page beside the course of the check does nothing by itself. */
writeTimes(document);
