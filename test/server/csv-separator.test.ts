import { expect, test } from 'vitest';
import { findCsvSeparator } from '#server/setup/csv-separator.ts';

test.each([
  ['code,type,size', ','],
  ['code;type;size', ';'],
  ['code\ttype\tsize', '\t'],
  ['"code; or number",type,size', ','],
  ['\uFEFF"code; or number",type', ','],
  ['\n\r\n  \ncode;type', ';'],
  ['price, net;sku', ';'],
  ['"code ""x;y""",type', ','],
  ['"two\nlines; one",type', ','],
  ['size 5";type', ';'],
  ['code\nA;B;C', ','],
  ['', ','],
])('the separator of %j is %j', (start, separator) => {
  expect(findCsvSeparator(start)).toBe(separator);
});
