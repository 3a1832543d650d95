import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { apiFailure, currentErrorCode, formerErrorCodes } from '#schemas/api/errors.ts';
import { errorReport } from '#schemas/error-report.ts';
import { errorMessage, errorMessages } from '#src/data/text/error-messages.ts';
import { emptyDraft, readDraft } from '#src/features/certificates/wizard/draft.ts';
import { readResponse } from '#sync/http/response.ts';

const renames = Object.entries(formerErrorCodes);
const report = {
  kind: 'CallError',
  frames: [],
  heard: 'page',
  version: '3.9.4',
  build: '0123456789ab',
  browser: 'chrome',
  browser_major: 141,
  system: 'android',
  route: null,
  connection: 'online',
  count: 1,
};

describe.each(renames)('%s, the former name of %s', (formerCode, currentCode) => {
  test('is replaced in the error response of an older server', async () => {
    const errors = [{ code: formerCode, field: 'body.field', message: 'No.' }];
    expect(v.parse(apiFailure, { errors }).errors).toMatchObject([{ code: currentCode }]);
    const response = Response.json({ errors }, { status: 409 });
    await expect(readResponse(response, v.object({}))).rejects.toMatchObject({
      code: currentCode,
      errors: [{ code: currentCode }],
    });
  });

  test('has the current text in a rejection stored on the device', () => {
    const rejection = { code: formerCode, message: '' };
    expect(errorMessage(rejection)).toBe(errorMessages[currentCode]);
  });

  test('is replaced in a stored certificate draft', () => {
    const draft = JSON.stringify({ ...emptyDraft, refused: { code: formerCode, field: '' } });
    expect(readDraft({ getItem: () => draft }, 'user').refused?.code).toBe(currentCode);
  });

  test('is replaced in an error report of an older app, and in a stored error report', () => {
    expect(v.parse(errorReport, { ...report, code: formerCode }).code).toBe(currentCode);
  });
});

test('other codes are unchanged, including unknown ones', () => {
  for (const code of ['conflict', 'from_a_newer_server', 'toString']) {
    expect(currentErrorCode(code)).toBe(code);
  }
});
