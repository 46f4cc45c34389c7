import { describe, expect, test } from 'vitest';
import { isBackupDue } from './backup-due.ts';

const plan = { at: '03:00', timeZone: 'Asia/Shanghai' };
const none = { provedAt: null, storedAt: null, triedAt: null };
/** A time on a day in Shanghai. */
const at = (text: string) => new Date(`${text}:00+08:00`);
const now = at('2030-01-02T03:01');

describe('a backup is due', () => {
  test('from its time of day on, until there is one', () => {
    const last = { ...none, provedAt: at('2030-01-01T03:20') };
    expect(isBackupDue(at('2030-01-02T02:59'), last, plan)).toBe(false);
    expect(isBackupDue(now, last, plan)).toBe(true);
    expect(isBackupDue(at('2030-01-02T23:59'), last, plan)).toBe(true);
    expect(isBackupDue(now, { ...none, provedAt: at('2030-01-02T03:00') }, plan)).toBe(false);
  });

  test('at once if there never was one, and if the server was down at that time', () => {
    expect(isBackupDue(at('2030-01-02T14:00'), none, plan)).toBe(true);
    const last = { ...none, provedAt: at('2029-12-30T03:20') };
    expect(isBackupDue(at('2030-01-02T01:00'), last, plan)).toBe(true);
  });

  test('again an hour after a try that wrote nothing, and not before', () => {
    expect(isBackupDue(now, { ...none, triedAt: at('2030-01-02T03:00') }, plan)).toBe(false);
    expect(isBackupDue(now, { ...none, triedAt: at('2030-01-02T02:00') }, plan)).toBe(true);
  });

  test('not again on the same day if one was written and not proved', () => {
    const unproved = { ...none, storedAt: at('2030-01-02T03:00'), triedAt: at('2030-01-02T03:00') };
    expect(isBackupDue(at('2030-01-02T22:00'), unproved, plan)).toBe(false);
    expect(isBackupDue(at('2030-01-03T03:00'), unproved, plan)).toBe(true);
  });

  // @mutant src/installation/backup/backup-due.ts
  // - date !== null && date.getTime() <= now.getTime() + minuteMs;
  // + date !== null;
  test('although a clock that was ahead has left times in the future', () => {
    const future = at('2031-01-01T00:00');
    expect(isBackupDue(now, { provedAt: future, storedAt: future, triedAt: future }, plan)).toBe(
      true,
    );
  });

  test('on the day when its time of day does not exist', () => {
    const berlin = { at: '02:30', timeZone: 'Europe/Berlin' };
    const last = { ...none, provedAt: new Date('2030-03-30T02:00:00Z') };
    expect(isBackupDue(new Date('2030-03-31T00:59:00Z'), last, berlin)).toBe(false);
    // At 03:05 after the change: a backup that began now would not count at 03:30.
    expect(isBackupDue(new Date('2030-03-31T01:05:00Z'), last, berlin)).toBe(false);
    expect(isBackupDue(new Date('2030-03-31T01:40:00Z'), last, berlin)).toBe(true);
    const made = { ...none, provedAt: new Date('2030-03-31T01:41:00Z') };
    expect(isBackupDue(new Date('2030-03-31T04:00:00Z'), made, berlin)).toBe(false);
  });

  test('once on the day when its time of day comes twice', () => {
    const berlin = { at: '02:30', timeZone: 'Europe/Berlin' };
    const last = { ...none, provedAt: new Date('2030-10-26T00:31:00Z') };
    expect(isBackupDue(new Date('2030-10-27T00:29:00Z'), last, berlin)).toBe(false);
    expect(isBackupDue(new Date('2030-10-27T00:30:00Z'), last, berlin)).toBe(true);
    const made = { ...none, provedAt: new Date('2030-10-27T00:31:00Z') };
    expect(isBackupDue(new Date('2030-10-27T01:45:00Z'), made, berlin)).toBe(false);
  });
});
