import { expect, test } from 'vitest';
import { createCertificateNotes } from './certificate-notes.ts';

const dayMs = 24 * 3_600_000;

test('knows the days until the first certificate expires, by its latest connection', () => {
  const notes = createCertificateNotes();
  const nowMs = Date.now();
  expect(notes.daysLeft(nowMs)).toBeNull();
  notes.note('a.example:443', nowMs + 90 * dayMs);
  notes.note('b.example:443', nowMs + 3 * dayMs);
  expect(notes.daysLeft(nowMs)).toBeCloseTo(3, 5);
  // The customer has renewed it.
  notes.note('b.example:443', nowMs + 80 * dayMs);
  expect(notes.daysLeft(nowMs)).toBeCloseTo(80, 5);
});

test('forgets a host that was not connected to for a week, and keeps a bounded number', () => {
  const notes = createCertificateNotes();
  const nowMs = Date.now();
  for (let host = 0; host <= 10_000; host++) {
    notes.note(`${host}.example:443`, nowMs + (host + 1) * dayMs);
  }
  expect(notes.daysLeft(nowMs)).toBeCloseTo(2, 5);
  expect(notes.daysLeft(nowMs + 8 * dayMs)).toBeNull();
});
