import { expect, test } from 'vitest';
import { listenFault } from './listen-fault.ts';

const metrics = { name: 'METRICS_PORT', host: '10.9.8.7', port: 80 };

test.each([
  ['EADDRINUSE', 'Port 80 on 10.9.8.7 is in use. Free it, or set METRICS_PORT to another port.'],
  ['EACCES', 'This user may not listen on port 80. Set METRICS_PORT to a port above 1023.'],
  ['EADDRNOTAVAIL', '10.9.8.7 is no address of this machine. Set METRICS_HOST to another.'],
])('%s says what to do', (code, sentence) => {
  expect(listenFault(code, metrics)?.message).toBe(sentence);
});

test('any other error stays as it is', () => {
  expect(listenFault('EMFILE', metrics)).toBeUndefined();
  expect(listenFault(undefined, metrics)).toBeUndefined();
});
