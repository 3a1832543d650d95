import { describe, expect, it } from 'vitest';
import { CameraError, toCameraError } from '#src/features/scan/camera/camera-machine.ts';

describe('what a camera that does not open means', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['SecurityError', 'denied'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotReadableError', 'busy'],
    ['TrackStartError', 'busy'],
    ['AbortError', 'aborted'],
    ['TypeError', 'aborted'],
  ])('%s: %s', (name, code) => {
    const thrown = new DOMException('', name);
    expect(toCameraError(thrown)).toMatchObject({ code, cause: thrown });
  });

  it('is missing where the browser knows no cameras', () => {
    expect(toCameraError('navigator.mediaDevices not supported').code).toBe('missing');
  });

  it('stays what it is when it was told already', () => {
    const error = new CameraError('busy', null);
    expect(toCameraError(error)).toBe(error);
  });
});
