import { expect, test } from 'vitest';
import { drawFewAtOnce } from './document-pdf.ts';

test('two PDFs are rendered at once, sixteen wait, and the next is told to retry', async () => {
  const drawn: (() => void)[] = [];
  const draw = drawFewAtOnce(
    () => new Promise((resolve) => drawn.push(() => resolve(Buffer.from('%PDF')))),
  );
  const paper = {} as never;
  const asked = Array.from({ length: 18 }, () => draw(paper));
  await expect(draw(paper)).rejects.toMatchObject({
    reason: 'overloaded',
    headers: { 'retry-after': '5' },
  });
  expect(drawn).toHaveLength(2);
  drawn[0]?.();
  await asked[0];
  await expect.poll(() => drawn.length).toBe(3);
  for (let at = 1; at < 18; at += 1) {
    await expect.poll(() => drawn.length).toBeGreaterThan(at);
    drawn[at]?.();
  }
  expect((await Promise.all(asked)).map(String)).toEqual(Array(18).fill('%PDF'));
});
