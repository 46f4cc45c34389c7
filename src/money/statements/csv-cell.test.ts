import { expect, test } from 'vitest';
import { csvCell } from './csv-cell.ts';

test.each([
  ['sms_code', 'sms_code'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "so"', '"say ""so"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', "'=1+1"],
  ['+86', "'+86"],
  ['-1', "'-1"],
  ['@cmd', "'@cmd"],
  ['\t=1', "'\t=1"],
  ['\n=1', '"\'\n\'=1"'],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠cmd', "'＠cmd"],
  ['a;b', '"a;b"'],
  ['x;=1+1', '"x;\'=1+1"'],
  ['x;＝1', '"x;\'＝1"'],
  ['x;"=1+1;', `"x;""'=1+1;"`],
  ['x; " +1', `"x; "" '+1"`],
  ['x\r\n@cmd', '"x\r\n\'@cmd"'],
  ['a-b+c@d=e', 'a-b+c@d=e'],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
])('%j is written as %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});
