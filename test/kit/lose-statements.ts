import type { Pool } from 'pg';
import { vi } from 'vitest';

/** Fails the statements that contain this text, as when their connection is lost, until `restore`. */
export function loseStatements(pool: Pool, part: string): { fault: Error; restore(): void } {
  const fault = Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
  const query = pool.query;
  const lossy = (...asked: unknown[]) => {
    const [statement] = asked;
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text;
    return text.includes(part) ? Promise.reject(fault) : query.apply(pool, asked as never);
  };
  const spy = vi.spyOn(pool, 'query').mockImplementation(lossy as never);
  return { fault, restore: () => spy.mockRestore() };
}
